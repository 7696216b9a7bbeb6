import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween } from '../../math/quat.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationOf, type Pose } from '../../skeleton/pose.ts';
import { clipFromPoses } from '../clip-from-poses.ts';
import { keySize, type Clip, type Interpolation, type Track } from '../clip.ts';
import { hasTangents } from '../easing.ts';
import { sampleClip } from '../sampling.ts';
import { fitTangents } from '../tangents.ts';
import { trackOf } from '../track-keys.ts';
import { jointsBeyond } from './keep-limits.ts';

/** Poses as keys and the ways between them. */
export interface KeyedGap {
  /** Begins at the first pose and ends at the last. */
  readonly clip: Clip;
  /** Metres that a joint is off the poses, at most. */
  readonly distance: number;
}

/** Frames for which there may be one key more. */
const FRAMES_A_KEY = 8;
/** Metres and radians that a joint may be off without another key. */
const NEAR = { distance: 0.01, angle: 0.2 };
/** Times that a way which leaves a joint's limits is made half as bent. */
const STRAIGHTENINGS = 6;

/**
 * A row of poses as few keys: one more than its ends for every eight frames at most, set where the ways between the others are farthest off. The ways keep the
 * limits that the poses keep.
 */
export function fewKeys(rig: Rig, fps: number, poses: readonly Pose[]): KeyedGap {
  const dense = clipFromPoses(rig.skeleton, poses, { id: 'gap', name: 'gap', fps, loop: false });
  const last = poses.length - 1;
  const most = 2 + Math.floor(last / FRAMES_A_KEY);
  const places = poses.map((pose) => forwardKinematics(rig.skeleton, pose).positions.slice());
  let keys: readonly number[] = [0, last];
  for (;;) {
    const clip = keyedAt(dense, keys);
    const off = farthest(rig, clip, poses, places);
    if (off.error <= 1 || keys.length >= most) return { clip: insideLimits(rig, clip, poses), distance: off.distance };
    keys = [...keys, off.frame].sort((a, b) => a - b);
  }
}

/** The clip with keys on these frames alone, and between them the tangents that come nearest to the others. */
function keyedAt(dense: Clip, frames: readonly number[]): Clip {
  const tracks = dense.tracks.map((track): Track => {
    const size = keySize(track.joint);
    const keys = frames.map((frame, k) => {
      const next = frames[k + 1];
      return {
        time: track.times[frame]!,
        value: track.values.slice(size * frame, size * (frame + 1)),
        ...(next !== undefined && next - frame > 1 && { interpolation: fitTangents(track.joint, track.values, frame, next) }),
      };
    });
    return trackOf(track, keys);
  });
  return { ...dense, tracks };
}

/** The frame on which a clip is farthest off its poses, in tolerances; and metres, on any frame. */
function farthest(rig: Rig, clip: Clip, poses: readonly Pose[], places: readonly Float64Array[]) {
  const pose = restPose(rig.skeleton);
  const world = createWorldTransforms(rig.skeleton);
  let [frame, error, most] = [0, 0, 0];
  for (let f = 1; f + 1 < poses.length; f++) {
    forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, f / clip.fps, pose), world);
    for (let joint = 0; joint < rig.skeleton.count; joint++) {
      const away = distance(vec3At(world.positions, joint), vec3At(places[f]!, joint));
      const turned = angleBetween(rotationOf(pose, joint), rotationOf(poses[f]!, joint));
      const here = Math.max(away / NEAR.distance, turned / NEAR.angle);
      most = Math.max(most, away);
      if (here > error) [frame, error] = [f, here];
    }
  }
  return { frame, error, distance: most };
}

/** The clip with ways between keys straightened where they leave limits that its poses keep. */
function insideLimits(rig: Rig, clip: Clip, poses: readonly Pose[]): Clip {
  const { skeleton } = rig;
  const free = jointsBeyond(skeleton, poses);
  let now = clip;
  for (let round = 0; round < STRAIGHTENINGS; round++) {
    const shown = poses.map((_, frame) => sampleClip(skeleton, now, frame / clip.fps));
    const beyond = [...jointsBeyond(skeleton, shown)].filter((joint) => !free.has(joint));
    if (beyond.length === 0) return now;
    const isLast = round === STRAIGHTENINGS - 1;
    now = { ...now, tracks: now.tracks.map((track) => (beyond.includes(track.joint) ? straighter(track, isLast) : track)) };
  }
  return now;
}

/** The track with its tangents half as far from its keys, or with straight ways. */
function straighter(track: Track, wholly: boolean): Track {
  const nearer = (way: Interpolation | null): Interpolation | null => {
    if (way === null || !hasTangents(way)) return way;
    if (wholly) return 'linear';
    return { out: way.out.map((each) => each / 2), in: way.in.map((each) => each / 2) };
  };
  const { keyInterpolations } = track;
  return keyInterpolations ? { ...track, keyInterpolations: keyInterpolations.map(nearer) } : track;
}
