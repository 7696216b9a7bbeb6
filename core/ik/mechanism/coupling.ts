import { writeSineCosine } from '../../math/elementary.ts';
import { clampRotation } from '../../skeleton/clamp-rotation.ts';
import { limitFlags, OUTSIDE } from '../../skeleton/limit-flags.ts';
import type { SwingByHinge } from '../../skeleton/couplings.ts';
import {
  finishSwing,
  finishTwist,
  LIMIT_STRIDE,
  SWING,
  TWIST_HALF,
  TWIST_MIDDLE,
  writeTwist,
} from '../../skeleton/limit-table.ts';
import { resolveSide, resolveSwings, valueAt, writeHingeAngle } from '../../skeleton/resolve-couplings.ts';
import type { Workspace } from './workspace.ts';

/** Halvings of the way that a driving hinge may go: to a millionth of a turn. */
const HALVINGS = 24;

/** Takes the coupled limits as the present configuration has them, and brings cones that no longer fit inside. */
export function resolveLimits(ws: Workspace): void {
  const { limits } = ws.mechanism;
  if (limits.couplings === null) return;
  const { rotations } = ws.now;
  resolveSwings(limits, rotations);
  const { all } = limits.couplings;
  for (let i = 0; i < all.length; i++) {
    const { joint } = all[i]!;
    if (isInside(ws, joint)) continue;
    clampRotation(limits, joint, rotations, rotations, 4 * joint, ws.clamp);
    ws.moved[joint] = 1;
  }
}

/** Half-angle radians by which a cone that must not move keeps clear of what a hinge leaves it. */
const CLEAR = 1e-8;

/** Gives the hinges that drive cones their whole ranges. */
export function freeDrivers(ws: Workspace): void {
  const { limits, skeleton } = ws.mechanism;
  if (limits.couplings === null) return;
  const { sides } = limits.couplings;
  for (let i = 0; i < sides.length; i++) {
    const { coupling } = sides[i]!;
    const limit = skeleton.limits[coupling.hinge]!;
    if (limit.kind !== 'hinge') continue;
    const row = LIMIT_STRIDE * coupling.hinge;
    limits.numbers[row + TWIST_MIDDLE] = (limit.min + limit.max) / 2;
    limits.numbers[row + TWIST_HALF] = (limit.max - limit.min) / 2;
    finishTwist(limits.numbers, row);
  }
}

/**
 * Narrows the ranges of hinges whose turning would push a cone that no goal may move: such a cone stands still for the whole solve, so each hinge
 * keeps to the angles around its present one that leave the cone where it stands.
 */
export function holdDrivers(ws: Workspace): void {
  const { limits } = ws.mechanism;
  const { couplings, numbers } = limits;
  if (couplings === null) return;
  const { movable } = ws.task;
  const { rotations } = ws.now;
  let held = false;
  for (let i = 0; i < couplings.sides.length; i++) {
    const { coupling } = couplings.sides[i]!;
    if (movable[coupling.joint] === 1 || movable[coupling.hinge] === 0) continue;
    held = true;
    const row = LIMIT_STRIDE * coupling.hinge;
    writeHingeAngle(limits, coupling.hinge, rotations, 4 * coupling.hinge, couplings.angle);
    const angle = couplings.angle[0]!;
    const least = narrowSide(ws, coupling);
    const middle = numbers[row + TWIST_MIDDLE]!;
    const half = numbers[row + TWIST_HALF]!;
    const min = Math.max(middle - half, lastAbove(coupling.points, angle, -1, least));
    const max = Math.min(middle + half, lastAbove(coupling.points, angle, 1, least));
    writeTwist(numbers, row, Math.min(min, angle), Math.max(max, angle));
  }
  if (held) resolveSwings(limits, rotations);
}

/** Narrows the coupling's side of its cone to the least half-angle that still holds the present rotation, which it returns. */
function narrowSide(ws: Workspace, coupling: SwingByHinge): number {
  const { numbers } = ws.mechanism.limits;
  const row = LIMIT_STRIDE * coupling.joint;
  const side = row + SWING + coupling.side;
  let inside = numbers[side]!;
  let outside = 0;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    numbers[side] = middle;
    finishSwing(numbers, row);
    if (isInside(ws, coupling.joint)) inside = middle;
    else outside = middle;
  }
  const least = outside === 0 ? 0 : inside + CLEAR;
  numbers[side] = least;
  finishSwing(numbers, row);
  return least;
}

/** How far an angle may go in a direction before the line through the points falls below `least`; infinity when it never does. */
function lastAbove(points: SwingByHinge['points'], from: number, direction: 1 | -1, least: number): number {
  let angle = from;
  let value = valueAt(points, from, 1);
  for (let i = direction > 0 ? 0 : points.length - 1; i >= 0 && i < points.length; i += direction) {
    const nextAngle = points[i]![0];
    const next = points[i]![1];
    if ((nextAngle - from) * direction <= 0) continue;
    if (next < least) return value <= least ? angle : angle + ((nextAngle - angle) * (value - least)) / (value - next);
    angle = nextAngle;
    value = next;
  }
  return direction * Infinity;
}

function isInside(ws: Workspace, joint: number): boolean {
  const { rotations, slides } = ws.now;
  return (limitFlags(ws.mechanism.limits, joint, rotations, 4 * joint, slides) & OUTSIDE) === 0;
}

/**
 * Keeps hinge `j`, about to turn from `before` to `after`, where the cones that depend on it still hold what they stand at: the knee does not
 * straighten while the hip is bent further than a straight knee allows. Shortens the turn and returns true when it must.
 */
export function holdDriven(ws: Workspace, j: number, before: Float64Array, after: Float64Array): boolean {
  const { limits } = ws.mechanism;
  const { couplings } = limits;
  if (couplings === null || couplings.driven[j]!.length === 0) return false;
  const asked = couplings.angle;
  writeHingeAngle(limits, j, before, 0, asked);
  const from = asked[0]!;
  writeHingeAngle(limits, j, after, 0, asked);
  const to = asked[0]!;
  if (fits(ws, j)) return false;
  let inside = 0;
  let outside = 1;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    asked[0] = from + middle * (to - from);
    if (fits(ws, j)) inside = middle;
    else outside = middle;
  }
  asked[0] = (from + inside * (to - from)) / 2;
  writeSineCosine(asked, 0);
  after[2] = asked[0];
  after[3] = asked[1]!;
  // The angle as it will be read from the rotation, to the byte.
  writeHingeAngle(limits, j, after, 0, asked);
  fits(ws, j);
  return true;
}

/** Takes the cones that joint `j` drives, if it drives any, as its present rotation has them: after a turn that was tried and not taken. */
export function resolveDriven({ mechanism, now }: Workspace, j: number): void {
  const { limits } = mechanism;
  const { couplings } = limits;
  if (couplings === null) return;
  const driven = couplings.driven[j]!;
  for (let i = 0; i < driven.length; i++) {
    writeHingeAngle(limits, j, now.rotations, 4 * j, couplings.angle);
    resolveSide(limits, couplings, driven[i]!);
  }
}

/**
 * Whether the cones that hinge `j` drives hold their present rotations when it stands at the angle that is asked for; their limits are left as they are
 * then.
 */
function fits(ws: Workspace, j: number): boolean {
  const { limits } = ws.mechanism;
  const couplings = limits.couplings!;
  const angle = couplings.angle[0]!;
  let all = true;
  const driven = couplings.driven[j]!;
  for (let i = 0; i < driven.length; i++) {
    const side = driven[i]!;
    // Looking at a cone asks for the angle of its swing.
    couplings.angle[0] = angle;
    resolveSide(limits, couplings, side);
    if (!isInside(ws, side.coupling.joint)) all = false;
  }
  return all;
}
