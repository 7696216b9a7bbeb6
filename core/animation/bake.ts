import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkFunction, spellOut } from '../math/check-values.ts';
import { checkClip, checkFrames } from './check-clip.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { quatAt, type Quat } from '../math/quat.ts';
import { BAKE_REST_TOLERANCE, KEY_TIME_TOLERANCE, SHORTEST_INTERVAL } from '../math/tolerances.ts';
import { vec3At, type Vec3 } from '../math/vec3.ts';
import { nodeTransforms, type NodeTransforms } from '../skeleton/binding.ts';
import { morphWeights } from '../skeleton/expressions.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { checkPose, restPose, type Pose } from '../skeleton/pose.ts';
import { isPlainlyLinear, refineSamples, type NodeSample } from './bake-refinement.ts';
import { ROOT_TRACK, type Clip } from './clip.ts';
import { clipKeyTimes, sampleClip } from './sampling.ts';
import { interpolationAfter } from './track-keys.ts';

/** A clip in the space of a file's nodes: what a glTF animation holds. Playback goes straight (SLERP for rotations) between samples. */
export interface NodeAnimation {
  /** The clip’s name. */
  readonly name: string;
  /** Seconds from the start of the baked range, strictly rising; shared by all channels. */
  readonly times: Float32Array;
  /** One for each node and path that leaves rest. */
  readonly channels: readonly NodeAnimationChannel[];
}

/** How one node turns or moves in a baked clip. */
export interface NodeAnimationChannel {
  /** The node's index in the file. */
  readonly node: number;
  /** Which part of the node’s local transform it sets, or the weights of its mesh's morph targets. */
  readonly path: 'rotation' | 'translation' | 'weights';
  /** Flat: 4 (x y z w) or 3 numbers a time, in the file's units, or a weight for each morph target. */
  readonly values: Float32Array;
}

/** How to bake a clip. */
export interface BakeOptions {
  /** Range on the clip's timeline, seconds. Default: the whole clip. */
  readonly from?: number;
  readonly to?: number;
  /** Samples a second. Default: the clip's. */
  readonly fps?: number;
  /** Hears how far the work is, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

const BAKE_FIELDS: FieldsOf<BakeOptions> = { from: true, to: true, fps: true, onProgress: true };

/** One node's local transform in a still pose, in the file's units. */
export interface NodePose {
  /** The node’s index in the file. */
  readonly node: number;
  /** In the parent node’s space and the file’s units. */
  readonly translation: Vec3;
  /** In the parent node’s space, a unit quaternion. */
  readonly rotation: Quat;
}

/**
 * Bakes a clip onto the nodes of the rig's file: sampled at `fps` and at every key, and finer where straight playback between two
 * samples would leave the preview by more than 0.05° or 0.1 mm. Channels that stay at rest are left out. Throws a `RangeError` of one sentence
 * when the range or the rate cannot be used.
 */
export function bakeClip(rig: Rig, clip: Clip, options: BakeOptions = {}): NodeAnimation {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkFieldsOf(options, BAKE_FIELDS, 'the options');
  const { from = 0, to = clip.duration, fps = clip.fps, onProgress } = options;
  if (!(Number.isFinite(from) && Number.isFinite(to) && to >= from)) {
    throw new RangeError(`a baked range must be two finite, rising times in seconds, got ${spellOut(from)} to ${spellOut(to)}`);
  }
  checkFrames({ duration: to - from, fps }, 'what is baked');
  if (onProgress !== undefined) checkFunction(onProgress, 'onProgress');
  const sampleAt = nodeSampler(rig, clip);
  const coarse = sampleTimes(clip, from, to, fps).map(sampleAt);
  const samples = isPlainlyLinear(rig, clip) ? coarse : refineSamples(rig.binding, coarse, sampleAt, onProgress);
  onProgress?.(1);
  return {
    name: clip.name,
    times: Float32Array.from(samples, (sample) => sample.time - from),
    channels: channelsOf(rig, samples),
  };
}

/** The local transforms that put the file's nodes into `pose`: those that differ from rest. */
export function bakePose<Names>(rig: Rig<Names>, pose: Pose<Names>): NodePose[] {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  const rest = nodesIn(rig, restPose(rig.skeleton));
  const posed = nodesIn(rig, pose);
  const poses: NodePose[] = [];
  rig.binding.nodes.forEach((node, j) => {
    if (!differs(rest.rotations, posed.rotations, 4, j) && !differs(rest.translations, posed.translations, 3, j)) return;
    poses.push({ node, translation: vec3At(posed.translations, j), rotation: quatAt(posed.rotations, j) });
  });
  return poses;
}

/** The weights of the morph targets of each node whose mesh the pose's expressions change. */
export function bakeExpressions(
  { expressions }: Rig,
  pose: Pose,
): { readonly node: number; readonly weights: readonly number[] }[] {
  if (!expressions) return [];
  return morphWeights(expressions, pose).flatMap((weights, m) => {
    const { node, rest } = expressions.meshes[m]!;
    return weights.some((weight, t) => weight !== rest[t]) ? [{ node, weights: [...weights] }] : [];
  });
}

function nodesIn(rig: Rig, pose: Pose): NodeTransforms {
  return nodeTransforms(rig.binding, forwardKinematics(rig.skeleton, pose));
}

function nodeSampler(rig: Rig, clip: Clip): (time: number) => NodeSample {
  const pose = restPose(rig.skeleton);
  const world = forwardKinematics(rig.skeleton, pose);
  const expressions = clip.tracks.some(({ joint }) => joint < ROOT_TRACK) ? rig.expressions : undefined;
  return (time) => {
    sampleClip(rig.skeleton, clip, time, pose);
    return {
      time,
      transforms: nodeTransforms(rig.binding, forwardKinematics(rig.skeleton, pose, world)),
      weights: expressions ? morphWeights(expressions, pose) : [],
    };
  };
}

/** Frames and keys in [from, to], rising; a key that falls on a frame counts once, as the key. */
function sampleTimes(clip: Clip, from: number, to: number, fps: number): number[] {
  const times = [from, to, ...clipKeyTimes(clip)];
  for (const track of clip.tracks) {
    // Playback between samples is straight: the held value is repeated right before each step.
    const ends = track.times.slice(1).filter((_, key) => interpolationAfter(track, key) === 'step');
    times.push(...ends.map((time) => time - SHORTEST_INTERVAL));
  }
  const frames = Math.floor((to - from) * fps + KEY_TIME_TOLERANCE);
  for (let frame = 1; frame <= frames; frame++) times.push(from + frame / fps);
  const ranks = new Map(times.map((time, rank) => [time, rank]));
  const sorted = [...ranks.keys()].filter((time) => time >= from && time <= to).sort((a, b) => a - b);
  const kept: number[] = [];
  for (const time of sorted) {
    const previous = kept.at(-1);
    if (previous === undefined || time - previous >= KEY_TIME_TOLERANCE) kept.push(time);
    else if (ranks.get(time)! < ranks.get(previous)!) kept[kept.length - 1] = time;
  }
  return kept;
}

function channelsOf(rig: Rig, samples: readonly NodeSample[]): NodeAnimationChannel[] {
  const { binding, skeleton } = rig;
  const rest = nodesIn(rig, restPose(skeleton));
  const channels: NodeAnimationChannel[] = [];
  binding.nodes.forEach((node, j) => {
    const turns = samples.some(({ transforms }) => differs(rest.rotations, transforms.rotations, 4, j));
    const moves = samples.some(({ transforms }) => differs(rest.translations, transforms.translations, 3, j));
    if (turns) channels.push({ node, path: 'rotation', values: rotationValues(samples, j) });
    if (moves) channels.push({ node, path: 'translation', values: translationValues(samples, j) });
  });
  channels.push(...weightChannels(rig, samples));
  if (channels.length > 0) return channels;
  // An animation must have a channel: a clip that stays at rest states its root's.
  const root = skeleton.root;
  return [{ node: binding.nodes[root]!, path: 'rotation', values: rotationValues(samples, root) }];
}

/** The weights of each mesh that leaves those of its file. */
function weightChannels({ expressions }: Rig, samples: readonly NodeSample[]): NodeAnimationChannel[] {
  return (expressions?.meshes ?? []).flatMap(({ node, rest }, m): NodeAnimationChannel[] => {
    const moves = samples.some(({ weights }) => weights[m]?.some((weight, t) => weight !== rest[t]));
    if (!moves) return [];
    return [{ node, path: 'weights', values: Float32Array.from(samples.flatMap(({ weights }) => [...weights[m]!])) }];
  });
}

/** The joint's rotations; each takes the sign nearer to the one before it. */
function rotationValues(samples: readonly NodeSample[], joint: number): Float32Array {
  const values = new Float32Array(4 * samples.length);
  let [px, py, pz, pw]: Quat = [0, 0, 0, 0];
  samples.forEach(({ transforms }, i) => {
    const [x, y, z, w] = quatAt(transforms.rotations, joint);
    const sign = x * px + y * py + z * pz + w * pw < 0 ? -1 : 1;
    [px, py, pz, pw] = [sign * x, sign * y, sign * z, sign * w];
    values.set([px, py, pz, pw], 4 * i);
  });
  return values;
}

function translationValues(samples: readonly NodeSample[], joint: number): Float32Array {
  const values = new Float32Array(3 * samples.length);
  samples.forEach(({ transforms }, i) => {
    values.set(transforms.translations.subarray(3 * joint, 3 * joint + 3), 3 * i);
  });
  return values;
}

/** Whether joint `joint`'s packed values differ by more than rounding; relative to their size, so that the file's unit does not matter. */
function differs(a: Float64Array, b: Float64Array, size: 3 | 4, joint: number): boolean {
  const start = size * joint;
  let largest = 0;
  let same = 0;
  let opposite = 0;
  for (let i = start; i < start + size; i++) {
    largest = Math.max(largest, Math.abs(a[i]!), Math.abs(b[i]!));
    same = Math.max(same, Math.abs(a[i]! - b[i]!));
    opposite = Math.max(opposite, Math.abs(a[i]! + b[i]!));
  }
  const difference = size === 4 ? Math.min(same, opposite) : same;
  return difference > BAKE_REST_TOLERANCE * largest;
}
