import { clampRotation, clampSlide } from '../../skeleton/clamp-rotation.ts';
import { limitFlags, ON_BOUNDARY, OUTSIDE } from '../../skeleton/limit-flags.ts';
import { KIND_CONE, KIND_SLIDE, LIMIT_STRIDE } from '../../skeleton/limit-table.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { loadJoint } from './configuration.ts';
import type { Workspace } from './workspace.ts';

/**
 * Reads a whole pose into the working configuration and clamps every joint to its limit; joints that change by it are marked moved, and
 * appended to `clamped`, ascending.
 */
export function loadStart(ws: Workspace, pose: Pose, clamped: number[] | null): void {
  const { mechanism, now } = ws;
  const { skeleton, limits } = mechanism;
  now.root[0] = pose[0]!;
  now.root[1] = pose[1]!;
  now.root[2] = pose[2]!;
  const { couplings } = limits;
  for (let j = 0; j < skeleton.count; j++) {
    if (!loadJoint(mechanism, pose, j, now)) ws.moved[j] = 1;
    if (couplings === null || limits.kinds[j] !== KIND_CONE) clampJoint(ws, j, clamped);
  }
  if (couplings === null) return;
  // Cones come last: some depend on where the hinges have come to stand.
  couplings.resolveSwings(limits, now.rotations);
  for (let j = 0; j < skeleton.count; j++) if (limits.kinds[j] === KIND_CONE) clampJoint(ws, j, clamped);
  clamped?.sort((a, b) => a - b);
}

function clampJoint(ws: Workspace, j: number, clamped: number[] | null): void {
  const { limits } = ws.mechanism;
  const { rotations, slides } = ws.now;
  if ((limitFlags(limits, j, rotations, 4 * j, slides) & OUTSIDE) === 0) return;
  ws.moved[j] = 1;
  clamped?.push(j);
  clampRotation(limits, j, rotations, rotations, 4 * j, ws.clamp);
  if (limits.kinds[j] !== KIND_SLIDE) return;
  clampSlide(limits.numbers, LIMIT_STRIDE * j, slides, j);
}

/**
 * Joints of a configuration that stand on a boundary of their limits, ascending. A look: coupled limits are taken as that configuration has them, and
 * given back as they were, so that a solve goes on as if nobody had looked.
 */
export function boundaryJoints(ws: Workspace, rotations: Float64Array, slides: Float64Array): number[] {
  const found: number[] = [];
  countBoundaryJoints(ws, rotations, slides, found);
  return found;
}

/** Their number; they are appended to `found`, if anybody wants them. */
export function countBoundaryJoints(
  ws: Workspace,
  rotations: Float64Array,
  slides: Float64Array,
  found: number[] | null = null,
): number {
  const { limits, skeleton } = ws.mechanism;
  const isCoupled = limits.couplings !== null;
  if (isCoupled) ws.looked.set(limits.numbers);
  limits.couplings?.resolveSwings(limits, rotations);
  let count = 0;
  for (let j = 0; j < skeleton.count; j++) {
    if ((limitFlags(limits, j, rotations, 4 * j, slides) & ON_BOUNDARY) === 0) continue;
    count++;
    found?.push(j);
  }
  if (isCoupled) {
    limits.couplings?.resolveSwings(limits, ws.now.rotations);
    limits.numbers.set(ws.looked);
  }
  return count;
}

/** Whether joint `j`, where it stands now, is on a boundary of its limit; the limit stays as it is. */
export function isOnBoundary(ws: Workspace, j: number): boolean {
  const { limits } = ws.mechanism;
  const { rotations, slides } = ws.now;
  if (limits.couplings !== null) ws.looked.set(limits.numbers);
  const flags = limitFlags(limits, j, rotations, 4 * j, slides);
  if (limits.couplings !== null) limits.numbers.set(ws.looked);
  return (flags & ON_BOUNDARY) !== 0;
}
