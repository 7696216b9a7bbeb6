import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { checkFinitePose, checkPose } from '../skeleton/pose.ts';
import { checkSavedPose } from './check-saved-poses.ts';
import { checkFinite } from '../math/check-numbers.ts';
import { checkArray, spellOut } from '../math/check-values.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import { blendPose } from '../animation/blend.ts';
import { allTracks, isTrackOf, tracksOfBody } from '../animation/clip.ts';
import { weightIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { SavedPose } from './saved-pose.ts';

/**
 * A new pose on the way from `current` (`amount` 0) to `saved` (1): each joint by SLERP along the short way, the root translation
 * straight. Below 0 and above 1 it goes on at the same speed; the amount is clamped to −2 to 2. Only joints that the
 * saved pose speaks of move, and of these, when `joints` is given, only those (−1 for the root translation). Throws a `RangeError` when the two
 * poses differ in length.
 */
export function applySavedPose<Names>(
  current: Pose<Names>,
  saved: SavedPose,
  amount = 1,
  joints?: readonly number[],
): Pose<Names> {
  checkFinitePose(current, 'the current pose');
  checkSavedPose(saved, 'the saved');
  checkFinite(amount, 'the amount');
  if (joints !== undefined) checkArray(joints, 'the joints');
  if (saved.pose.length !== current.length) {
    throw new RangeError(
      `the pose "${saved.name}" has ${saved.pose.length} numbers, but this character's poses have ${current.length}`,
    );
  }
  const wanted = joints && new Set(joints);
  return blendPose(current, saved.pose, amount, wanted ? saved.joints.filter((joint) => wanted.has(joint)) : saved.joints);
}

/** What a pose is kept under. */
export interface CaptureSettings {
  /** Unique in the library. */
  readonly id: string;
  readonly name: string;
  /** Default: none. */
  readonly tags?: readonly string[];
  /** Default: none, the top of the library. */
  readonly folder?: string;
  /** Default: false. */
  readonly isFavourite?: boolean;
  /**
   * Joints to remember, −1 for the root translation, below that for expressions (see `expressionTrack`). Default: all joints and the root; all
   * expressions too where one of them shows.
   */
  readonly joints?: readonly number[];
  /** `data:image/png;base64,…`. Default: none, an empty string. */
  readonly thumbnail?: string;
}

const CAPTURE_FIELDS: FieldsOf<CaptureSettings> = {
  id: true,
  name: true,
  tags: true,
  folder: true,
  isFavourite: true,
  joints: true,
  thumbnail: true,
};

/** Whether a pose has an expression of a weight above 0. */
export function showsExpression({ expressions = [] }: Skeleton, pose: Pose): boolean {
  return expressions.some((_, i) => pose[weightIndex(pose, i)]! > 0);
}

/** Keeps a copy of `pose` under a name. Throws a `RangeError` when a joint to remember is none of the skeleton. */
export function capturePose<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>, settings: CaptureSettings): SavedPose {
  checkSkeleton(skeleton);
  checkPose(skeleton, pose, 'the pose');
  checkFieldsOf(settings, CAPTURE_FIELDS, 'the settings');
  const { id, name, tags = [], folder = '', isFavourite = false, thumbnail = '' } = settings;
  const { joints = showsExpression(skeleton, pose) ? allTracks(skeleton) : tracksOfBody(skeleton) } = settings;
  for (const joint of joints) {
    if (!isTrackOf(skeleton, joint)) {
      throw new RangeError(`a saved joint must be −1 or a joint index below ${skeleton.count}, got ${spellOut(joint)}`);
    }
  }
  return { id, name, tags, folder, isFavourite, pose: pose.slice(), joints, thumbnail };
}
