import { checkArray, isList, isObject, spellOut } from '../math/check-values.ts';
import type { Clip, Track } from './clip.ts';

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a clip, by its fields. */
export function checkClip(clip: Clip, what: string): void {
  if (isObject(clip) && isNumber(clip.duration) && isNumber(clip.fps) && Array.isArray(clip.tracks)) {
    if (clip.tracks.every(isTrack)) return;
    throw new RangeError(
      `${what} must have tracks with a joint, times, values and an interpolation, got ${spellOut(clip.tracks)}`,
    );
  }
  throw new RangeError(`${what} must be one that createClip made, got ${spellOut(clip)}`);
}

/** The same for a list of clips. */
export function checkClips(clips: readonly Clip[], what: string): void {
  checkArray(clips, what);
  for (const [i, clip] of clips.entries()) checkClip(clip, `${what}: number ${i}`);
}

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a track, by its fields. */
export function checkTrack(track: Track, what: string): void {
  if (!isTrack(track))
    throw new RangeError(`${what} must have a joint, times, values and an interpolation, got ${spellOut(track)}`);
}

function isTrack(track: Track): boolean {
  return isObject(track) && isNumber(track.joint) && isList(track.times) && isList(track.values);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}
