import type { Ground } from '../../contact/ground.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween, conjugate, fromRotationVector, multiply, toRotationVector, type Quat } from '../../math/quat.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { distance, length, scale, vec3At } from '../../math/vec3.ts';
import {
  createWorldTransforms,
  forwardKinematics,
  pointOf,
  worldPosition,
  type WorldTransforms,
} from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
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
/** Times that keys are moved, and frames by which. */
const ROUNDS = 2;
const STEPS: readonly number[] = [-2, 2, -1, 1];
/** Times that what a way comes near to is drawn back into limits, and by how much: times what it is beyond them, and radians. */
const DRAWINGS = 8;
const DRAWN = { share: 1.5, more: 3e-3 };
/** Times that a way which still leaves a joint's limits is made half as bent. */
const STRAIGHTENINGS = 4;

/**
 * A row of poses as few keys: one more than its ends for every eight frames at most; where feet go over ground that is not level, as many as their soles need. They are
 * evenly spread, and then moved to where the ways between them come nearest to the poses. The ways keep the limits that the poses keep.
 */
export function fewKeys(rig: Rig, fps: number, poses: readonly Pose[], uneven: Ground | null): KeyedGap {
  const dense = clipFromPoses(rig.skeleton, poses, { id: 'gap', name: 'gap', fps, loop: false });
  const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const soles = uneven
    ? footPoints(rig)
        .flatMap(solePointsOf)
        .map((point) => allowedOff(point, worlds, uneven))
    : [];
  const last = poses.length - 1;
  const known = new Map<number, Off>();
  const way = (from: number, to: number): Off => {
    const at = from * poses.length + to;
    const off = known.get(at) ?? farthest(rig, keyedAt(dense, [from, to]), poses, worlds, [from, to], soles);
    known.set(at, off);
    return off;
  };
  const worst = (keys: readonly number[]) => Math.max(...keys.slice(1).map((key, i) => way(keys[i]!, key).error));
  const most = uneven ? last - 1 : Math.floor(last / FRAMES_A_KEY);
  let keys: number[] = [];
  for (let inner = 0; inner <= most; inner++) {
    keys = Array.from({ length: inner + 2 }, (_, i) => Math.round((i * last) / (inner + 1)));
    if (!(worst(keys) > 1)) break;
  }
  for (let round = 0; round < ROUNDS && worst(keys) > 1; round++) {
    for (let i = 1; i + 1 < keys.length; i++) {
      const [before, after] = [keys[i - 1]!, keys[i + 1]!];
      const error = (at: number) => Math.max(way(before, at).error, way(at, after).error);
      for (const step of STEPS) {
        const at = keys[i]! + step;
        if (at > before && at < after && error(at) < error(keys[i]!)) keys[i] = at;
      }
    }
  }
  const clip = insideLimits(rig, keyedAt(dense, keys), dense, keys, poses);
  return { clip, distance: farthest(rig, clip, poses, worlds, keys, []).distance };
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

/** The clip with keys on these frames alone, and between them the tangents that come nearest to the others. */
function keyedAt(dense: Clip, frames: readonly number[]): Clip {
  return { ...dense, tracks: dense.tracks.map((track) => keyedTrack(track, frames)) };
}

function keyedTrack(track: Track, frames: readonly number[]): Track {
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
}

/** How far the ways of a clip between its keys are off its poses, at most: in tolerances, and metres of a joint. */
interface Off {
  readonly error: number;
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
  let [error, most] = [0, 0];
  for (let frame = keys[0]! + 1; frame < keys.at(-1)!; frame++) {
    if (keys.includes(frame)) continue;
    forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, frame / clip.fps, pose), world);
    for (let joint = 0; joint < rig.skeleton.count; joint++) {
      const away = distance(vec3At(world.positions, joint), worldPosition(worlds[frame]!, joint));
      const turned = angleBetween(rotationOf(pose, joint), rotationOf(poses[frame]!, joint));
      most = Math.max(most, away);
      error = Math.max(error, away / NEAR.distance, turned / NEAR.angle);
    }
    for (const { joint, offset, near } of soles)
      error = Math.max(error, distance(pointOf(world, joint, offset), pointOf(worlds[frame]!, joint, offset)) / near[frame]!);
  }
  return { error, distance: most };
}

/**
 * The clip, keyed on these frames, with its ways between keys inside the limits that its poses keep: where they leave these, what they come near to is drawn back
 * by as much, and in the end they are straightened.
 */
function insideLimits(rig: Rig, clip: Clip, dense: Clip, keys: readonly number[], poses: readonly Pose[]): Clip {
  const { skeleton } = rig;
  const free = jointsBeyond(skeleton, poses);
  const wanted = new Map(dense.tracks.map((track) => [track.joint, track]));
  let now = clip;
  for (let round = 0; round < DRAWINGS + STRAIGHTENINGS; round++) {
    const beyond = new Map<number, Map<number, Quat>>();
    poses.forEach((_, frame) => {
      const shown = sampleClip(skeleton, now, frame / clip.fps);
      const { pose: inside, clamped } = clampPose(skeleton, shown);
      for (const joint of clamped) {
        if (free.has(joint)) continue;
        const back = multiply(conjugate(rotationOf(shown, joint)), rotationOf(inside, joint));
        beyond.set(joint, (beyond.get(joint) ?? new Map<number, Quat>()).set(frame, back));
      }
    });
    if (beyond.size === 0) return now;
    const isLast = round === DRAWINGS + STRAIGHTENINGS - 1;
    const tracks = now.tracks.map((track) => {
      const back = beyond.get(track.joint);
      if (!back) return track;
      if (round >= DRAWINGS) return straighter(track, isLast);
      const drawn = drawnBack(wanted.get(track.joint)!, back);
      wanted.set(track.joint, drawn);
      return keyedTrack(drawn, keys);
    });
    now = { ...now, tracks };
  }
  return now;
}

/** The track of a joint with the rotations of some frames drawn back, between its ends. */
function drawnBack(track: Track, back: ReadonlyMap<number, Quat>): Track {
  const values = [...track.values];
  for (const [frame, by] of back) {
    const value = values.slice(4 * frame, 4 * frame + 4) as unknown as Quat;
    const angle = Math.max(NO_DIRECTION, length(toRotationVector(by)));
    values.splice(
      4 * frame,
      4,
      ...multiply(value, fromRotationVector(scale(toRotationVector(by), DRAWN.share + DRAWN.more / angle))),
    );
  }
  return { ...track, values };
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
