import { checkArray, isObject, spellOut } from '../math/check-values.ts';
import { checkPoseLength } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { SavedPose } from './saved-pose.ts';

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a saved pose, by its fields; with a skeleton, one of its length. */
export function checkSavedPose(saved: SavedPose, what: string, skeleton?: Skeleton): void {
  if (!hasParts(saved)) throw new RangeError(`${what} must have a pose, joints and tags, got ${spellOut(saved)}`);
  if (!hasTexts(saved)) throw new RangeError(`${what} must have texts for its id, name, folder and tags, got ${spellOut(saved)}`);
  if (skeleton !== undefined) checkPoseLength(skeleton, saved.pose, what);
}

/** The same for a list of saved poses. */
export function checkSavedPoses(poses: readonly SavedPose[], what: string, skeleton?: Skeleton): void {
  checkArray(poses, what);
  for (let i = 0; i < poses.length; i++) {
    const saved = poses[i]!;
    // The sentence is put together where it is needed: libraries may be large.
    const isRight = hasParts(saved) && hasTexts(saved) && skeleton === undefined;
    if (!isRight) checkSavedPose(saved, `${what}: number ${i}`, skeleton);
  }
}

function hasParts(saved: SavedPose): boolean {
  return isObject(saved) && Array.isArray(saved.joints) && Array.isArray(saved.tags) && saved.pose instanceof Float64Array;
}

function hasTexts({ id, name, folder, tags }: SavedPose): boolean {
  return [id, name, folder].every(isText) && tags.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
