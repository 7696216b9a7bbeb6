import { fromRotationVector } from '../../core/math/quat.ts';
import type { Random } from '../../core/math/random.ts';
import { restPose, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';

/** A pose with every joint turned by up to `amount` radians about each axis, the root moved by up to `amount` metres; no limits kept. */
export function randomPose(skeleton: Skeleton, random: Random, amount = 1): Pose {
  const pose = restPose(skeleton);
  const some = () => (2 * random() - 1) * amount;
  pose.set([some(), some(), some()], 0);
  for (let j = 0; j < skeleton.count; j++) setRotation(pose, j, fromRotationVector([some(), some(), some()]));
  return pose;
}
