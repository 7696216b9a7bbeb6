import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { checkClip } from '../check-clip.ts';
import { clamp } from '../../math/angles.ts';
import { isNumberFrom, checkTracks } from '../../math/check-numbers.ts';
import { checkFlag, spellOut } from '../../math/check-values.ts';
import { conjugate, fromRotationVector, multiply, toRotationVector, type Quat } from '../../math/quat.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { keySize, ROOT_TRACK, type Clip, type Track, tangentSize, type Interpolation, type Tangents } from '../clip.ts';
import { trackValue } from '../sampling.ts';
import { keysOf, trackOf, withTracks, type Key, interpolationAfter, isSameTime } from '../track-keys.ts';
import { harmonicSlope } from '../between-keys.ts';
import { speedOnWay } from '../tangents.ts';

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

/** Seconds between keys up to which their places alone make the speed: a captured motion, not poses with ways between them. */
const CLOSE_KEYS = 0.1;
/** Seconds before the end over which the keys of a captured motion come to the speed of its beginning, at most: longer would carry them far off. */
const SPEED_BLEND = 0.25;
/** Difference of a number of a key from which on the end is not the beginning. */
const OPEN = 1e-9;

/**
 * The clip with an end that is its beginning, at the same speed: what the end lacks in place is spread smoothly over the last keys, and the end gets a key.
 * Where keys stand close, as captured ones do, the last of them come to the speed of the first; elsewhere the ways to the end and from the beginning get
 * tangents. What is held on either side stays held. The same clip where it is closed already.
 */
export function closeLoop(clip: Clip, options: CloseLoopOptions = {}): Clip {
  checkClip(clip, 'the clip');
  checkFieldsOf(options, LOOP_FIELDS, 'the options');
  const { joints, blend = clip.duration / 4, goesOn = false } = options;
  if (joints !== undefined) checkTracks(joints, 'the joints');
  if (!isNumberFrom(blend, 0, Number.MAX_VALUE))
    throw new RangeError(`the blend must be a number of seconds from 0, got ${spellOut(blend)}`);
  checkFlag(goesOn, 'whether the body goes on');
  const wanted = joints && new Set(joints);
  const tracks = clip.tracks.map((track) => {
    if (wanted && !wanted.has(track.joint)) return track;
    const placed = closeTrack(clip, track, blend, goesOn && track.joint === ROOT_TRACK);
    return matchSeamSpeed(placed, clip.duration);
  });
  return tracks.every((track, i) => track === clip.tracks[i]) ? clip : withTracks(clip, tracks);
}

function closeTrack({ duration: end, fps }: Clip, track: Track, blend: number, isHeightOnly: boolean): Track {
  const { joint } = track;
  const first = trackValue(track, 0);
  const last = trackValue(track, end);
  const target = isHeightOnly ? [last[0]!, first[1]!, last[2]!] : first;
  const lacking = wayTo(joint, last, target);
  const placeShare = (time: number) => {
    const u = shareOfEnd(time, end, blend);
    return u * u * (3 - 2 * u);
  };
  const bump = (time: number) => {
    const u = shareOfEnd(time, end, Math.min(blend, SPEED_BLEND));
    return u * u * (u - 1);
  };
  const seam = closeKeys(keysOf(track), end, 1 / fps);
  const bumped = seam ? bump(seam.before.time) : 0;
  // The last key goes where the step from it to the end is as fast as that of the beginning; those around it follow the bump.
  const turning =
    seam && bumped !== 0
      ? wayTo(joint, seam.before.value, keyBefore(joint, seam, end, target)).map(
          (each, c) => (each - placeShare(seam.before.time) * lacking[c]!) / bumped,
        )
      : null;
  if ([...lacking, ...(turning ?? [])].every((each) => Math.abs(each) <= OPEN)) return track;
  const keys = keysOf(track).filter(({ time }) => Math.abs(time - end) > KEY_TIME_TOLERANCE);
  const corrected = keys.map((key): Key => {
    const [share, bend] = [placeShare(key.time), turning ? bump(key.time) : 0];
    if ((share === 0 && bend === 0) || key.time > end || key.time <= KEY_TIME_TOLERANCE) return key;
    return {
      ...key,
      value: moved(
        joint,
        key.value,
        lacking.map((each, c) => share * each + bend * (turning?.[c] ?? 0)),
      ),
    };
  });
  return trackOf(track, [...corrected, { time: end, value: target }]);
}

/** How much of the last `blend` seconds before `end` is over, 0 to 1. */
function shareOfEnd(time: number, end: number, blend: number): number {
  return blend > 0 ? clamp((time - (end - blend)) / blend, 0, 1) : 0;
}

/** The keys beside the seam of a track whose keys stand close there. */
interface CloseKeys {
  readonly first: Key;
  readonly next: Key;
  readonly before: Key;
}

/** The key at the beginning, and those next to both ends that are more than half a frame from them; null where keys do not stand close. */
function closeKeys(keys: readonly Key[], end: number, frame: number): CloseKeys | null {
  const [first] = keys;
  const next = keys.find(({ time }) => time > frame / 2);
  const before = keys.findLast(({ time }) => time < end - frame / 2);
  if (!first || !next || !before || first.time > KEY_TIME_TOLERANCE) return null;
  return next.time <= CLOSE_KEYS && end - before.time <= CLOSE_KEYS ? { first, next, before } : null;
}

/** Where the last key before the end has to be for the step from it to `target` to be as fast as the first of the track. */
function keyBefore(joint: number, { first, next, before }: CloseKeys, end: number, target: readonly number[]): readonly number[] {
  const share = (end - before.time) / (next.time - first.time);
  return moved(
    joint,
    target,
    wayTo(joint, first.value, next.value).map((each) => -share * each),
  );
}

/** What leads from one value of a joint's track to another: a rotation vector in the frame of the first, metres, or a difference of weights. */
function wayTo(joint: number, from: readonly number[], to: readonly number[]): readonly number[] {
  if (keySize(joint) !== 4) return to.map((each, c) => each - from[c]!);
  return toRotationVector(multiply(conjugate(from as unknown as Quat), to as unknown as Quat));
}

/** The value that a way leads to; a weight stays one. */
function moved(joint: number, value: readonly number[], way: readonly number[]): readonly number[] {
  if (keySize(joint) === 4) return multiply(value as unknown as Quat, fromRotationVector(way as unknown as Vec3));
  const sum = value.map((each, c) => each + way[c]!);
  return joint < ROOT_TRACK ? sum.map((each) => clamp(each, 0, 1)) : sum;
}

/** Difference of a speed, radians, metres or weight a second, that is none. */
const SAME_SPEED = 1e-6;

/**
 * The track of a loop that ends in the value that it begins with, so that it goes on over the seam at one speed: on each axis the weighted harmonic mean of
 * the speeds on either side (Fritsch and Butland 1984), which is none where they are opposite, so that an extreme pose stays one. The ways to the end and from
 * the beginning get tangents where that changes them; a way that holds stays so. `end` in seconds.
 */
function matchSeamSpeed(track: Track, end: number): Track {
  const last = track.times.findLastIndex((time) => time < end || isSameTime(time, end));
  const isKeyed = last > 0 && isSameTime(track.times[last]!, end);
  const isBegun = last > 0 && isSameTime(track.times[0]!, 0);
  const ways = [...(isKeyed ? [last - 1] : []), ...(isBegun ? [0] : [])];
  if (ways.some((way) => interpolationAfter(track, way) === 'step')) return track;
  const still = Array.from({ length: tangentSize(track.joint) }, () => 0);
  const arriving = isKeyed ? speedOnWay(track, last - 1, 1) : still;
  const leaving = isBegun ? speedOnWay(track, 0, 0) : still;
  const [spanBefore, spanAfter] = [isKeyed ? spanOf(track, last - 1) : 1, isBegun ? spanOf(track, 0) : 1];
  const speed = arriving.map((before, c) => harmonicSlope(before, leaving[c]!, spanBefore, spanAfter));
  const isNew = (speeds: readonly number[]) => speeds.some((each, c) => Math.abs(each - speed[c]!) > SAME_SPEED);
  const arrived = isKeyed && isNew(arriving) ? withTangent(track, last - 1, 'in', speed) : track;
  return isBegun && isNew(leaving) ? withTangent(arrived, 0, 'out', speed) : arrived;
}

function spanOf({ times }: Track, key: number): number {
  return times[key + 1]! - times[key]!;
}

/** The track with tangents on the way from a key, one of them of this speed, the other of the speed that it has there. */
function withTangent(track: Track, key: number, side: keyof Tangents, speed: readonly number[]): Track {
  const third = spanOf(track, key) / 3;
  const scaled = (speeds: readonly number[], by: number) => speeds.map((each) => by * each);
  const tangents: Tangents = {
    out: scaled(side === 'out' ? speed : speedOnWay(track, key, 0), third),
    in: scaled(side === 'in' ? speed : speedOnWay(track, key, 1), -third),
  };
  const ways = track.times.map((_, k): Interpolation | null => (k === key ? tangents : (track.keyInterpolations?.[k] ?? null)));
  return { ...track, keyInterpolations: ways };
}
