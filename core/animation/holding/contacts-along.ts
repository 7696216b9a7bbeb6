import { isSameTime } from '../track-keys.ts';
import type { Clip } from '../clip.ts';
import { clipKeyTimes } from '../sampling.ts';
import { withContactsAt } from './contact-spans.ts';

/**
 * A clip whose keys were moved, with its contacts moved along: an end that stood on a key stands on it again, one between two keys keeps its share of the way between
 * them. `placed` says where a key of before stands now; null: where it was. Contacts stay as they are where keys have passed each other.
 */
export function contactsAlong(before: Clip, moved: Clip, placed: (time: number) => number | null): Clip {
  const { contacts } = before;
  const times = clipKeyTimes(before);
  const places = times.map((time) => placed(time) ?? time);
  const isMoved = times.some((time, i) => !isSameTime(time, places[i]!));
  const isInOrder = places.every((place, i) => i === 0 || place > places[i - 1]!);
  if (!contacts || !isMoved || !isInOrder) return moved;
  return withContactsAt(moved, contacts, (time) => {
    const after = times.findIndex((each) => each > time || isSameTime(each, time));
    if (after < 0 || isSameTime(times[after]!, time)) return after < 0 ? time : places[after]!;
    if (after === 0) return time;
    const share = (time - times[after - 1]!) / (times[after]! - times[after - 1]!);
    const place = places[after - 1]! + share * (places[after]! - places[after - 1]!);
    return Math.round(place * before.fps) / before.fps;
  });
}
