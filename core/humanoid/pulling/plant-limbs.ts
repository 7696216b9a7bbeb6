import { atan2 } from '../../math/elementary.ts';
import { fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, cross, distance, dot, length, normalize, rejectFrom, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { turnJoint } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { foldLimb, turnTo } from './fold-limb.ts';
import type { PinnedLimb, Sole } from './pinned-limbs.ts';

/** Radians by which a heel comes up so that its leg reaches further: a foot on tiptoe. Our choice. */
const TIPTOE = 0.9;
/** Radians by which a heel comes up at most where its ankle cannot bend further. Our choice. */
const HIGHEST_HEEL = 1.3;
/** Share of its length that a leg spans at most, unless the snapshot has it straighter. */
const STRAIGHT = 0.997;
/** Halvings of an interval of about a radian. */
const HALVINGS = 22;

/** A pinned limb put back, and by how many radians its heel is up. */
export interface Planted {
  readonly pose: Pose;
  readonly heel: number;
}

/** The pose with a pinned hand or foot back in its place and the limb folded in between, in the plane that the snapshot has it in. */
export function plantLimb(rig: Rig, pose: Pose, pinned: PinnedLimb): Planted {
  const { limb, axis, plane, pole, rotation, sole } = pinned;
  const root = worldPosition(forwardKinematics(rig.skeleton, pose), limb.upper);
  const heel = sole ? heelAngle(pinned, sole, root) : 0;
  const end = sole && heel > 0 ? ankleAt(pinned, sole, heel) : plane.end;
  let planted = foldLimb(rig, pose, limb, axis, end, pole);
  if (!rotation) return { pose: planted, heel };
  planted = turnTo(rig, planted, limb.end, sole && heel > 0 ? multiply(roll(sole, heel), rotation) : rotation);
  if (sole?.toes !== undefined && heel > 0) planted = turnJoint(rig, planted, sole.toes, roll(sole, -heel));
  return { pose: planted, heel };
}

/** The smallest angle of the heel from which the leg is long enough and the ankle need not bend further than it can. */
function heelAngle(pinned: PinnedLimb, sole: Sole, root: Vec3): number {
  const isLong = (angle: number): boolean => distance(root, ankleAt(pinned, sole, angle)) <= fullLength(pinned);
  const reaching = leastAngle(0, TIPTOE, isLong);
  return leastAngle(reaching, HIGHEST_HEEL, (angle) => shinLean(pinned, sole, root, angle) <= sole.dorsiflexion);
}

/** Metres that a leg spans when it is as straight as it may be. */
export function fullLength({ plane }: PinnedLimb): number {
  const { root, end, upperLength, lowerLength } = plane;
  return Math.max(distance(root, end), STRAIGHT * (upperLength + lowerLength));
}

/** Where the ankle is with the heel up by `angle`. */
export function ankleAt({ plane }: PinnedLimb, sole: Sole, angle: number): Vec3 {
  return add(sole.ball, rotate(roll(sole, angle), subtract(plane.end, sole.ball)));
}

/** The same on tiptoe where that helps the leg to reach from `root`. */
export function ankleOnTiptoe(pinned: PinnedLimb, root: Vec3): Vec3 {
  const { sole, plane } = pinned;
  const raised = sole ? ankleAt(pinned, sole, TIPTOE) : plane.end;
  return distance(root, raised) < distance(root, plane.end) ? raised : plane.end;
}

/** Radians by which the shin leans ahead of the sole's normal when the leg is folded from `root`, the heel up by `angle`. */
export function shinLean(pinned: PinnedLimb, sole: Sole, root: Vec3, angle: number): number {
  const turned = roll(sole, angle);
  const ankle = ankleAt(pinned, sole, angle);
  const shin = subtract(kneeBetween(pinned, root, ankle), ankle);
  return atan2(dot(shin, rotate(turned, sole.ahead)), dot(shin, rotate(turned, sole.up)));
}

/** Where the knee of a leg folded between `root` and `ankle` is. */
function kneeBetween({ plane: { upperLength: a, lowerLength: b }, pole }: PinnedLimb, root: Vec3, ankle: Vec3): Vec3 {
  const way = subtract(ankle, root);
  const span = Math.min(length(way), 0.99999 * (a + b));
  const line = normalize(way);
  const along = (a * a - b * b + span * span) / (2 * span);
  const aside = Math.sqrt(Math.max(0, a * a - along * along));
  return add(root, add(scale(line, along), scale(normalize(rejectFrom(pole, line)), aside)));
}

/** The turn of a foot whose heel comes up by `angle`. */
export function roll({ lateral }: Sole, angle: number): Quat {
  return fromAxisAngle(lateral, angle);
}

/** The least angle between `from` and `to` at which `holds`, which holds from some angle on; `to` where it does not before. */
function leastAngle(from: number, to: number, holds: (angle: number) => boolean): number {
  if (holds(from)) return from;
  let [low, high] = [from, to];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
