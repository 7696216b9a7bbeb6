import { checkSavedPoses } from './check-saved-poses.ts';
import { checkText } from '../math/check-values.ts';
import type { SavedPose } from './saved-pose.ts';
import { lastOf } from '../math/last-of.ts';

const MARKS = /\p{M}/gu;

/**
 * The poses whose name, tags or folder contain every word of `query`, without regard to case and accents: best matches first, poses that
 * match equally well in their own order. An empty query gives all of them.
 */
export function searchPoses(poses: readonly SavedPose[], query: string): readonly SavedPose[] {
  return createPoseSearch()(poses, query);
}

/** Searches as {@link searchPoses} does, and keeps how it reads each pose's words: for many searches in large libraries. */
export function createPoseSearch(): typeof searchPoses {
  const known = lastOf<SavedPose, PlainWords>();
  const wordsOf = (saved: SavedPose): PlainWords => known(saved, [], () => plainWords(saved));
  let read: ReadPoses | null = null;
  let last: Search | null = null;

  function wordsOfAll(poses: readonly SavedPose[]): readonly PlainWords[] {
    if (read !== null && read.poses === poses && read.words.length === poses.length) return read.words;
    checkSavedPoses(poses, 'the poses');
    last = null;
    read = { poses, words: poses.map(wordsOf) };
    return read.words;
  }

  return (poses, query) => {
    checkText(query, 'the query');
    const all = wordsOfAll(poses);
    const wanted = plain(query);
    const words = wanted.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) return poses;
    // What a longer query finds is among what was found before.
    const among = last && wanted.startsWith(last.query) ? last.found : null;
    const count = among?.length ?? poses.length;
    const found: number[] = [];
    const byRank: SavedPose[][] = [];
    for (let i = 0; i < count; i++) {
      const index = among ? among[i]! : i;
      const rank = matchRank(all[index]!, words);
      if (rank === null) continue;
      found.push(index);
      (byRank[rank] ??= []).push(poses[index]!);
    }
    last = { query: wanted, found };
    return byRank.flat();
  };
}

/** A list of poses and the words of each. */
interface ReadPoses {
  readonly poses: readonly SavedPose[];
  readonly words: readonly PlainWords[];
}

/** What was looked for last, and the numbers of the poses that were found, rising. */
interface Search {
  readonly query: string;
  readonly found: readonly number[];
}

/** What a pose is found by, without case and accents. */
interface PlainWords {
  readonly name: string;
  /** Tags and folder, a line each. */
  readonly others: string;
}

function plainWords({ name, tags, folder }: SavedPose): PlainWords {
  return { name: plain(name), others: plain([...tags, folder].join('\n')) };
}

/** Null when a word is found nowhere; else the sum of 0 (the name starts with it), 1 (a word of it does), 2 (it is inside), 3 (in a tag or the folder). */
function matchRank({ name, others }: PlainWords, words: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === 0) continue;
    if (at > 0) rank += name.includes(` ${word}`) ? 1 : 2;
    else if (others.includes(word)) rank += 3;
    else return null;
  }
  return rank;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

function plain(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(MARKS, '').toLowerCase();
}
