import { cos, sin } from '../math/elementary.ts';
import { clampRotation } from '../skeleton/clamp-rotation.ts';
import { limitFlags, OUTSIDE } from '../skeleton/limit-flags.ts';
import { hingeAngle, resolveSwing, resolveSwings } from '../skeleton/resolve-couplings.ts';
import type { Workspace } from './workspace.ts';

/** Halvings of the way that a driving hinge may go: to a millionth of a turn. */
const HALVINGS = 24;

/** Takes the coupled limits as the present configuration has them, and brings cones that no longer fit inside. */
export function resolveLimits(ws: Workspace): void {
  const { limits } = ws.mechanism;
  if (limits.couplings === null) return;
  const { rotations, slides } = ws.now;
  resolveSwings(limits, rotations);
  for (const { joint } of limits.couplings.all) {
    if ((limitFlags(limits, joint, rotations, 4 * joint, slides[joint]!) & OUTSIDE) === 0) continue;
    clampRotation(limits, joint, rotations, rotations, 4 * joint, ws.clamp);
    ws.moved[joint] = 1;
  }
}

/**
 * Keeps hinge `j`, about to turn from `before` to `after`, where the cones that depend on it still hold what they stand at: the knee does not
 * straighten while the hip is bent further than a straight knee allows. Shortens the turn and returns true when it must.
 */
export function holdDriven(ws: Workspace, j: number, before: Float64Array, after: Float64Array): boolean {
  const { limits } = ws.mechanism;
  const driven = limits.couplings?.driven[j];
  if (!driven || driven.length === 0) return false;
  const from = hingeAngle(limits, j, before, 0);
  const to = hingeAngle(limits, j, after, 0);
  if (fits(ws, j, to)) return false;
  let inside = 0;
  let outside = 1;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    if (fits(ws, j, from + middle * (to - from))) inside = middle;
    else outside = middle;
  }
  const angle = from + inside * (to - from);
  fits(ws, j, angle);
  after[2] = sin(angle / 2);
  after[3] = cos(angle / 2);
  return true;
}

/** Whether the cones that hinge `j` drives hold their present rotations when it stands at `angle`; their limits are left as they are then. */
function fits(ws: Workspace, j: number, angle: number): boolean {
  const { limits } = ws.mechanism;
  const { rotations, slides } = ws.now;
  const couplings = limits.couplings!;
  let all = true;
  for (const coupling of couplings.driven[j]!) {
    resolveSwing(limits, couplings, coupling, angle);
    const { joint } = coupling;
    if ((limitFlags(limits, joint, rotations, 4 * joint, slides[joint]!) & OUTSIDE) !== 0) all = false;
  }
  return all;
}
