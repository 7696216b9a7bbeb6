import { wrapAngle } from '../math/angles.ts';
import { atan2, cos, hypot, sin } from '../math/elementary.ts';
import { MOST_METRES } from '../math/tolerances.ts';

/** A bone of a planar chain relative to its parent: where it starts, metres, and its angle, radians. The last bone's start is the effector. */
export interface PlanarBone {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** `success`: the target is reached; `processing`: the sweep moved the end; `failure`: no bone moved it noticeably. */
export type PlanarStatus = 'success' | 'processing' | 'failure';

/** What one sweep in the plane did. */
export interface PlanarStep {
  readonly status: PlanarStatus;
  readonly bones: readonly PlanarBone[];
  /** Joint updates of this step: which bone turned by how many radians, in order. */
  readonly turns: readonly { readonly bone: number; readonly angle: number }[];
}

/** Metres of arc that count as no motion: a sweep in which no bone moves the end further has failed. */
const TRIVIAL_ARC = 1e-5;
/** Square metres below which |u| |v| gives no direction. */
const NO_DIRECTION = 1e-12;

/** Where the chain's joints are, root first, metres, with the angle in (−π, π] of the frame that each carries; the last is the effector. */
export function planarPoints(bones: readonly PlanarBone[]): { x: number; y: number; angle: number }[] {
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

/**
 * One sweep of cyclic coordinate descent in the plane, from the bone next to the effector to the root. `success` when the effector is within
 * `tolerance` metres of the target, `failure` when no bone moved it by more than an arc of 1e-5 m, else `processing`: call again with the bones
 * returned. Throws a `RangeError` of one sentence when a number is not finite or there is no bone.
 */
export function planarStep(bones: readonly PlanarBone[], target: { x: number; y: number }, tolerance: number): PlanarStep {
  check(bones, target, tolerance);
  const points = planarPoints(bones);
  const angles = bones.map((bone) => bone.angle);
  const turns: { bone: number; angle: number }[] = [];
  let { x, y } = points.at(-1)!;
  let moved = false;
  const near = (): boolean => hypot(target.x - x, target.y - y) <= tolerance;
  let reached = near();
  for (let bone = bones.length - 2; bone >= 0 && !reached; bone--) {
    const p = points[bone]!;
    const ux = x - p.x;
    const uy = y - p.y;
    const vx = target.x - p.x;
    const vy = target.y - p.y;
    const reach = hypot(ux, uy);
    // Effector or target on the joint: no direction to turn to.
    if (reach * hypot(vx, vy) < NO_DIRECTION) continue;
    const turn = atan2(ux * vy - uy * vx, ux * vx + uy * vy);
    const c = cos(turn);
    const s = sin(turn);
    x = p.x + c * ux - s * uy;
    y = p.y + s * ux + c * uy;
    angles[bone] = wrapAngle(angles[bone]! + turn);
    turns.push({ bone, angle: turn });
    if (Math.abs(turn) * reach > TRIVIAL_ARC) moved = true;
    reached = near();
  }
  const status = reached ? 'success' : moved ? 'processing' : 'failure';
  return { status, bones: bones.map((bone, i) => ({ ...bone, angle: angles[i]! })), turns };
}

/** Radians by which an escape bends the bones of a locked chain, alternately to either side. */
const ESCAPE = 0.3;
const ATTEMPTS = 4;

/** How a solve in the plane ended; `limit` means that the sweeps were used up. */
export interface PlanarOutcome {
  readonly status: 'success' | 'failure' | 'limit';
  readonly bones: readonly PlanarBone[];
  readonly sweeps: number;
  /** How often a locked chain (target on its line, inside reach) was bent to free it. */
  readonly escapes: number;
}

/**
 * Sweeps until the target is reached or `maxSweeps` are used up. A chain that fails although the target is within its reach is locked: its bones
 * are bent a little, each time more, and it goes on. A target out of reach ends in `failure`, with the chain as near as it got.
 * Throws like {@link planarStep}, and when `maxSweeps` is not a whole number from 1.
 */
export function solvePlanar(
  bones: readonly PlanarBone[],
  target: { x: number; y: number },
  tolerance: number,
  maxSweeps = 100,
): PlanarOutcome {
  if (!(Number.isInteger(maxSweeps) && maxSweeps >= 1)) {
    throw new RangeError(`maxSweeps must be a whole number from 1, got ${maxSweeps}`);
  }
  let present = bones;
  let escapes = 0;
  for (let sweeps = 0; sweeps < maxSweeps; sweeps++) {
    const step = planarStep(present, target, tolerance);
    present = step.bones;
    if (step.status === 'success') return { status: 'success', bones: present, sweeps, escapes };
    if (step.status === 'processing') continue;
    if (escapes >= ATTEMPTS || !isWithinReach(present, target, tolerance)) {
      return { status: 'failure', bones: present, sweeps: sweeps + 1, escapes };
    }
    escapes++;
    present = present.map((bone, i) => ({ ...bone, angle: wrapAngle(bone.angle + ESCAPE * escapes * (i % 2 === 0 ? 1 : -1)) }));
  }
  return { status: 'limit', bones: present, sweeps: maxSweeps, escapes };
}

/** Whether the target lies between the chain's least and greatest reach. */
function isWithinReach(bones: readonly PlanarBone[], target: { x: number; y: number }, tolerance: number): boolean {
  const lengths = bones.slice(1).map((bone) => hypot(bone.x, bone.y));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const longest = Math.max(0, ...lengths);
  const distance = hypot(target.x - bones[0]!.x, target.y - bones[0]!.y);
  return distance <= total + tolerance && distance >= 2 * longest - total - tolerance;
}

function check(bones: readonly PlanarBone[], target: { x: number; y: number }, tolerance: number): void {
  if (bones.length === 0) throw new RangeError('a planar chain needs at least one bone');
  const numbers = [...bones.flatMap((bone) => [bone.x, bone.y, bone.angle]), target.x, target.y];
  const bad = numbers.find((value) => !(Math.abs(value) <= MOST_METRES));
  if (bad !== undefined) throw new RangeError(`bones and target must be finite numbers of at most ${MOST_METRES}, got ${bad}`);
  if (!(tolerance > 0 && tolerance < Infinity))
    throw new RangeError(`the tolerance must be positive and finite, got ${tolerance}`);
}
