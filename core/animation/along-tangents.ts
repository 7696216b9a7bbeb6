import { groupBy } from '../math/group-by.ts';
import { checkClip } from './check-clip.ts';
import type { ChosenKey } from './chosen-keys.ts';
import { keySize, type Clip, type Interpolation, type Track } from './clip.ts';
import { hasTangents } from './easing.ts';
import { sampleTrack } from './sampling.ts';
import { fitTangents } from './tangents.ts';
import { interpolationAfter, isSameTime } from './track-keys.ts';

/** Equal parts of the way between two keys at whose ends tangents are fitted to it. */
const PARTS = 16;

/** The clip that goes on from each of the chosen keys along tangents, as near as these come to its way there so far. What is held stays held. */
export function alongTangents(clip: Clip, chosen: readonly ChosenKey[]): Clip {
  checkClip(clip, 'the clip');
  const byJoint = groupBy(chosen, ({ joint }) => joint);
  const tracks = clip.tracks.map((track): Track => {
    const times = byJoint.get(track.joint)?.map(({ time }) => time) ?? [];
    const isChosen = (key: number) => times.some((time) => isSameTime(time, track.times[key]!));
    const ways = track.times.map((_, key): Interpolation | null => {
      const own = track.keyInterpolations?.[key] ?? null;
      return key + 1 < track.times.length && isChosen(key) ? tangentsFrom(track, key) : own;
    });
    return ways.every((way) => way === null) ? track : { ...track, keyInterpolations: ways };
  });
  return { ...clip, tracks };
}

function tangentsFrom(track: Track, key: number): Interpolation {
  const way = interpolationAfter(track, key);
  if (way === 'step' || hasTangents(way)) return way;
  const [from, to] = [track.times[key]!, track.times[key + 1]!];
  const size = keySize(track.joint);
  const values = new Float64Array(size * (PARTS + 1));
  for (let part = 0; part <= PARTS; part++) {
    sampleTrack(track, part === PARTS ? to : from + (part / PARTS) * (to - from), values, size * part);
  }
  return fitTangents(track.joint, withoutFlips(values, size), 0, PARTS);
}

/** The samples with the sign of each quaternion that is nearer to the one before it. */
function withoutFlips(values: Float64Array, size: number): readonly number[] {
  for (let at = size; size === 4 && at < values.length; at += size) {
    let cosine = 0;
    for (let c = 0; c < size; c++) cosine += values[at + c]! * values[at + c - size]!;
    for (let c = 0; cosine < 0 && c < size; c++) values[at + c] = -values[at + c]!;
  }
  return [...values];
}
