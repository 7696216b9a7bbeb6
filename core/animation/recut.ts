import { KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import type { Vec3 } from '../math/vec3.ts';
import { ROOT_TRACK, type Clip, type Track } from './clip.ts';
import { frameTimes } from './joint-paths.ts';
import { checkDuration } from './keys.ts';
import { trackValue } from './sampling.ts';
import { isSameTime, keysOf, trackOf, type Key } from './track-keys.ts';

/**
 * The part of a clip between two moments (seconds, the later one above the earlier), moved to its beginning: it shows what the clip showed there. A track
 * that bends between its keys and is cut between two of them goes straight from frame to frame instead. Throws a `RangeError` when nothing is left.
 */
export function trimClip(clip: Clip, from: number, to: number): Clip {
  checkDuration(to - from);
  const tracks = clip.tracks.map((track) => {
    const isCut = [from, to].some((time) => isBetweenKeys(track, time));
    const whole = isCut && isCurved(track) ? straightened(clip, track) : track;
    const inside = keysOf(whole).filter(({ time }) => time > from + KEY_TIME_TOLERANCE && time < to - KEY_TIME_TOLERANCE);
    const ends = [from, to].map((time): Key => ({ time, value: trackValue(whole, time) }));
    return trackOf(
      whole,
      [...ends, ...inside].map(({ time, value }) => ({ time: time - from, value })),
    );
  });
  return { ...clip, duration: to - from, tracks };
}

/** The clip played backwards; keys behind its end, which are never played, go. */
export function reverseClip(clip: Clip): Clip {
  const { duration } = clip;
  const tracks = clip.tracks.map((track): Track => {
    const keys = keysOf(track).filter(({ time }) => time <= duration + KEY_TIME_TOLERANCE);
    const end: Key = { time: duration, value: trackValue(track, duration) };
    const whole = keys.some(({ time }) => isSameTime(time, duration)) ? keys : [...keys, end];
    // A held key is seen from itself to the next: backwards it begins where that one was.
    const startOf = (k: number) => (track.interpolation === 'step' ? (whole[k + 1]?.time ?? duration) : whole[k]!.time);
    const turned = whole.map(({ value }, k) => ({ time: Math.max(0, duration - startOf(k)), value }));
    const kept = turned.filter(({ time }, k) => !turned.some((other, i) => i < k && isSameTime(other.time, time)));
    return trackOf(track, kept);
  });
  return { ...clip, tracks };
}

/**
 * One clip after another of the same character: the second begins a frame after the first ends, and goes on along the floor from where that left the body.
 * Tracks whose ways between keys differ go straight from frame to frame. It has the first clip's id, name and frame rate.
 */
export function joinClips(first: Clip, second: Clip): Clip {
  const start = first.duration + 1 / first.fps;
  const joints = new Set([...first.tracks, ...second.tracks].map(({ joint }) => joint));
  const rootOf = ({ tracks }: Clip) => tracks.find(({ joint }) => joint === ROOT_TRACK);
  const [left, found] = [rootOf(first), rootOf(second)].map((track, i) =>
    track ? trackValue(track, i === 0 ? first.duration : 0) : [0, 0, 0],
  ) as [Vec3, Vec3];
  const tracks = [...joints].map((joint): Track => {
    const own = first.tracks.find((track) => track.joint === joint) ?? atRest(joint);
    const other = second.tracks.find((track) => track.joint === joint) ?? atRest(joint);
    const isAlike = own.interpolation === other.interpolation;
    const [a, b] = isAlike ? [own, other] : [straightened(first, own), straightened(second, other)];
    const before = closed(a, first.duration);
    const after = closed(b, second.duration).map(({ time, value }) => {
      const [x = 0, y = 0, z = 0] = value;
      return { time: start + time, value: joint === ROOT_TRACK ? [x + left[0] - found[0], y, z + left[2] - found[2]] : value };
    });
    return trackOf(a, [...before, ...after]);
  });
  return { ...first, duration: start + second.duration, tracks: tracks.sort((a, b) => a.joint - b.joint) };
}

/** The keys of a track up to `end`, with one on it and one at its beginning, so that what follows does not change the way there. */
function closed(track: Track, end: number): Key[] {
  const keys = keysOf(track).filter(({ time }) => time <= end + KEY_TIME_TOLERANCE);
  const missing = [0, end].filter((at) => !keys.some(({ time }) => isSameTime(time, at)));
  return [...keys, ...missing.map((time) => ({ time, value: trackValue(track, time) }))];
}

function atRest(joint: number): Track {
  return { joint, interpolation: 'linear', times: [0], values: joint === ROOT_TRACK ? [0, 0, 0] : [0, 0, 0, 1] };
}

function isCurved({ interpolation }: Track): boolean {
  return interpolation === 'ease' || interpolation === 'cubic';
}

function isBetweenKeys({ times }: Track, time: number): boolean {
  return time > times[0]! && time < times.at(-1)! && !times.some((each) => isSameTime(each, time));
}

/** The track with a key a frame, straight between them. */
function straightened(clip: Clip, track: Track): Track {
  const keys = frameTimes(clip).map((time) => ({ time, value: trackValue(track, time) }));
  return trackOf({ ...track, interpolation: 'linear' }, keys);
}
