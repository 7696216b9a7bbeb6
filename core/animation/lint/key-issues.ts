import { groupBy } from '../../math/group-by.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import type { Clip, Track } from '../clip.ts';
import { reduceKeys } from '../reduce-keys.ts';
import { interpolationsOf, goesOnly, keysOf, trackOf } from '../track-keys.ts';

/** Keys of one joint that fall on the same frame: all but the one nearest to it are too many. */
export interface DoubledKeys {
  readonly joint: number;
  readonly frame: number;
  /** Times of those that are too many, seconds. */
  readonly spare: readonly number[];
}

/** Frames on which a joint has more than one key. */
export function doubledKeys(clip: Clip): DoubledKeys[] {
  return clip.tracks.flatMap(({ joint, times }) => {
    const byFrame = groupBy(times, (time) => Math.round(time * clip.fps));
    return [...byFrame].flatMap(([frame, here]): DoubledKeys[] => {
      if (here.length < 2) return [];
      const away = (time: number) => Math.abs(time - frame / clip.fps);
      const kept = here.reduce((best, time) => (away(time) < away(best) ? time : best));
      return [{ joint, frame, spare: here.filter((time) => time !== kept) }];
    });
  });
}

/** The track without the keys that the clip never plays; the last of them stays where the motion goes on towards it. */
export function withoutKeysBehind(track: Track, duration: number): Track {
  const behind = (time: number) => time > duration + KEY_TIME_TOLERANCE;
  const first = track.times.findIndex(behind);
  // The first key behind the end shapes the way to it, unless a key stands on the end; a smooth way needs the one after it too.
  const isReached = first > 0 && Math.abs(track.times[first - 1]! - duration) <= KEY_TIME_TOLERANCE;
  const shaping = first < 0 ? 0 : (isReached ? 0 : 1) + (interpolationsOf(track).has('cubic') ? 1 : 0);
  const count = first < 0 ? track.times.length : Math.min(track.times.length, first + shaping);
  return count === track.times.length ? track : cutTo(track, count);
}

/** The track without keys that change nothing: those on the straight way between others, and all but one of a track that stands still. */
export function withoutDeadKeys(track: Track): Track {
  if (goesOnly(track, 'linear')) return reduceKeys(track);
  const size = track.values.length / track.times.length;
  const stands = track.values.every((value, i) => Math.abs(value - track.values[i % size]!) < 1e-9);
  return stands && track.times.length > 1 ? cutTo(track, 1) : track;
}

/** How many keys fewer the clip has when `edit` is applied to its tracks. */
export function keysSpared(clip: Clip, edit: (track: Track) => Track): number {
  return clip.tracks.reduce((sum, track) => sum + track.times.length - edit(track).times.length, 0);
}

function cutTo(track: Track, count: number): Track {
  return trackOf(track, keysOf(track).slice(0, count));
}
