import type { PoseList } from '../../../core/document/edits/library.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/** One for each list of poses that was asked about: the list is asked with every change of the state, and seldom another one. */
const indexes = lastOf<readonly SavedPose[], ReadonlyMap<string, SavedPose>>();

/** The saved pose of that id, or null. */
export function poseById({ poses }: PoseList, id: string): SavedPose | null {
  return indexes(poses, [], () => new Map(poses.map((saved) => [saved.id, saved]))).get(id) ?? null;
}
