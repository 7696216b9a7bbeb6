import { wrapAngle } from '../math/angles.ts';
import { checkWhole, isNumberFrom } from '../math/check-numbers.ts';
import { checkArray, checkObject, spellOut } from '../math/check-values.ts';
import { atan2, cos, hypot, sin } from '../math/elementary.ts';
import { MOST_METRES } from '../math/tolerances.ts';

/** A bone of a planar chain relative to its parent: where it starts, metres, and its angle, radians. The last bone's start is the effector. */
export interface PlanarBone {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** A place in the plane, metres. */
export interface PlanarPoint {
  readonly x: number;
  readonly y: number;
}

/** `success`: within tolerance; `failure`: a whole sweep moved the effector by no arc worth counting; `processing`: go on. */
export type PlanarStatus = 'success' | 'processing' | 'failure';

/** A joint's turn, radians; `null` where the effector or the target lies on the joint and gives no direction to turn to. */
export interface PlanarTurn {
  /** Index of the bone. */
  readonly bone: number;
  readonly angle: number | null;
}

/** A solve in the plane between two joint updates: a plain value, so that every stage of it can be kept. */
export interface PlanarSolve {
  /** The chain as it stands. */
  readonly bones: readonly PlanarBone[];
  /** Where the effector is to go. */
  readonly target: PlanarPoint;
  /** Metres from the target that count as there. */
  readonly tolerance: number;
  /** Whether there is anything left to do. */
  readonly status: PlanarStatus;
  /** The bone that turns next: from the one before the effector down to 0, the root. */
  readonly next: number;
  /** Whether a bone of the present sweep has moved the effector. */
  readonly moved: boolean;
  /** The last joint update; null at the start and after an escape. */
  readonly turn: PlanarTurn | null;
  /** Sweeps begun. */
  readonly sweeps: number;
  /** Joints visited. */
  readonly updates: number;
  /** How often a locked chain was bent to free it. */
  readonly escapes: number;
}

/** Metres of arc that count as no motion: a sweep in which no bone moves the end further has failed. */
const TRIVIAL_ARC = 1e-5;
/** Square metres below which |u| |v| gives no direction. */
const NO_DIRECTION = 1e-12;
/** Radians by which an escape bends the bones of a locked chain, alternately to either side; each further one bends by as much more. */
const ESCAPE = 0.3;
const ATTEMPTS = 4;
/** Share of its reach that a chain which has failed may be from the nearest it could come: more than sweeps leave that have come to rest. */
const FOLDED = 1e-3;

/**
 * Where the chain's joints are, root first, metres, with the angle in (−π, π] of the frame that each carries; the last is the effector.
 * Throws a `RangeError` of one sentence when a number is not finite or there is no bone.
 */
export function planarPoints(bones: readonly PlanarBone[]): { x: number; y: number; angle: number }[] {
  checkBones(bones);
  const points: { x: number; y: number; angle: number }[] = [];
  let above = { x: 0, y: 0, angle: 0 };
  for (const bone of bones) {
    const c = cos(above.angle);
    const s = sin(above.angle);
    above = {
      x: above.x + c * bone.x - s * bone.y,
      y: above.y + s * bone.x + c * bone.y,
      angle: wrapAngle(above.angle + bone.angle),
    };
    points.push(above);
  }
  return points;
}

/** Metres between the target and the chain's root at which it can be reached: [least, greatest]. Throws like {@link planarPoints}. */
export function planarReach(bones: readonly PlanarBone[]): readonly [number, number] {
  checkBones(bones);
  const lengths = bones.slice(1).map((bone) => hypot(bone.x, bone.y));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const longest = Math.max(0, ...lengths);
  return [Math.max(0, 2 * longest - total), total];
}

/** Metres from the effector to the target. Throws like {@link planarPoints}. */
export function planarDistance(solve: Pick<PlanarSolve, 'bones' | 'target'>): number {
  checkObject(solve, 'the solve');
  const { bones, target } = solve;
  checkTarget(target);
  const end = planarPoints(bones).at(-1)!;
  return hypot(target.x - end.x, target.y - end.y);
}

/** A solve that has not turned anything yet. Throws a `RangeError` of one sentence when a number is not finite or there is no bone. */
export function beginPlanar(bones: readonly PlanarBone[], target: PlanarPoint, tolerance: number): PlanarSolve {
  checkBones(bones);
  checkTarget(target);
  checkTolerance(tolerance);
  const isThere = planarDistance({ bones, target }) <= tolerance;
  return {
    bones,
    target,
    tolerance,
    status: isThere ? 'success' : bones.length < 2 ? 'failure' : 'processing',
    next: bones.length - 2,
    moved: false,
    turn: null,
    sweeps: 0,
    updates: 0,
    escapes: 0,
  };
}

/**
 * Turns the next joint so that the effector comes as near to the target as this joint can bring it. A solve that has ended stays as it is.
 * Throws like {@link isPlanarLocked}.
 */
export function stepPlanarJoint(solve: PlanarSolve): PlanarSolve {
  checkSolve(solve);
  if (solve.status !== 'processing') return solve;
  const { bones, target, tolerance, next } = solve;
  const points = planarPoints(bones);
  const end = points.at(-1)!;
  const joint = points[next]!;
  const u = { x: end.x - joint.x, y: end.y - joint.y };
  const v = { x: target.x - joint.x, y: target.y - joint.y };
  const reach = hypot(u.x, u.y);
  const hasDirection = reach * hypot(v.x, v.y) >= NO_DIRECTION;
  // tan(angle) = (u × v) / (u · v)
  const angle = hasDirection ? atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y) : 0;
  const turned = bones.map((bone, i) => (i === next ? { ...bone, angle: wrapAngle(bone.angle + angle) } : bone));
  const moved = solve.moved || Math.abs(angle) * reach > TRIVIAL_ARC;
  const isThere = planarDistance({ bones: turned, target }) <= tolerance;
  const isSweepOver = next === 0;
  return {
    ...solve,
    bones: turned,
    status: isThere ? 'success' : isSweepOver && !moved ? 'failure' : 'processing',
    next: isSweepOver ? bones.length - 2 : next - 1,
    moved: moved && !isSweepOver,
    turn: { bone: next, angle: hasDirection ? angle : null },
    sweeps: solve.sweeps + (next === bones.length - 2 ? 1 : 0),
    updates: solve.updates + 1,
  };
}

/** Goes on to the end of the present sweep, or of the solve. Throws like {@link isPlanarLocked}. */
export function stepPlanarSweep(solve: PlanarSolve): PlanarSolve {
  let present = solve;
  do present = stepPlanarJoint(present);
  while (present.status === 'processing' && present.next !== present.bones.length - 2);
  return present;
}

/**
 * Whether a sweep moved nothing although the chain could come clearly nearer: the lock of a straight chain, folded on the line to its target.
 * Throws a `RangeError` of one sentence when it is no solve that {@link beginPlanar} began.
 */
export function isPlanarLocked(solve: PlanarSolve): boolean {
  checkSolve(solve);
  const { status, bones, target, tolerance } = solve;
  if (status !== 'failure' || bones.length < 2) return false;
  const [least, greatest] = planarReach(bones);
  const distance = hypot(target.x - bones[0]!.x, target.y - bones[0]!.y);
  // What every pose of the chain leaves.
  const beyond = Math.max(0, distance - greatest, least - distance);
  return beyond <= tolerance || planarDistance(solve) > beyond + FOLDED * greatest;
}

/**
 * Bends a locked chain a little, each time more, so that sweeps can go on; null when it is not locked or was bent often enough. Throws like
 * {@link isPlanarLocked}.
 */
export function escapePlanar(solve: PlanarSolve): PlanarSolve | null {
  if (!isPlanarLocked(solve) || solve.escapes >= ATTEMPTS) return null;
  const escapes = solve.escapes + 1;
  const bones = solve.bones.map((bone, i) => ({
    ...bone,
    angle: wrapAngle(bone.angle + ESCAPE * escapes * (i % 2 === 0 ? 1 : -1)),
  }));
  return { ...beginPlanar(bones, solve.target, solve.tolerance), sweeps: solve.sweeps, updates: solve.updates, escapes };
}

/** What one sweep in the plane did. */
export interface PlanarStep {
  /** How the chain stands after the sweep. */
  readonly status: PlanarStatus;
  /** The chain after the sweep; angles that were turned lie in (−π, π]. */
  readonly bones: readonly PlanarBone[];
  /** Joint updates of this step: which bone turned by how many radians, in order. */
  readonly turns: readonly { readonly bone: number; readonly angle: number }[];
}

/**
 * One sweep of cyclic coordinate descent in the plane, from the bone next to the effector to the root. `success` when the effector is within
 * `tolerance` metres of the target, `failure` when no bone moved it by more than an arc of 1e-5 m, else `processing`: call again with the bones
 * returned. Throws a `RangeError` of one sentence when a number is not finite or there is no bone.
 */
export function planarStep(bones: readonly PlanarBone[], target: PlanarPoint, tolerance: number): PlanarStep {
  const turns: { bone: number; angle: number }[] = [];
  let solve = beginPlanar(bones, target, tolerance);
  for (let bone = bones.length - 2; bone >= 0 && solve.status === 'processing'; bone--) {
    solve = stepPlanarJoint(solve);
    const angle = solve.turn?.angle ?? null;
    if (angle !== null) turns.push({ bone, angle });
  }
  return { status: solve.status, bones: solve.bones, turns };
}

/** How a solve in the plane ended; `limit` means that the sweeps were used up. */
export interface PlanarOutcome {
  /** `limit` is the only one that a further call could change. */
  readonly status: 'success' | 'failure' | 'limit';
  /** The chain as it ended. */
  readonly bones: readonly PlanarBone[];
  /** Sweeps begun, 0 when the effector stood at the target. */
  readonly sweeps: number;
  /** How often a locked chain (target on its line, inside reach) was bent to free it. */
  readonly escapes: number;
}

/**
 * Sweeps until the target is reached or `maxSweeps` are used up. A chain that fails although it could come nearer is locked: its bones are bent a
 * little, each time more, and it goes on. A target out of reach ends in `failure`, with the chain as near as it can come.
 * Throws like {@link planarStep}, and when `maxSweeps` is not a whole number from 1.
 */
export function solvePlanar(
  bones: readonly PlanarBone[],
  target: PlanarPoint,
  tolerance: number,
  maxSweeps = 100,
): PlanarOutcome {
  checkWhole(maxSweeps, 1, 'maxSweeps');
  let solve = beginPlanar(bones, target, tolerance);
  while (solve.status === 'processing' && solve.sweeps < maxSweeps) {
    solve = stepPlanarSweep(solve);
    solve = escapePlanar(solve) ?? solve;
  }
  const { status, sweeps, escapes } = solve;
  return { status: status === 'processing' ? 'limit' : status, bones: solve.bones, sweeps, escapes };
}

function checkBones(bones: readonly PlanarBone[]): void {
  checkArray(bones, 'bones');
  if (bones.length === 0) throw new RangeError('a planar chain needs at least one bone');
  for (const [index, bone] of bones.entries()) {
    checkObject(bone, `bones[${index}]`);
    for (const field of ['x', 'y', 'angle'] as const) {
      if (!isNumberFrom(bone[field], -MOST_METRES, MOST_METRES)) refuseNumber(`bones[${index}].${field}`, bone[field]);
    }
  }
}

function checkTarget(target: PlanarPoint): void {
  checkObject(target, 'the target');
  for (const field of ['x', 'y'] as const) {
    if (!isNumberFrom(target[field], -MOST_METRES, MOST_METRES)) refuseNumber(`the target's ${field}`, target[field]);
  }
}

function refuseNumber(what: string, got: unknown): never {
  throw new RangeError(`${what} must be a finite number of at most ${MOST_METRES}, got ${spellOut(got)}`);
}

function checkTolerance(tolerance: number): void {
  if (!isNumberFrom(tolerance, Number.MIN_VALUE, Number.MAX_VALUE))
    throw new RangeError(`the tolerance must be positive and finite, got ${spellOut(tolerance)}`);
}

/** Throws a `RangeError` unless the value is a solve that {@link beginPlanar} began: it may have come in a message. */
function checkSolve(solve: PlanarSolve): void {
  checkObject(solve, 'the solve');
  checkBones(solve.bones);
  checkTarget(solve.target);
  checkTolerance(solve.tolerance);
  const { next, status, bones } = solve;
  const isNext = Number.isInteger(next) && next < bones.length - 1 && (next >= 0 || bones.length === 1);
  if (!isNext) throw new RangeError(`the solve's next must be the index of a bone above the last, got ${spellOut(next)}`);
  if (status !== 'processing' && status !== 'success' && status !== 'failure')
    throw new RangeError(`the solve's status must be processing, success or failure, got ${spellOut(status)}`);
}
