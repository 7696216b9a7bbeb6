import { checkFinite, checkTracks } from '../math/check-numbers.ts';
import { clamp } from '../math/angles.ts';
import { slerp } from '../math/quat.ts';
import { lerp } from '../math/vec3.ts';
import { checkFinitePose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import { poseOffset, ROOT_TRACK } from './clip.ts';

/** How far a pose may be blended: −200 % to 200 %. */
export const BLEND_RANGE: readonly [least: number, most: number] = [-2, 2];

/**
 * A new pose on the way from `from` (`amount` 0) to `to` (1), in the given joints (−1 for the root translation, below that for expressions; default:
 * all of a skeleton without expressions, the joints, and −1 for the root): each by SLERP along the short way, the root translation straight, weights straight and
 * from 0 to 1. Below 0 and above 1 it goes on at the same speed; the amount is clamped
 * to {@link BLEND_RANGE}.
 */
export function blendPose<Names>(from: Pose<Names>, to: Pose<Names>, amount: number, joints?: readonly number[]): Pose<Names> {
  checkAlike(from, to);
  checkFinite(amount, 'the amount');
  const chosen = joints ?? allJoints(from);
  checkTracks(chosen, 'the joints');
  const share = clamp(amount, ...BLEND_RANGE);
  const result = from.slice();
  for (const joint of chosen) {
    if (joint < ROOT_TRACK) {
      const at = poseOffset(joint, result);
      result[at] = clamp(from[at]! + share * (to[at]! - from[at]!), 0, 1);
    } else if (joint === ROOT_TRACK) {
      result.set(share === 1 ? rootTranslationOf(to) : lerp(rootTranslationOf(from), rootTranslationOf(to), share), 0);
    } else {
      const target = rotationOf(to, joint);
      setRotation(result, joint, share === 1 ? target : slerp(rotationOf(from, joint), target, share));
    }
  }
  return result;
}

/** A pose between two keys that lie around it: 0 is the one before, 1 the one after; beyond both it overshoots. */
export function breakdownPose<Names>(
  before: Pose<Names>,
  after: Pose<Names>,
  amount: number,
  joints?: readonly number[],
): Pose<Names> {
  checkFinitePose(before, 'the pose before');
  checkFinitePose(after, 'the pose after');
  checkFinite(amount, 'the amount');
  if (joints !== undefined) checkTracks(joints, 'the joints');
  return blendPose(before, after, amount, joints);
}

/**
 * `current` pushed away from (amount > 0) or relaxed towards (amount < 0) what plain in-betweening of its neighbours would show at
 * `share` of the way between them, in the given joints as for {@link blendPose}; −1 is that in-between itself.
 */
export function pushPose<Names>(
  before: Pose<Names>,
  after: Pose<Names>,
  share: number,
  current: Pose<Names>,
  amount: number,
  joints?: readonly number[],
): Pose<Names> {
  checkFinitePose(before, 'the pose before');
  checkFinitePose(after, 'the pose after');
  checkFinite(share, 'the share');
  checkFinitePose(current, 'the current pose');
  checkFinite(amount, 'the amount');
  if (joints !== undefined) checkTracks(joints, 'the joints');
  return blendPose(current, blendPose(before, after, share, joints), -amount, joints);
}

function allJoints(pose: Pose): number[] {
  return Array.from({ length: Math.floor((pose.length - 3) / 4) + 1 }, (_, i) => i - 1);
}

/** Throws a `RangeError` of one sentence unless both are poses of one length. */
function checkAlike(from: Pose, to: Pose): void {
  checkFinitePose(from, 'the first pose');
  checkFinitePose(to, 'the second pose');
  if (from.length !== to.length)
    throw new RangeError(`two poses of one skeleton have as many numbers, got ${from.length} and ${to.length}`);
}
