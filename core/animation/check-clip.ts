import { isNumberFrom } from '../math/check-numbers.ts';
import { checkArray, isObject, spellOut } from '../math/check-values.ts';
import { MOST_METRES } from '../math/tolerances.ts';
import { keySize, type Clip, type Track } from './clip.ts';
import { checkInterpolation } from './easing.ts';

/** Most frames a second of a clip. */
export const MOST_FPS = 1000;
/** Most frames of a clip: more than two hours at 120 a second. */
export const MOST_FRAMES = 1_000_000;

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a clip, by its fields. */
export function checkClip(clip: Clip, what: string): void {
  if (!isObject(clip) || !isNamed(clip) || typeof clip.loop !== 'boolean' || !Array.isArray(clip.tracks))
    throw new RangeError(`${what} must be one that createClip made, got ${spellOut(clip)}`);
  checkFrames(clip, what);
  for (const track of clip.tracks) {
    // The sentence is put together where it is needed: clips are checked in every frame that is played.
    if (!isTrack(track)) throw noTrack(track, `${what}: a track`);
    checkInterpolation(track.interpolation);
    const wrong = wrongKey(track);
    if (wrong !== null) throw new RangeError(`${what}: a track ${wrong}`);
  }
}

/** The same for a list of clips. */
export function checkClips(clips: readonly Clip[], what: string): void {
  checkArray(clips, what);
  for (const [i, clip] of clips.entries()) checkClip(clip, `${what}: number ${i}`);
}

/** Throws a `RangeError` of one sentence that begins with `what` unless a clip of this length and rate has a number of frames that can be looked at. */
export function checkFrames({ duration, fps }: Pick<Clip, 'duration' | 'fps'>, what: string): void {
  checkRate(fps, what);
  if (!isNumberFrom(duration, 0, MOST_FRAMES / fps))
    throw new RangeError(
      `${what} must last from 0 s to ${MOST_FRAMES} frames, of which ${fps} are a second, got ${spellOut(duration)} s`,
    );
}

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a number of frames a second. */
export function checkRate(fps: number, what: string): void {
  if (!isNumberFrom(fps, Number.MIN_VALUE, MOST_FPS))
    throw new RangeError(`${what} must have more than 0 and at most ${MOST_FPS} frames a second, got ${spellOut(fps)}`);
}

/** Throws a `RangeError` of one sentence unless it is a track, by its fields: it begins with `what`, but where an interpolation is none. */
export function checkTrack(track: Track, what: string): void {
  if (!isTrack(track)) throw noTrack(track, what);
  checkInterpolation(track.interpolation);
  const wrong = wrongKey(track);
  if (wrong !== null) throw new RangeError(`${what} ${wrong}`);
}

/** Tracks whose keys were found right: clips are checked in every frame that is played, and are not written to. */
const known = /* @__PURE__ */ new WeakSet<Track>();

/** What is wrong with the keys of a track; null where each has a time after the last one's, and finite numbers. */
function wrongKey(track: Track): string | null {
  if (known.has(track)) return null;
  const { times, values } = track;
  for (let i = 0; i < times.length; i++) {
    if (!Number.isFinite(times[i]) || (i > 0 && times[i]! <= times[i - 1]!))
      return `must have times that are finite and rise, got ${spellOut(times[i])} as number ${i}`;
  }
  for (let i = 0; i < values.length; i++) {
    if (!isNumberFrom(values[i], -MOST_METRES, MOST_METRES))
      return `must have values that are finite numbers of at most ${MOST_METRES}, got ${spellOut(values[i])} as number ${i}`;
  }
  known.add(track);
  return null;
}

function noTrack(track: Track, what: string): RangeError {
  return new RangeError(`${what} must have a joint, times and as many values as they need, got ${spellOut(track)}`);
}

function isNamed(clip: Clip): boolean {
  return typeof clip.id === 'string' && typeof clip.name === 'string';
}

function isTrack(track: Track): boolean {
  if (!isObject(track) || !Number.isInteger(track.joint) || !Array.isArray(track.times) || !Array.isArray(track.values))
    return false;
  const { joint, keyInterpolations, times, values } = track;
  if (keyInterpolations !== undefined && !(Array.isArray(keyInterpolations) && keyInterpolations.length === times.length))
    return false;
  return values.length === times.length * keySize(joint);
}
