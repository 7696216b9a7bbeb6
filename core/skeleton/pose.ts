import { checkSkeleton } from './skeleton.ts';
import { checkNumbers } from '../math/check-numbers.ts';
import { checkArray, spellOut, spellOutJoint } from '../math/check-values.ts';
import type { Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { AnyNames, OfJoints, Skeleton } from './skeleton.ts';

/**
 * A pose of one skeleton: `[x, y, z]` root displacement from rest (metres, world axes), then a rest-relative quaternion
 * `[x, y, z, w]` a joint, then a displacement in metres for each prismatic joint, then the weights (0 to 1) of the skeleton's expressions, the first
 * one last. All zeros and identities is the rest pose.
 * The compiler tells poses apart by the names of the joints, where it knows them.
 */
export type Pose<Names = AnyNames> = Float64Array & OfJoints<Names>;

/** Index of joint `j`'s quaternion inside a pose. */
export function rotationIndex(joint: number): number {
  return 3 + 4 * joint;
}

/** Index of the `slide`-th prismatic displacement inside a pose. */
export function slideIndex(skeleton: Skeleton, slide: number): number {
  return 3 + 4 * skeleton.count + slide;
}

/** Index of the weight of expression number `expression` inside a pose. */
export function weightIndex(pose: Pose, expression: number): number {
  return pose.length - 1 - expression;
}

/** Numbers in a pose of the skeleton: 3 for the root, 4 a joint, 1 a sliding joint, 1 an expression. */
export function poseLength(skeleton: Skeleton): number {
  checkSkeleton(skeleton);
  return 3 + 4 * skeleton.count + skeleton.slideCount + (skeleton.expressions?.length ?? 0);
}

/** A new pose in which every joint is at rest: no displacement, identity quaternions. */
export function restPose<Names>(skeleton: Skeleton<Names>): Pose<Names> {
  checkSkeleton(skeleton);
  const pose = new Float64Array(poseLength(skeleton));
  for (let j = 0; j < skeleton.count; j++) pose[rotationIndex(j) + 3] = 1;
  return pose;
}

/** The rest-relative quaternion of a joint. Throws a `RangeError` of one sentence when the pose has no such joint. */
export function rotationOf(pose: Pose, joint: number): Quat {
  checkJointOf(pose, joint);
  const o = rotationIndex(joint);
  return [pose[o]!, pose[o + 1]!, pose[o + 2]!, pose[o + 3]!];
}

/**
 * Writes the rest-relative quaternion of a joint into the pose, at whatever length it has. Throws a `RangeError` of one sentence when the pose has no such
 * joint, or the rotation is not four finite numbers of which one is not 0.
 */
export function setRotation(pose: Pose, joint: number, rotation: Quat): void {
  checkJointOf(pose, joint);
  checkNumbers(rotation, 4, 'the rotation');
  if (rotation[0] === 0 && rotation[1] === 0 && rotation[2] === 0 && rotation[3] === 0)
    throw new RangeError('the rotation must have a length above 0, got 0, 0, 0, 0');
  pose.set(rotation, rotationIndex(joint));
}

function checkJointOf(pose: Pose, joint: number): void {
  checkIsPose(pose, 'the pose');
  if (!Number.isInteger(joint) || joint < 0 || rotationIndex(joint) + 4 > pose.length)
    throw new RangeError(`the joint must be an index in the pose, got ${spellOutJoint(joint)}`);
}

/** The root's displacement from rest: metres, world axes. */
export function rootTranslationOf(pose: Pose): Vec3 {
  checkIsPose(pose, 'the pose');
  return [pose[0]!, pose[1]!, pose[2]!];
}

/** The pose with the whole body moved by so many metres of the world. */
export function moveBy<Names>(pose: Pose<Names>, by: Vec3): Pose<Names> {
  const moved = pose.slice() as Pose<Names>;
  for (let i = 0; i < 3; i++) moved[i]! += by[i]!;
  return moved;
}

/** Throws a `RangeError` unless the pose is one of the skeleton's length; its sentence begins with `what`, if that is given, and a colon. */
export function checkPoseLength(skeleton: Skeleton, pose: Pose, what = ''): void {
  checkIsPose(pose, what || 'the pose');
  const expected = poseLength(skeleton);
  if (pose.length !== expected)
    throw new RangeError(`${begin(what)}a pose of this skeleton has ${expected} numbers, got ${pose.length}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is a pose of any skeleton. */
export function checkIsPose(pose: Pose, what: string): void {
  if (!(pose instanceof Float64Array)) throw new RangeError(`${what} must be a Float64Array, got ${spellOut(pose)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is a pose of any skeleton with only finite numbers. */
export function checkFinitePose(pose: Pose, what: string): void {
  checkIsPose(pose, what);
  for (let i = 0; i < pose.length; i++) {
    if (!Number.isFinite(pose[i]!))
      throw new RangeError(`${begin(what)}a pose must be finite numbers, got ${pose[i]} at index ${i}`);
  }
}

/** Throws a `RangeError` that begins with `what` unless the value is an array of poses of the skeleton's length. */
export function checkPoses(skeleton: Skeleton, poses: readonly Pose[], what: string): void {
  checkArray(poses, what);
  for (let i = 0; i < poses.length; i++) checkPoseLength(skeleton, poses[i]!, `${what}: number ${i}`);
}

/** Throws a `RangeError` unless the pose is one of the skeleton's length with only finite numbers; it begins with `what`, if that is given, and a colon. */
export function checkPose(skeleton: Skeleton, pose: Pose, what = ''): void {
  checkPoseLength(skeleton, pose, what);
  checkFinitePose(pose, what);
}

function begin(what: string): string {
  return what === '' ? '' : `${what}: `;
}
