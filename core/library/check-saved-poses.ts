import { checkArray, isObject, spellOut } from '../math/check-values.ts';
import { checkPoseLength } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { SavedPose } from './saved-pose.ts';

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a saved pose, by its fields; with a skeleton, one of its length. */
export function checkSavedPose(saved: SavedPose, what: string, skeleton?: Skeleton): void {
  if (!(isObject(saved) && Array.isArray(saved.joints) && Array.isArray(saved.tags) && saved.pose instanceof Float64Array)) {
    throw new RangeError(`${what} must have a pose, joints and tags, got ${spellOut(saved)}`);
  }
  if (!areTexts([saved.id, saved.name, saved.folder]) || !areTexts(saved.tags))
    throw new RangeError(`${what} must have texts for its id, name, folder and tags, got ${spellOut(saved)}`);
  if (skeleton !== undefined) checkPoseLength(skeleton, saved.pose, what);
}

/** The same for a list of saved poses. */
export function checkSavedPoses(poses: readonly SavedPose[], what: string, skeleton?: Skeleton): void {
  checkArray(poses, what);
  for (let i = 0; i < poses.length; i++) checkSavedPose(poses[i]!, `${what}: number ${i}`, skeleton);
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}
