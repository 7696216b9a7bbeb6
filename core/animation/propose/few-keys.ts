import type { Ground } from '../../contact/ground.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween } from '../../math/quat.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import {
  createWorldTransforms,
  forwardKinematics,
  pointOf,
  worldPosition,
  type WorldTransforms,
} from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationOf, type Pose } from '../../skeleton/pose.ts';
import { clipFromPoses } from '../clip-from-poses.ts';
import { keySize, type Clip, type Interpolation, type Track } from '../clip.ts';
import { hasTangents } from '../easing.ts';
import { sampleClip } from '../sampling.ts';
import { footPoints, solePointsOf, type ContactPoint } from '../holding/contact-points.ts';
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
/** Metres that a point of a sole may be off on ground that is not level, and for each metre that it is above that. */
const SOLE_NEAR = 7e-4;
const SOLE_HIGH = 0.05;
/** Times that a way which leaves a joint's limits is made half as bent. */
const STRAIGHTENINGS = 6;

/**
 * A row of poses as few keys: one more than its ends for every eight frames at most, set where the ways between the others are farthest off; where feet go over
 * ground that is not level, as many as their soles need. The ways keep the limits that the poses keep.
 */
export function fewKeys(rig: Rig, fps: number, poses: readonly Pose[], uneven: Ground | null): KeyedGap {
  const dense = clipFromPoses(rig.skeleton, poses, { id: 'gap', name: 'gap', fps, loop: false });
  const last = poses.length - 1;
  const most = uneven ? poses.length : 2 + Math.floor(last / FRAMES_A_KEY);
  const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const soles = uneven
    ? footPoints(rig)
        .flatMap(solePointsOf)
        .map((point) => allowedOff(point, worlds, uneven))
    : [];
  let keys: readonly number[] = [0, last];
  for (;;) {
    const clip = keyedAt(dense, keys);
    const off = farthest(rig, clip, poses, worlds, keys, soles);
    if (off.error > 1 && keys.length < most) {
      keys = withFrames(keys, uneven ? off.frames : off.frames.slice(0, 1));
      continue;
    }
    const within = insideLimits(rig, clip, poses);
    if (!uneven || within === clip) return { clip: within, distance: off.distance };
    const now = farthest(rig, within, poses, worlds, keys, soles);
    if (!(now.error > 1)) return { clip: within, distance: now.distance };
    keys = withFrames(keys, now.frames);
  }
}

/** A point of a sole with the metres that it may be off on each frame. */
interface Sole extends Omit<ContactPoint, 'part'> {
  readonly near: readonly number[];
}

function allowedOff({ joint, offset }: Omit<ContactPoint, 'part'>, worlds: readonly WorldTransforms[], ground: Ground): Sole {
  const near = worlds.map((world) => {
    const [x, y, z] = pointOf(world, joint, offset);
    const above = y - ground.heightBelow(x, y, z);
    return SOLE_NEAR + (above > 0 && above < Infinity ? SOLE_HIGH * above : 0);
  });
  return { joint, offset, near };
}

function withFrames(keys: readonly number[], more: readonly number[]): readonly number[] {
  return [...keys, ...more].sort((a, b) => a - b);
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

/** How far a clip is off its poses. */
interface Off {
  /** The frame of each way between two keys on which it is farthest off, of those that are too far, the farthest first. */
  readonly frames: readonly number[];
  /** At most, in tolerances. */
  readonly error: number;
  /** Metres that a joint is off at most. */
  readonly distance: number;
}

function farthest(
  rig: Rig,
  clip: Clip,
  poses: readonly Pose[],
  worlds: readonly WorldTransforms[],
  keys: readonly number[],
  soles: readonly Sole[],
): Off {
  const pose = restPose(rig.skeleton);
  const world = createWorldTransforms(rig.skeleton);
  const worst: { readonly frame: number; readonly error: number }[] = [];
  let most = 0;
  for (const [i, key] of keys.slice(1).entries()) {
    let [frame, error] = [0, 0];
    for (let f = keys[i]! + 1; f < key; f++) {
      forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, f / clip.fps, pose), world);
      const take = (here: number) => {
        if (here > error) [frame, error] = [f, here];
      };
      for (let joint = 0; joint < rig.skeleton.count; joint++) {
        const away = distance(vec3At(world.positions, joint), worldPosition(worlds[f]!, joint));
        const turned = angleBetween(rotationOf(pose, joint), rotationOf(poses[f]!, joint));
        most = Math.max(most, away);
        take(Math.max(away / NEAR.distance, turned / NEAR.angle));
      }
      for (const { joint, offset, near } of soles)
        take(distance(pointOf(world, joint, offset), pointOf(worlds[f]!, joint, offset)) / near[f]!);
    }
    worst.push({ frame, error });
  }
  worst.sort((a, b) => b.error - a.error || a.frame - b.frame);
  return {
    frames: worst.filter((each) => each.error > 1).map((each) => each.frame),
    error: worst[0]?.error ?? 0,
    distance: most,
  };
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
