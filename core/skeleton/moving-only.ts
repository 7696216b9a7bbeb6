import { checkIndices } from '../math/check-numbers.ts';
import { FREE } from './limits.ts';
import { checkSkeleton, withLimits, type Skeleton } from './skeleton.ts';

/**
 * The same skeleton, of which only these joints move and have limits: a solve leaves every other joint as the pose has it, be it outside its limit, as an
 * animation may put it. For inverse kinematics over an animation. Throws a `RangeError` of one sentence when there is no such joint.
 */
export function movingOnly<Names>(skeleton: Skeleton<Names>, joints: readonly number[]): Skeleton<Names> {
  checkSkeleton(skeleton);
  checkIndices(joints, skeleton.count, 'the joints that move');
  const moves = new Set(joints);
  const limits = skeleton.limits.map((limit, j) => (moves.has(j) || limit.kind === 'prismatic' ? limit : FREE));
  return withLimits(
    skeleton,
    limits,
    skeleton.stiffness.map((stiffness, j) => (moves.has(j) ? stiffness : 1)),
  );
}
