import { FRAME_RATES, ROOT_TRACK, type Clip, type Track } from '../../animation/clip.ts';
import { continuousRotations } from '../../animation/clip-from-poses.ts';
import { expressionTracks } from './expression-tracks.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { divideLeftPacked, multiplyPacked } from '../../math/packed-quats.ts';
import { conjugate, multiply, quatAt } from '../../math/quat.ts';
import { KEY_TIME_TOLERANCE, SHORTEST_INTERVAL } from '../../math/tolerances.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationIndex, type Pose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { FileAnimation, NodeChannel } from '../gltf/gltf-animation.ts';
import { rotationOfMatrix, writeRotation } from '../gltf/matrix.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';
import { hypot } from '../../math/elementary.ts';

/** More keys of all joints together than this are sampled at even distances instead. */
const MAX_JOINT_KEYS = 10_000_000;
/** The same for all nodes and channels that must be worked out at each key. */
const MAX_NODE_KEYS = 50_000_000;
/** So many nodes that no joint hangs on are copied in the time in which one node is worked out. */
const COPIED_NODES = 2;
/** More different times of keys than this are not told apart: a set of numbers has its limits. */
const MAX_STATED_TIMES = 5_000_000;
/** Difference from rest, in quaternion components or metres, below which a key says nothing. */
const NOTHING = 1e-7;

/**
 * The motion of a file's animation as a clip of the rig that was built from the same scene: keys where the file has keys, times from 0.
 * Stretching of bones is left out; a cubic spline is sampled at `fps`, a step gets a key just before it.
 */
export function clipFromAnimation(
  rig: Rig,
  scene: CharacterScene,
  animation: FileAnimation,
  fps: number = frameRateOf(animation),
): Clip {
  const moving = nodesAbove(scene, rig.binding.nodes);
  const channels = animation.channels.filter(({ node }) => moving.has(node));
  const eachKey = moving.size + channels.length + scene.nodes.length / COPIED_NODES;
  const most = Math.min(MAX_JOINT_KEYS / rig.skeleton.count, MAX_NODE_KEYS / eachKey);
  const times = keyTimes(animation, fps, Math.max(2, Math.floor(most)));
  const poseAt = poseReader(rig, scene, channels);
  const poses = times.map((time) => poseAt(time).slice());
  if (!poses.every(isFinitePose)) {
    throw new Error(`the animation "${animation.name}" cannot be used: its numbers are out of bounds`);
  }
  const seconds = times.map((time) => time - animation.start);
  return {
    id: idOf(animation.name),
    name: animation.name,
    duration: Math.max(animation.end - animation.start, 1 / fps),
    fps,
    loop: false,
    tracks: [...expressionTracks(scene, animation, fps).reverse(), ...tracksOf(rig, seconds, poses)],
  };
}

function isFinitePose(pose: Pose): boolean {
  for (let i = 0; i < pose.length; i++) if (!Number.isFinite(pose[i])) return false;
  return true;
}

/** These nodes and all that they hang on. */
function nodesAbove({ nodes }: CharacterScene, joints: Iterable<number>): ReadonlySet<number> {
  const above = new Set<number>();
  for (const joint of joints) {
    for (let node = joint; node >= 0 && !above.has(node); node = nodes[node]!.parent) above.add(node);
  }
  return above;
}

/** Works out the pose that some channels make of a rig at a time (seconds of the animation). What it returns is always the same object. */
function poseReader({ skeleton, binding }: Rig, scene: CharacterScene, channels: readonly NodeChannel[]): (time: number) => Pose {
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const restWorlds = worldMatrices(scene);
  const toJoint = Float64Array.from(
    Array.from(binding.nodes, (node, j) =>
      multiply(conjugate(rotationOfMatrix(restWorlds[node]!)), quatAt(rest.rotations, j)),
    ).flat(),
  );
  const scenery = createAnimatedWorlds(scene, channels, binding.nodes);
  const turned = new Float64Array(4 * skeleton.count);
  const reached = createWorldTransforms(skeleton);
  const pose = restPose(skeleton);
  return (time) => {
    scenery.moveTo(time);
    for (let j = 0; j < skeleton.count; j++) {
      // World rotation of a joint = turn of its node since rest · the joint's own rest.
      writeRotation(scenery.matrices, 16 * binding.nodes[j]!, turned, 4 * j);
      multiplyPacked(turned, 4 * j, toJoint, 4 * j, turned, 4 * j);
      const parent = skeleton.parents[j]!;
      const at = rotationIndex(j);
      if (parent < 0) divideLeftPacked(skeleton.rest, 4 * j, turned, 4 * j, pose, at);
      else {
        divideLeftPacked(turned, 4 * parent, turned, 4 * j, pose, at);
        divideLeftPacked(skeleton.rest, 4 * j, pose, at, pose, at);
      }
    }
    pose.fill(0, 0, 3);
    if (!isFinitePose(pose)) return pose;
    forwardKinematics(skeleton, pose, reached);
    const root = skeleton.root;
    for (let c = 0; c < 3; c++)
      pose[c] = scenery.matrices[16 * binding.nodes[root]! + 12 + c]! - reached.positions[3 * root + c]!;
    return pose;
  };
}

/** A clip's id made of its name: lower-case letters, digits and hyphens. */
function idOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return plain === '' ? 'clip' : plain;
}

/** The frame rate, of {@link FRAME_RATES}, nearest to the distance of the keys of the densest channel; 30 where there are too few to tell. */
export function frameRateOf(animation: FileAnimation): number {
  const densest = animation.channels.reduce((most, { times }) => Math.max(most, times.length), 0);
  const span = animation.end - animation.start;
  const rate = span > 0 && densest > 2 ? (densest - 1) / span : 30;
  return FRAME_RATES.reduce((best, candidate) => (Math.abs(candidate - rate) < Math.abs(best - rate) ? candidate : best));
}

/** The times at which the clip needs a key, rising; at most `most` of them. */
function keyTimes({ start, end, channels }: FileAnimation, fps: number, most: number): number[] {
  const even = () => Array.from({ length: most }, (_, i) => start + ((end - start) * i) / (most - 1));
  const stated = new Set<number>([start, end]);
  const seen = new Set<NodeChannel['times']>();
  const stepped = new Set<NodeChannel['times']>();
  for (const { interpolation, times } of channels) {
    const isStep = interpolation === 'STEP' && !stepped.has(times);
    if (seen.has(times) && !isStep) continue;
    if (stated.size + 2 * times.length > MAX_STATED_TIMES) return even();
    if (isStep) for (const time of times.subarray(1)) stated.add(time - SHORTEST_INTERVAL);
    if (!seen.has(times)) for (const time of times) stated.add(time);
    if (isStep) stepped.add(times);
    seen.add(times);
  }
  const frames = Math.floor((end - start) * fps + KEY_TIME_TOLERANCE);
  if (frames <= most && channels.some((channel) => channel.interpolation === 'CUBICSPLINE')) {
    for (let frame = 1; frame < frames; frame++) stated.add(start + frame / fps);
  }
  if (stated.size > most) return even();
  const kept: number[] = [];
  for (const time of [...stated].sort((a, b) => a - b)) {
    if (kept.length === 0 || time - kept.at(-1)! >= KEY_TIME_TOLERANCE) kept.push(time);
  }
  return kept;
}

function tracksOf(rig: Rig, times: readonly number[], poses: readonly Pose[]): Track[] {
  const tracks: Track[] = [];
  const moves = poses.some((pose) => Math.max(Math.abs(pose[0]!), Math.abs(pose[1]!), Math.abs(pose[2]!)) > NOTHING);
  if (moves) {
    const values = poses.flatMap((pose) => [pose[0]!, pose[1]!, pose[2]!]);
    tracks.push({ joint: ROOT_TRACK, interpolation: 'linear', times, values });
  }
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    const values = continuousRotations(poses, joint);
    if (turns(values)) tracks.push({ joint, interpolation: 'linear', times, values });
  }
  return tracks;
}

/** Whether some of the quaternions, one after the other, are a rotation at all. */
function turns(values: readonly number[]): boolean {
  for (let i = 0; i < values.length; i += 4) if (hypot(values[i]!, values[i + 1]!, values[i + 2]) > NOTHING) return true;
  return false;
}
