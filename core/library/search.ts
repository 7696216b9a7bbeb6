import { checkSavedPoses } from './check-saved-poses.ts';
import { checkText } from '../math/check-values.ts';
import type { SavedPose } from './saved-pose.ts';

const MARKS = /\p{M}/gu;

/**
 * The poses whose name, tags or folder contain every word of `query`, without regard to case and accents: best matches first, poses that
 * match equally well in their own order. An empty query gives all of them.
 */
export function searchPoses(poses: readonly SavedPose[], query: string): readonly SavedPose[] {
  checkSavedPoses(poses, 'the poses');
  checkText(query, 'the query');
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return poses;
  const found: { readonly pose: SavedPose; readonly rank: number }[] = [];
  for (const pose of poses) {
    const rank = matchRank(pose, words);
    if (rank !== null) found.push({ pose, rank });
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ pose }) => pose);
}

/** All tags of the poses, in alphabetical order. */
export function tagsOf(poses: readonly SavedPose[]): string[] {
  checkSavedPoses(poses, 'the poses');
  return [...new Set(poses.flatMap((pose) => pose.tags))].sort((a, b) => (a < b ? -1 : 1));
}

/** Null when a word is found nowhere; else the sum of 0 (the name starts with it), 1 (a word of it does), 2 (it is inside), 3 (in a tag or the folder). */
function matchRank(pose: SavedPose, words: readonly string[]): number | null {
  const name = plain(pose.name);
  let rank = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === 0) continue;
    if (at > 0) rank += name.includes(` ${word}`) ? 1 : 2;
    else if (pose.tags.some((tag) => plain(tag).includes(word)) || plain(pose.folder).includes(word)) rank += 3;
    else return null;
  }
  return rank;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase();
}
