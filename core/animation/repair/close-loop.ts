import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { checkClip } from '../check-clip.ts';
import { isNumberFrom } from '../../math/check-numbers.ts';
import { checkArray, checkFlag, spellOut } from '../../math/check-values.ts';
import { conjugate, multiply, slerp, type Quat } from '../../math/quat.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { lerp, type Vec3 } from '../../math/vec3.ts';
import { keySize, ROOT_TRACK, type Clip, type Track } from '../clip.ts';
import { trackValue } from '../sampling.ts';
import { keysOf, trackOf, withTracks, type Key } from '../track-keys.ts';

/** How to close a loop. */
export interface CloseLoopOptions {
  /** Which joints, −1 for the root's translation. Default: all. */
  readonly joints?: readonly number[];
  /** Seconds before the end over which what it lacks is spread. Default: a quarter of the clip. */
  readonly blend?: number;
  /** Whether the body goes on along the floor from one round to the next, so that only its height returns. Default: it stays in place. */
  readonly goesOn?: boolean;
}

const LOOP_FIELDS: FieldsOf<CloseLoopOptions> = { joints: true, blend: true, goesOn: true };

/** The clip with an end that is its beginning: what the end lacks is spread smoothly over the last keys, and the end gets a key. */
export function closeLoop(clip: Clip, options: CloseLoopOptions = {}): Clip {
  checkClip(clip, 'the clip');
  checkFieldsOf(options, LOOP_FIELDS, 'the options');
  const { joints, blend = clip.duration / 4, goesOn = false } = options;
  if (joints !== undefined) checkArray(joints, 'the joints');
  if (!isNumberFrom(blend, 0, Number.MAX_VALUE))
    throw new RangeError(`the blend must be a number of seconds from 0, got ${spellOut(blend)}`);
  checkFlag(goesOn, 'whether the body goes on');
  const wanted = joints && new Set(joints);
  const close = (track: Track) => closeTrack(track, clip.duration, blend, goesOn && track.joint === ROOT_TRACK);
  return withTracks(
    clip,
    clip.tracks.map((track) => (!wanted || wanted.has(track.joint) ? close(track) : track)),
  );
}

function closeTrack(track: Track, end: number, blend: number, isHeightOnly: boolean): Track {
  const first = trackValue(track, 0);
  const last = trackValue(track, end);
  const target = isHeightOnly ? [last[0]!, first[1]!, last[2]!] : first;
  const isAtEnd = (key: Key) => Math.abs(key.time - end) <= KEY_TIME_TOLERANCE;
  const keys = keysOf(track).filter((key) => !isAtEnd(key));
  const corrected = keys.map((key): Key => {
    const since = (key.time - (end - blend)) / blend;
    if (since <= 0 || key.time > end || key.time <= KEY_TIME_TOLERANCE) return key;
    return { time: key.time, value: carried(track, key.value, last, target, since * since * (3 - 2 * since)) };
  });
  return trackOf(track, [...corrected, { time: end, value: target }]);
}

/** `value` moved by `share` of the way that leads from `last` to `target`. */
function carried(
  { joint }: Track,
  value: readonly number[],
  last: readonly number[],
  target: readonly number[],
  share: number,
): readonly number[] {
  if (keySize(joint) === 1) return [value[0]! + share * (target[0]! - last[0]!)];
  if (joint === ROOT_TRACK) {
    const moved = target.map((number, c) => value[c]! + number - last[c]!) as unknown as Vec3;
    return lerp(value as unknown as Vec3, moved, share);
  }
  return slerp(
    value as unknown as Quat,
    onward(value as unknown as Quat, last as unknown as Quat, target as unknown as Quat),
    share,
  );
}

/** `value` turned on as `from` turns to `to`: value · conj(from) · to. */
function onward(value: Quat, from: Quat, to: Quat): Quat {
  return multiply(value, multiply(conjugate(from), to));
}
