import { lastUpTo } from '../math/last-up-to.ts';
import { checkObject } from '../math/check-values.ts';
import { checkNumbers, checkFinite, checkTracks } from '../math/check-numbers.ts';
import { checkClip } from './check-clip.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkPoseLength, poseLength, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { isTrackOf, keySize, poseOffset, ROOT_TRACK, type Clip, type Track } from './clip.ts';
import { cubicBetween, linearBetween, tangentBetween } from './between-keys.ts';
import { eased, hasTangents, timeHandles } from './easing.ts';
import { interpolationAfter } from './track-keys.ts';

/** What a clip shows outside its duration: its last pose, itself again, or itself backwards and forwards. */
export type PlayMode = 'once' | 'loop' | 'pingPong';

/** The time on the clip's timeline, in [0, duration], that playback shows after `time` seconds. */
export function wrapTime(clip: Pick<Clip, 'duration' | 'loop'>, time: number, mode?: PlayMode): number {
  checkObject(clip, 'the clip');
  checkFinite(time, 'the time');
  const { duration, loop } = clip;
  checkFinite(duration, "the clip's duration");
  const way = mode ?? (loop ? 'loop' : 'once');
  if (way === 'once') return Math.min(Math.max(time, 0), duration);
  if (way === 'loop') return time - duration * Math.floor(time / duration);
  const inCycle = time - 2 * duration * Math.floor(time / (2 * duration));
  return inCycle <= duration ? inCycle : 2 * duration - inCycle;
}

/** Where playback of a range is, and which way it goes there. */
export interface PlayState {
  /** Seconds on the timeline, within the range. */
  readonly time: number;
  /** 1, or −1 on the way back of a ping-pong. */
  readonly direction: 1 | -1;
}

/** Where playback of the range [from, to] seconds is `by` seconds after `state`. */
export function advancePlay(range: readonly [from: number, to: number], state: PlayState, by: number, mode: PlayMode): PlayState {
  checkNumbers(range, 2, 'the range');
  checkObject(state, 'the state');
  checkFinite(state.time, 'the time of the state');
  checkFinite(by, 'the by');
  const [from, to] = range;
  const duration = to - from;
  if (!(duration > 0)) return { time: from, direction: 1 };
  const place = Math.min(Math.max(state.time, from), to) - from;
  // A ping-pong is a cycle of twice the range, whose second half is the way back.
  const phase = (mode === 'pingPong' && state.direction < 0 ? 2 * duration - place : place) + by;
  const isBack = mode === 'pingPong' && phase - 2 * duration * Math.floor(phase / (2 * duration)) > duration;
  return { time: from + wrapTime({ duration, loop: mode === 'loop' }, phase, mode), direction: isBack ? -1 : 1 };
}

/**
 * The pose of `clip` at `time` (seconds on its timeline): exact at keys, the short way between them, held before a track's
 * first key and after its last. Allocates nothing when `out` is given. Joints without a track are at rest.
 */
export function sampleClip<Names>(
  skeleton: Skeleton<Names>,
  clip: Clip,
  time: number,
  out: Pose<Names> = new Float64Array(poseLength(skeleton)),
): Pose<Names> {
  checkSkeleton(skeleton);
  checkClip(clip, 'the clip');
  checkFinite(time, 'the time');
  checkPoseLength(skeleton, out, 'the out pose');
  out.fill(0);
  for (let j = 0; j < skeleton.count; j++) out[6 + 4 * j] = 1;
  const { tracks } = clip;
  for (let i = 0; i < tracks.length; i++) {
    const track = tracks[i]!;
    const { joint } = track;
    if (!isTrackOf(skeleton, joint)) continue;
    const at = poseOffset(joint, out);
    sampleTrack(track, time, out, at);
    // A curve that overshoots asks for no more than the whole expression.
    if (joint < ROOT_TRACK) out[at] = Math.min(Math.max(out[at]!, 0), 1);
  }
  return out;
}

/** Writes a track's value at `time` into `out` from index `at` on. A track without keys writes nothing. */
export function sampleTrack(track: Track, time: number, out: Float64Array, at: number): void {
  const { times, values } = track;
  const last = times.length - 1;
  if (last < 0) return;
  const size = keySize(track.joint);
  const key = lastUpTo(times, time);
  const interpolation = key < 0 ? 'step' : interpolationAfter(track, key);
  // Special case for a time on a key, outside all keys, or in a held stretch: the key's own numbers.
  if (key < 0 || key === last || times[key] === time || interpolation === 'step') {
    const from = size * Math.max(key, 0);
    for (let c = 0; c < size; c++) out[at + c] = values[from + c]!;
    return;
  }
  const share = (time - times[key]!) / (times[key + 1]! - times[key]!);
  if (hasTangents(interpolation)) {
    tangentBetween(track, key, interpolation, share, out, at);
    return;
  }
  if (interpolation === 'cubic') {
    cubicBetween(track, key, share, out, at);
    return;
  }
  linearBetween(track, key, interpolation === 'linear' ? share : eased(timeHandles(interpolation)!, share), out, at);
}

/** A track's value at `time`: a quaternion, the root's translation, or a weight. Zeros for a track without keys. */
export function trackValue(track: Track, time: number): readonly number[] {
  const value = new Float64Array(keySize(track.joint));
  sampleTrack(track, time, value, 0);
  return [...value];
}

/** All times at which any track (of `joints`, when given) has a key, rising; seconds. Asking again about the same tracks costs next to nothing. */
export function clipKeyTimes(clip: Clip, joints?: readonly number[]): number[] {
  checkClip(clip, 'the clip');
  if (joints !== undefined) checkTracks(joints, 'the joints');
  const found = keyTimes.get(clip.tracks) ?? new Map<string, readonly number[]>();
  keyTimes.set(clip.tracks, found);
  const asked = joints?.join() ?? 'all';
  const times = found.get(asked) ?? findKeyTimes(clip, joints);
  found.set(asked, times);
  return [...times];
}

/** The times that were found, by tracks and the joints that were asked about: commands ask on every frame whether they can be used. */
const keyTimes = new WeakMap<Clip['tracks'], Map<string, readonly number[]>>();

function findKeyTimes(clip: Clip, joints: readonly number[] | undefined): readonly number[] {
  const wanted = joints && new Set(joints);
  const times = new Set<number>();
  for (const track of clip.tracks) {
    if (!wanted || wanted.has(track.joint)) for (const time of track.times) times.add(time);
  }
  return [...times].sort((a, b) => a - b);
}
