import { wrapAngle } from '../math/angles.ts';
import { checkJoint } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { suggestNames } from '../math/near-names.ts';
import { limitCoordinates } from './limit-state.ts';
import { checkPose, rotationOf, slideIndex, type Pose } from './pose.ts';
import { checkSkeleton, type Skeleton } from './skeleton.ts';

/**
 * Index of the first joint with this name. Throws a `RangeError` of one sentence, with the names nearest to it, when there is none.
 */
export function jointNamed(skeleton: Skeleton, name: string): number {
  checkSkeleton(skeleton);
  const joint = skeleton.names.indexOf(name);
  if (joint >= 0) return joint;
  throw new RangeError(`the skeleton has no joint named ${spellOut(name)}${suggestNames(skeleton.names, name)}`);
}

/**
 * Where a joint with one degree of freedom stands in a pose: a hinge's angle in radians, inside its range when the pose is, or the metres that a
 * sliding joint has moved from rest. Throws a `RangeError` of one sentence for other joints, and when the pose does not fit the skeleton.
 */
export function readJoint<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>, joint: number): number {
  checkSkeleton(skeleton);
  checkPose(skeleton, pose);
  checkJoint(joint, skeleton.count);
  const limit = skeleton.limits[joint]!;
  if (limit.kind === 'prismatic') return pose[slideIndex(skeleton, skeleton.slides[joint]!)]!;
  if (limit.kind !== 'hinge') {
    throw new RangeError(`only a hinge or a sliding joint has one value, got a ${limit.kind} joint, "${skeleton.names[joint]}"`);
  }
  const middle = (limit.min + limit.max) / 2;
  return middle + wrapAngle(limitCoordinates(limit, rotationOf(pose, joint)).twist - middle);
}
