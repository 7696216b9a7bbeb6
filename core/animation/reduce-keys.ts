import { checkTrack } from './check-clip.ts';
import { REDUCED_ANGLE, REDUCED_DISTANCE, REDUCED_WEIGHT } from '../math/tolerances.ts';
import { keySize, type Track } from './clip.ts';
import { linearBetween } from './between-keys.ts';
import { goesOnly } from './track-keys.ts';

/**
 * The track with only those keys that straight interpolation needs to stay within 0.01°, 0.02 mm and 0.001 of a weight of all of them (Ramer 1972,
 * Douglas and Peucker 1973: split at the farthest key). A track that holds one value keeps one key; one that does not go straight all the way keeps all.
 */
export function reduceKeys(track: Track): Track {
  checkTrack(track, 'the track');
  const count = track.times.length;
  if (count < 2 || !goesOnly(track, 'linear')) return track;
  const needed = new Uint8Array(count);
  needed[0] = 1;
  const last = count - 1;
  const size = keySize(track.joint);
  const value = new Float64Array(size);
  const pending: [number, number][] = [[0, last]];
  let moves = false;
  while (pending.length > 0) {
    const [from, to] = pending.pop()!;
    const farthest = farthestKey(track, from, to, value);
    if (farthest >= 0) {
      needed[farthest] = 1;
      pending.push([from, farthest], [farthest, to]);
      moves = true;
    }
  }
  for (let c = 0; c < size; c++) value[c] = track.values[c]!;
  if (moves || deviation(track, last, value) > 1) needed[last] = 1;
  const kept = [...needed.keys()].filter((key) => needed[key] === 1);
  return {
    joint: track.joint,
    interpolation: 'linear',
    times: kept.map((key) => track.times[key]!),
    values: kept.flatMap((key) => track.values.slice(size * key, size * (key + 1))),
  };
}

/** The key between `from` and `to` that lies farthest from the straight way between them, or −1 when all are near enough. */
function farthestKey(track: Track, from: number, to: number, value: Float64Array): number {
  const span = track.times[to]! - track.times[from]!;
  const ends = spanOf(track, from, to);
  let farthest = -1;
  let largest = 1;
  for (let key = from + 1; key < to; key++) {
    linearBetween(ends, 0, (track.times[key]! - track.times[from]!) / span, value, 0);
    const away = deviation(track, key, value);
    if (away > largest) {
      largest = away;
      farthest = key;
    }
  }
  return farthest;
}

/** A track of two keys. */
function spanOf(track: Track, from: number, to: number): Track {
  const size = keySize(track.joint);
  const valueOf = (key: number) => track.values.slice(size * key, size * (key + 1));
  return { ...track, times: [track.times[from]!, track.times[to]!], values: [...valueOf(from), ...valueOf(to)] };
}

/** How far `value` is from the track's key, in tolerances: above 1 is too far. */
function deviation(track: Track, key: number, value: Float64Array): number {
  const size = value.length;
  let squares = 0;
  let opposite = 0;
  for (let c = 0; c < size; c++) {
    const wanted = track.values[size * key + c]!;
    squares += (wanted - value[c]!) ** 2;
    opposite += (wanted + value[c]!) ** 2;
  }
  if (size === 1) return Math.sqrt(squares) / REDUCED_WEIGHT;
  // A chord of length d between unit quaternions is an angle of 4 asin(d/2) ≅ 2d.
  return size === 4 ? (2 * Math.sqrt(Math.min(squares, opposite))) / REDUCED_ANGLE : Math.sqrt(squares) / REDUCED_DISTANCE;
}
