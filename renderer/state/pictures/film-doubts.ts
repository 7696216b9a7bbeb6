import type { ClipMarker } from '../../../core/animation/clip.ts';
import type { FilmMotion } from '../../../core/formats/pictures/motion-of-film.ts';
import { listed } from '../listed.ts';
import { hiddenLimbs, tornLimbs } from './doubts-in-words.ts';

/** Seconds of doubt that are told, and those without one that do not end it. */
const SHORTEST = 0.1;
const LONGEST_PAUSE = 0.3;
/** Share of a doubtful stretch from which on a doubt is named. */
const OFTEN = 1 / 3;
/** Markers that a clip is given at most: with more of them nobody finds a way. */
const MOST_MARKERS = 24;

/** How surely each frame of a motion is known, 0 to 1: the least of all limbs. */
export function confidenceOf(doubts: FilmMotion['doubts']): number[] {
  return doubts.map(({ sure, doubts: torn }) =>
    Math.min(...Object.values(sure), ...Object.values(torn).map((doubt) => 1 - doubt)),
  );
}

/**
 * Markers where stretches begin in which something of a motion is uncertain, the longest ones where there are many; `isSeen`: whether the film shows somebody in each
 * frame.
 */
export function doubtMarkers(doubts: FilmMotion['doubts'], isSeen: readonly boolean[], fps: number): ClipMarker[] {
  const said = doubts.map((each, frame) => (isSeen[frame] ? [...hiddenLimbs(each), ...tornLimbs(each)] : [NOBODY]));
  const stretches: { readonly first: number; last: number }[] = [];
  for (const [frame, words] of said.entries()) {
    const before = stretches.at(-1);
    if (words.length === 0) continue;
    if (before && frame - before.last <= LONGEST_PAUSE * fps + 1) before.last = frame;
    else stretches.push({ first: frame, last: frame });
  }
  const longest = stretches
    .filter(({ first, last }) => last - first + 1 >= SHORTEST * fps)
    .sort((a, b) => b.last - b.first - (a.last - a.first))
    .slice(0, MOST_MARKERS);
  return longest
    .sort((a, b) => a.first - b.first)
    .map(({ first, last }) => ({ name: namedDoubt(said.slice(first, last + 1)), time: first / fps }));
}

const NOBODY = 'nobody';

function namedDoubt(said: readonly (readonly string[])[]): string {
  const counts = new Map<string, number>();
  for (const word of said.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const usual = Math.max(...counts.values());
  const often = [...counts].filter(([, count]) => count >= Math.min(usual, OFTEN * said.length)).map(([word]) => word);
  if (often.includes(NOBODY)) return 'Nobody seen';
  return `Uncertain: ${listed(often)}`;
}

/** What of a motion is uncertain, in sentences. */
export function motionDoubtsInWords(doubts: FilmMotion['doubts'], isSeen: readonly boolean[], areOwnLengths: boolean): string {
  const missing = isSeen.filter((each) => !each).length;
  const often = (limbsOf: (each: FilmMotion['doubts'][number]) => readonly string[]) => {
    const all = doubts.flatMap((each, frame) => (isSeen[frame] ? limbsOf(each) : []));
    return [...new Set(all)].filter((limb) => all.filter((each) => each === limb).length > OFTEN * doubts.length);
  };
  const hidden = often(hiddenLimbs);
  const torn = often(tornLimbs).filter((limb) => !hidden.includes(limb));
  const said = [
    ...(missing > 0 ? [`Nobody was found in ${missing} of its ${isSeen.length} frames, which are bridged.`] : []),
    ...(hidden.length > 0 ? [`Often hardly seen: ${listed(hidden)}.`] : []),
    ...(torn.length > 0 ? [`May often lean the other way: ${listed(torn)}.`] : []),
    ...(areOwnLengths ? [] : ['The character is not built like a person: check all of it.']),
  ];
  return said.length > 0 ? said.join(' ') : 'Check how far limbs reach to the front and back.';
}
