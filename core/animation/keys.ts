import { checkFieldsOf } from '../math/near-names.ts';
import { checkClip, checkFrames } from './check-clip.ts';
import { checkFinite } from '../math/check-numbers.ts';
import { checkArray, checkFlag, checkText, spellOut } from '../math/check-values.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import type { Pose } from '../skeleton/pose.ts';
import { checkPose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { allTracks, FRAME_RATES, isTrackOf, keySize, poseOffset, type Clip, type Interpolation, type Track } from './clip.ts';
import { checkInterpolation, hasTangents, sameInterpolation } from './easing.ts';
import { splitTangents } from './tangents.ts';
import { isSameTime, keysOf, trackOf, withTracks, type Key } from './track-keys.ts';

const CLIP_FIELDS = { fps: true, duration: true, loop: true };

/**
 * An empty clip: 30 frames a second, 2 seconds, looping, unless said otherwise. Throws a `RangeError` of one sentence when the frame rate or the
 * duration cannot be used.
 */
export function createClip(
  id: string,
  name: string,
  settings: { readonly fps?: number; readonly duration?: number; readonly loop?: boolean } = {},
): Clip {
  checkText(id, 'the id');
  checkText(name, 'the name');
  checkFieldsOf(settings, CLIP_FIELDS, 'the settings');
  const { fps = 30, duration = 2, loop = true } = settings;
  checkFps(fps);
  checkDuration(duration);
  checkFrames({ duration, fps }, 'a clip');
  checkFlag(loop, 'whether a clip loops');
  return { id, name, duration, fps, loop, tracks: [] };
}

/** Throws a `RangeError` unless `fps` is a frame rate that animators use. */
export function checkFps(fps: number): void {
  if (!FRAME_RATES.includes(fps)) {
    throw new RangeError(`a clip has one of ${FRAME_RATES.join(', ')} frames a second, got ${spellOut(fps)}`);
  }
}

/** Throws a `RangeError` unless `duration` can be a clip's length. */
export function checkDuration(duration: number): void {
  if (!(Number.isFinite(duration) && duration > 0)) {
    throw new RangeError(`a clip's duration must be a finite number of seconds above 0, got ${spellOut(duration)}`);
  }
}

/** The time of the frame nearest to `time`, never negative; seconds. Throws a `RangeError` when it is not finite. */
export function snapToFrame(clip: Clip, time: number): number {
  checkClip(clip, 'the clip');
  if (!Number.isFinite(time)) throw new RangeError(`a key's time must be a finite number of seconds, got ${spellOut(time)}`);
  return Math.max(0, Math.round(time * clip.fps)) / clip.fps;
}

/**
 * The clip with keys of `pose` at the frame nearest to `time`, in place of keys that stood there. `joints` are the joints to
 * key (−1 for the root translation, below that for expressions); by default all of them. The clip grows when the key lies behind its end. Throws a `RangeError`
 * when the time is not finite, or the pose has the wrong length or a number that is not finite.
 */
export function setKey<Names>(
  skeleton: Skeleton<Names>,
  clip: Clip,
  time: number,
  pose: Pose<Names>,
  joints?: readonly number[],
): Clip {
  checkSkeleton(skeleton);
  checkClip(clip, 'the clip');
  if (joints !== undefined) checkArray(joints, 'the joints');
  checkPose(skeleton, pose);
  const at = snapToFrame(clip, time);
  const wanted = joints ?? allTracks(skeleton);
  const tracks = new Map(clip.tracks.map((track) => [track.joint, track]));
  const interpolation = clip.tracks[0]?.interpolation ?? 'linear';
  for (const joint of wanted) {
    if (!isTrackOf(skeleton, joint)) {
      throw new RangeError(`a keyed joint must be −1 or a joint index below ${skeleton.count}, got ${spellOut(joint)}`);
    }
    const from = poseOffset(joint, pose);
    const value = Array.from(pose.subarray(from, from + keySize(joint)));
    const track = tracks.get(joint) ?? { joint, interpolation, times: [], values: [] };
    const others = keysOf(track).filter((other) => !isSameTime(other.time, at));
    tracks.set(joint, trackOf(track, withKeyBetween(track, others, at, value)));
  }
  return withTracks(clip, [...tracks.values()]);
}

/** The keys with one more, which goes on as the track did there, between two others too; none of them stands at its time. */
function withKeyBetween(track: Track, others: readonly Key[], time: number, value: readonly number[]): readonly Key[] {
  const at = track.times.findLastIndex((other) => other < time || isSameTime(other, time));
  const way = track.keyInterpolations?.[at] ?? null;
  const next = track.times[at + 1];
  if (hasTangents(way) && next !== undefined && !isSameTime(track.times[at]!, time)) {
    const [before, after] = splitTangents(track, at, way, (time - track.times[at]!) / (next - track.times[at]!));
    return [...others.with(at, { ...others[at]!, interpolation: before }), { time, value, interpolation: after }];
  }
  return [...others, { time, value, ...(way && { interpolation: way }) }];
}

/** The clip without the keys at `time`; tracks that lose their last key go. */
export function deleteKeys(clip: Clip, time: number, joints?: readonly number[]): Clip {
  checkClip(clip, 'the clip');
  checkFinite(time, 'the time');
  if (joints !== undefined) checkArray(joints, 'the joints');
  return editKeys(clip, joints, (keys) => {
    const staying = keys.filter((key) => !isSameTime(key.time, time));
    return staying.length === keys.length ? keys : staying;
  });
}

/** The clip with one way of moving between all keys, on all tracks or on those of `joints`. */
export function setInterpolation(clip: Clip, interpolation: Interpolation, joints?: readonly number[]): Clip {
  checkClip(clip, 'the clip');
  if (joints !== undefined) checkArray(joints, 'the joints');
  checkInterpolation(
    interpolation,
    clip.tracks.filter((track) => isWanted(track, joints)).map(({ joint }) => joint),
  );
  const isSet = (track: Track) => sameInterpolation(track.interpolation, interpolation) && !track.keyInterpolations;
  if (clip.tracks.every((track) => !isWanted(track, joints) || isSet(track))) return clip;
  const tracks = clip.tracks.map((track) =>
    isWanted(track, joints) ? { joint: track.joint, interpolation, times: track.times, values: track.values } : track,
  );
  return { ...clip, tracks };
}

function isWanted(track: Track, joints: readonly number[] | undefined): boolean {
  return !joints || joints.includes(track.joint);
}

/** Applies `edit` to the keys of each wanted track; the same clip comes back when it changed none. */
function editKeys(clip: Clip, joints: readonly number[] | undefined, edit: (keys: readonly Key[]) => readonly Key[]): Clip {
  let changed = false;
  const tracks = clip.tracks.map((track) => {
    if (!isWanted(track, joints)) return track;
    const keys = keysOf(track);
    const edited = edit(keys);
    if (edited === keys) return track;
    changed = true;
    return trackOf(track, edited);
  });
  return changed ? withTracks(clip, tracks) : clip;
}
