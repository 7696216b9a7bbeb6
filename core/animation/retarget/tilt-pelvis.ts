import { clamp } from '../../math/angles.ts';
import { sided, SIDES } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { createRotationLimiter, limitRotation, type RotationLimiter } from '../../humanoid/transfer/rotation-limiter.ts';
import { hypot } from '../../math/elementary.ts';
import { copyPacked, divideLeftPacked, multiplyPacked, normalizePacked } from '../../math/packed-quats.ts';
import { fromAxisAngle, rotate, shortestArc } from '../../math/quat.ts';
import { add, length, lerp, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rootTranslationOf, rotationIndex, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { commonAncestor, hangsFrom } from '../../skeleton/hierarchy.ts';

/** Share of the distance between the leg roots by which one may be made higher than the other; a body that lies on its side has more by itself. */
const STEEPEST = 0.95;
/** The same by which that may be more or less than the pose has it (25°): beyond, the hips' own limits would turn the legs. Less where
 * they are above each other, by the square of the distance from above: what is horizontal between them has no direction there. */
const MOST_CHANGE = 0.42;

/** The two joints that the legs hang from, left first; null unless the body has both. */
export function legRootJoints({ humanoid }: Pick<Rig, 'humanoid'>): readonly [left: number, right: number] | null {
  const [left, right] = SIDES.map((side) => humanoid[sided(side, 'UpperLeg')]);
  return left === undefined || right === undefined ? null : [left, right];
}

/**
 * The poses with the pelvis tilted sideways so that the left leg root is `rises` metres (one a frame) higher than the right one, as far as 25° more do it. The midpoint
 * of the leg roots stays at its place, and all bones above and below the pelvis keep their world rotations as far as their limits allow.
 */
export function tiltPelvis(rig: Rig, poses: readonly Pose[], rises: Float64Array): Pose[] {
  return turnPelvis(rig, poses, (across, frame) => tilted(across, rises[frame]!));
}

/** The same with the pelvis turned about the vertical by `yaws` radians, one a frame. */
export function yawPelvis(rig: Rig, poses: readonly Pose[], yaws: Float64Array): Pose[] {
  return turnPelvis(rig, poses, (across, frame) => rotate(fromAxisAngle(UNIT_Y, yaws[frame]!), across));
}

/** Where the way from the right leg root to the left one points in a frame; world, of the same length. */
type Aim = (across: Vec3, frame: number) => Vec3;

function turnPelvis(rig: Rig, poses: readonly Pose[], aim: Aim): Pose[] {
  const { skeleton } = rig;
  const roots = legRootJoints(rig);
  const pelvis = roots ? commonAncestor(skeleton.parents, roots) : -1;
  if (!roots || pelvis < 0 || roots.includes(pelvis)) return [...poses];
  const turning: Turning = {
    skeleton,
    roots,
    pelvis,
    kept: bonesOver(rig, pelvis, roots),
    limiter: createRotationLimiter(skeleton.limits),
    before: createWorldTransforms(skeleton),
    after: createWorldTransforms(skeleton),
    worlds: new Float64Array(4 * skeleton.count),
  };
  return poses.map((pose, frame) => turnedPose(turning, pose, (across) => aim(across, frame)));
}

/** What is the same for all poses, and room for one. */
interface Turning {
  readonly skeleton: Skeleton;
  readonly roots: readonly [left: number, right: number];
  readonly pelvis: number;
  /** One a joint: 1 where its world rotation is kept. */
  readonly kept: Uint8Array;
  readonly limiter: RotationLimiter;
  readonly before: WorldTransforms;
  readonly after: WorldTransforms;
  /** World rotations, 4 × joints. */
  readonly worlds: Float64Array;
}

function turnedPose(
  { skeleton, roots, pelvis, kept, limiter, before, after, worlds }: Turning,
  pose: Pose,
  aim: (across: Vec3) => Vec3,
): Pose {
  forwardKinematics(skeleton, pose, before);
  const across = subtract(vec3At(before.positions, roots[0]), vec3At(before.positions, roots[1]));
  const turn = Float64Array.from(shortestArc(across, aim(across)));
  const result = pose.slice();
  for (let j = 0; j < skeleton.count; j++) {
    const parent = skeleton.parents[j]!;
    const at = rotationIndex(j);
    if (parent < 0) copyPacked(skeleton.rest, 4 * j, worlds, 4 * j);
    else multiplyPacked(worlds, 4 * parent, skeleton.rest, 4 * j, worlds, 4 * j);
    if (j === pelvis) {
      multiplyPacked(turn, 0, before.rotations, 4 * j, result, at);
      divideLeftPacked(worlds, 4 * j, result, at, result, at);
      normalizePacked(result, at);
    } else if (kept[j] === 1) {
      divideLeftPacked(worlds, 4 * j, before.rotations, 4 * j, result, at);
      normalizePacked(result, at);
      limitRotation(limiter, j, result, at);
    }
    multiplyPacked(worlds, 4 * j, result, at, worlds, 4 * j);
  }
  forwardKinematics(skeleton, result, after);
  result.set(add(rootTranslationOf(result), subtract(middleOf(roots, before), middleOf(roots, after))));
  return result;
}

function middleOf([left, right]: Turning['roots'], { positions }: WorldTransforms): Vec3 {
  return lerp(vec3At(positions, left), vec3At(positions, right), 0.5);
}

/** One a joint, 1 for the humanoid bones' joints that a turning pelvis would take along and should not: all below it but those that lead to the leg roots. */
function bonesOver({ skeleton, humanoid }: Rig, pelvis: number, roots: readonly number[]): Uint8Array {
  const leading = new Set<number>();
  for (const root of roots) {
    for (let joint = skeleton.parents[root]!; joint !== pelvis; joint = skeleton.parents[joint]!) leading.add(joint);
  }
  const bones = Object.values(humanoid).filter((joint) => joint !== pelvis && hangsFrom(skeleton.parents, joint, pelvis));
  const kept = new Uint8Array(skeleton.count);
  for (const joint of bones) kept[joint] = leading.has(joint) ? 0 : 1;
  return kept;
}

/** The same vector turned about the horizontal so that it rises by `rise`. */
function tilted(across: Vec3, rise: number): Vec3 {
  const [whole, flat] = [length(across), hypot(across[0], across[2])];
  if (!(flat > 0)) return across;
  const most = (MOST_CHANGE * flat * flat) / whole;
  const near = clamp(rise, across[1] - most, across[1] + most);
  const steepest = Math.max(STEEPEST * whole, Math.abs(across[1]));
  const up = clamp(near, -steepest, steepest);
  const factor = Math.sqrt(whole * whole - up * up) / flat;
  return [factor * across[0], up, factor * across[2]];
}
