import { checkClip } from './check-clip.ts';
import { clamp } from '../math/angles.ts';
import { checkFinite } from '../math/check-numbers.ts';
import { KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import type { Vec3 } from '../math/vec3.ts';
import { keySize, ROOT_TRACK, type Clip, type ClipLayer, type Track } from './clip.ts';
import { keysWithin, scaleChosen } from './chosen-keys.ts';
import { withContacts, withContactsAt } from './holding/contact-spans.ts';
import { frameTimes } from './joint-paths.ts';
import { checkDuration, snapToFrame } from './keys.ts';
import { backwards } from './easing.ts';
import { freeLayerName, withLayers, withLayersAt } from './layers.ts';
import { withMarkers, withMarkersAt } from './markers.ts';
import { clipKeyTimes, trackValue } from './sampling.ts';
import { goesOnly, interpolationAfter, interpolationsOf, isSameTime, keysOf, trackOf, type Key } from './track-keys.ts';

/**
 * The part of a clip between two moments (seconds, the later one above the earlier), moved to its beginning: it shows what the clip showed there. A track
 * that bends between its keys and is cut between two of them goes straight from frame to frame instead. Throws a `RangeError` when nothing is left.
 */
export function trimClip(clip: Clip, from: number, to: number): Clip {
  checkClip(clip, 'the clip');
  checkFinite(from, 'the start');
  checkFinite(to, 'the end');
  checkDuration(to - from);
  const tracks = clip.tracks.map((track) => {
    const whole = bendsAnew(track, from, to) ? straightened(clip, track) : track;
    const inside = keysOf(whole).filter(({ time }) => time > from + KEY_TIME_TOLERANCE && time < to - KEY_TIME_TOLERANCE);
    const ends = inside.length > 0 ? endsOf(whole, from, to) : [from, to];
    const kept = [...ends.map((time): Key => ({ time, value: trackValue(whole, time) })), ...inside];
    return trackOf(
      whole,
      kept.map((key) => ({ ...key, time: key.time - from })),
    );
  });
  const trimmed = { ...clip, duration: to - from, tracks };
  const layered = withLayersAt(
    trimmed,
    (clip.layers ?? []).filter((layer) => layer.to > from && layer.from < to),
    (time) => time - from,
  );
  const marked = withMarkersAt(layered, clip.markers ?? [], (time) => time - from);
  return withContactsAt(marked, clip.contacts ?? [], (time) => clamp(time, from, to) - from);
}

/**
 * The clip slower or faster, so that what is at `last` (seconds) comes to stand at its end: keys go to the frames next to where that takes them, contacts along
 * with them, so that feet stand as they did. Default: the last key. The same clip where that is at its beginning, or at its end.
 */
export function stretchClip(clip: Clip, last = clipKeyTimes(clip).at(-1) ?? 0): Clip {
  checkClip(clip, 'the clip');
  checkFinite(last, 'the last time');
  const end = snapToFrame(clip, clip.duration);
  if (last <= KEY_TIME_TOLERANCE || isSameTime(last, end)) return clip;
  const factor = end / last;
  const { clip: stretched } = scaleChosen(clip, keysWithin(clip, 0, Infinity), 0, factor);
  const whole = { ...stretched, duration: clip.duration };
  const layered = withLayersAt(whole, clip.layers ?? [], (time) => factor * time);
  const place = (time: number) => Math.min(end, snapToFrame(clip, factor * time));
  return withContactsAt(withMarkersAt(layered, clip.markers ?? [], place), clip.contacts ?? [], place);
}

/**
 * The clip played backwards; keys behind its end, which are never played, go. Tracks that hold some keys only go straight from frame to frame.
 */
export function reverseClip(clip: Clip): Clip {
  checkClip(clip, 'the clip');
  const { duration } = clip;
  const tracks = clip.tracks.map((track): Track => {
    const ways = interpolationsOf(track);
    const isHeld = ways.size === 1 && ways.has('step');
    const canTurn = isHeld || !ways.has('step');
    const whole = canTurn ? withinClip(clip, track) : straightened(clip, track);
    const { times } = whole;
    // A held key is seen from itself to the next: backwards it begins where that one was.
    const startOf = (k: number) => (isHeld ? (times[k + 1] ?? duration) : times[k]!);
    const turned = keysOf(whole).map(({ value }, k): Key => ({
      time: Math.max(0, duration - startOf(k)),
      value,
      interpolation: backwards(interpolationAfter(whole, Math.max(0, k - 1))),
    }));
    const kept = turned.filter(({ time }, k) => !turned.some((other, i) => i < k && isSameTime(other.time, time)));
    return trackOf(whole, kept);
  });
  const layered = withLayersAt({ ...clip, tracks }, clip.layers ?? [], (time) => duration - time);
  const marked = withMarkersAt(layered, clip.markers ?? [], (time) => duration - time);
  return withContactsAt(marked, clip.contacts ?? [], (time) => duration - Math.min(time, duration));
}

/**
 * One clip after another of the same character: the second begins a frame after the first ends, and goes on along the floor from where that left the body.
 * Where only one of two tracks is smooth both go straight from frame to frame. It has the first clip's id, name and frame rate.
 */
export function joinClips(first: Clip, second: Clip): Clip {
  checkClip(first, 'the first');
  checkClip(second, 'the second');
  const start = first.duration + 1 / first.fps;
  const joints = new Set([...first.tracks, ...second.tracks].map(({ joint }) => joint));
  const rootOf = ({ tracks }: Clip) => tracks.find(({ joint }) => joint === ROOT_TRACK);
  const [left, found] = [rootOf(first), rootOf(second)].map((track, i) =>
    track ? trackValue(track, i === 0 ? first.duration : 0) : [0, 0, 0],
  ) as [Vec3, Vec3];
  const tracks = [...joints].map((joint): Track => {
    const own = first.tracks.find((track) => track.joint === joint) ?? atRest(joint);
    const other = second.tracks.find((track) => track.joint === joint) ?? atRest(joint);
    const [a, b] = isAlike(own, other)
      ? [withEnds(first, own), withEnds(second, other)]
      : [straightened(first, own), straightened(second, other)];
    const after = keysOf(b).map(({ time, value, interpolation = b.interpolation }): Key => {
      const [x = 0, y = 0, z = 0] = value;
      const moved = joint === ROOT_TRACK ? [x + left[0] - found[0], y, z + left[2] - found[2]] : value;
      return { time: start + time, value: moved, interpolation };
    });
    return trackOf(a, [...keysOf(a), ...after]);
  });
  const joined = { ...first, duration: start + second.duration, tracks: tracks.sort((a, b) => a.joint - b.joint) };
  const later = (second.contacts ?? []).map((each) => ({ ...each, from: start + each.from, to: start + each.to }));
  const shifted = withLayersAt(joined, second.layers ?? [], (time) => start + time).layers ?? [];
  const layered = withLayers(joined, [...(first.layers ?? []), ...shifted.map((layer) => named(layer, first.layers ?? []))]);
  const within = (first.markers ?? []).filter(({ time }) => time <= first.duration);
  const marked = withMarkers(layered, [
    ...within,
    ...(second.markers ?? []).map((each) => ({ ...each, time: start + each.time })),
  ]);
  return withContacts(marked, [...(first.contacts ?? []), ...later]);
}

/** The layer with a name that none of the others has. */
function named(layer: ClipLayer, others: readonly ClipLayer[]): ClipLayer {
  return { ...layer, name: freeLayerName(layer.name, others) };
}

/** Whether two tracks can be one without changing the way of either: a smooth one would bend towards the keys of another kind. */
function isAlike(a: Track, b: Track): boolean {
  return isSmooth(a) || isSmooth(b) ? goesOnly(a, 'cubic') && goesOnly(b, 'cubic') : true;
}

/** The track with keys at the beginning and the end of its clip, and none behind that: what comes before or after does not change its way. */
function withEnds(clip: Clip, track: Track): Track {
  const whole = withinClip(clip, track);
  const hasEnds = [0, clip.duration].every((at) => whole.times.some((time) => isSameTime(time, at)));
  return hasEnds ? whole : straightened(clip, whole);
}

/** The track with keys at its clip's ends, or at those of its keys where it is smooth, and none behind: one more would bend it there. */
function withinClip(clip: Clip, track: Track): Track {
  const { duration } = clip;
  const whole = bendsAnew(track, 0, duration) ? straightened(clip, track) : track;
  const keys = keysOf(whole).filter(({ time }) => time <= duration + KEY_TIME_TOLERANCE);
  const missing = endsOf(whole, 0, duration).filter((at) => !keys.some(({ time }) => isSameTime(time, at)));
  return trackOf(whole, [...keys, ...missing.map((time) => ({ time, value: trackValue(whole, time) }))]);
}

/** Those of two moments at which a track can have a key without going another way: a smooth one bends where it has one more at either side of all. */
function endsOf(track: Track, from: number, to: number): readonly number[] {
  const [first, last] = [track.times[0]!, track.times.at(-1)!];
  const isAmong = (time: number) => time > first - KEY_TIME_TOLERANCE && time < last + KEY_TIME_TOLERANCE;
  return isSmooth(track) ? [from, to].filter(isAmong) : [from, to];
}

/** Whether what is left of a track between two moments would go another way: one that bends is cut between keys, a smooth one loses a key that it bends towards. */
function bendsAnew(track: Track, from: number, to: number): boolean {
  const isOutside = (time: number) => time < from - KEY_TIME_TOLERANCE || time > to + KEY_TIME_TOLERANCE;
  if (isSmooth(track)) return track.times.some(isOutside);
  return isCurved(track) && [from, to].some((time) => isBetweenKeys(track, time));
}

function isSmooth(track: Track): boolean {
  return interpolationsOf(track).has('cubic');
}

function atRest(joint: number): Track {
  return {
    joint,
    interpolation: 'linear',
    times: [0],
    values: keySize(joint) === 4 ? [0, 0, 0, 1] : Array.from({ length: keySize(joint) }, () => 0),
  };
}

function isCurved(track: Track): boolean {
  return !goesOnly(track, 'step', 'linear');
}

function isBetweenKeys({ times }: Track, time: number): boolean {
  return time > times[0]! && time < times.at(-1)! && !times.some((each) => isSameTime(each, time));
}

/** The track with a key a frame, straight between them. */
function straightened(clip: Clip, track: Track): Track {
  const keys = frameTimes(clip).map((time) => ({ time, value: trackValue(track, time) }));
  return trackOf({ ...track, interpolation: 'linear' }, keys);
}
