import { differentNames } from '../../math/different-names.ts';
import type { Clip } from '../../animation/clip.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toDegrees } from '../../math/angles.ts';
import { divideRightPacked } from '../../math/packed-quats.ts';
import { conjugate, multiply, quatAt, type Quat } from '../../math/quat.ts';
import { length, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { parseBvh } from '../bvh/bvh.ts';
import { readBvhCharacter } from '../bvh/bvh-scene.ts';
import { frameTimes, type ClipRange } from './clip-range.ts';
import { toEulerZxy, type EulerZxy } from '../bvh/euler.ts';
import { createErrorMeter, type LargestErrors } from './largest-errors.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import { posesOf, restWorld, subtree, worldsOf } from './motion-frames.ts';
import type { MotionTarget, OnProgress, WrittenMotion } from './write-clip.ts';
import { encodeUtf8 } from '../text/utf8.ts';

/** BVH files are written in centimetres, +Y up. */
const UNITS_PER_METRE = 100;
const DECIMALS = 6;
/** Length of the last bone of a limb as a share of the bone before it. */
const END_SHARE = 0.4;

/**
 * A clip as a BVH file: the joints from the hips down, with the character's rest pose as the pose of all zeros, and the hips' own
 * position absolute (OFFSET is zero, so that every reader agrees).
 */
export function writeClipToBvh({ rig }: MotionTarget, clip: Clip, range: ClipRange, onProgress?: OnProgress): WrittenMotion {
  const times = frameTimes(range).map((time) => range.from + time);
  return writeFrames(rig, times.length, (tell) => posesOf(rig, clip, times, tell), 1 / range.fps, onProgress);
}

/** A still pose as a BVH file of one frame. */
export function writePoseToBvh({ rig }: MotionTarget, pose: Pose): WrittenMotion {
  return writeFrames(rig, 1, () => [pose], 1 / 30);
}

function writeFrames(
  rig: Rig,
  count: number,
  poses: (onProgress?: OnProgress) => Iterable<Pose>,
  frameTime: number,
  onProgress?: OnProgress,
): WrittenMotion {
  const joints = subtree(rig, rig.skeleton.root);
  const lines = [...hierarchyLines(rig, joints), 'MOTION', `Frames: ${count}`, `Frame Time: ${frameTime.toFixed(9)}`];
  for (const line of frameLines(rig, joints, poses(onProgress))) lines.push(line);
  const left = rig.skeleton.count - joints.length;
  return {
    bytes: encodeUtf8(`${lines.join('\n')}\n`),
    warnings: left > 0 ? [`${left} joints outside the hips' hierarchy are not in the BVH file`] : [],
    compare: (reread, tell) => compareFrames(rig, joints, poses(tell), reread),
  };
}

function hierarchyLines(rig: Rig, joints: readonly number[]): string[] {
  const { skeleton } = rig;
  const rest = restWorld(rig);
  const differing = differentNames({ between: '_' });
  // Without spaces and braces.
  const names = joints.map((joint) => differing(skeleton.names[joint]!.replace(/[\s{}]+/g, '_') || 'joint'));
  const nameOf = new Map(joints.map((joint, i) => [joint, names[i]!]));
  const children = new Map<number, number[]>(joints.map((joint) => [joint, []]));
  for (const joint of joints) children.get(skeleton.parents[joint]!)?.push(joint);
  const lines = ['HIERARCHY'];
  const triple = (v: Vec3) => v.map((value) => fixed(value * UNITS_PER_METRE)).join(' ');
  const offsetOf = (joint: number) => subtract(vec3At(rest.positions, joint), vec3At(rest.positions, skeleton.parents[joint]!));
  const body = bodyOf(rig);
  const boneOf = new Map(rig.report.matches.map(({ bone, joint }) => [joint, bone]));
  /** The last bone of a limb points where the body says: toes ahead, not down the shin. */
  const endOf = (joint: number, offset: Vec3): Vec3 => {
    const bone = boneOf.get(joint);
    return bone ? scale(body.direction(bone), END_SHARE * length(offset)) : scale(offset, END_SHARE);
  };
  const open = (joint: number, indent: string) => {
    const isRoot = joint === skeleton.root;
    const offset: Vec3 = isRoot ? [0, 0, 0] : offsetOf(joint);
    lines.push(`${indent}${isRoot ? 'ROOT' : 'JOINT'} ${nameOf.get(joint)}`, `${indent}{`, `${indent}\tOFFSET ${triple(offset)}`);
    lines.push(`${indent}\tCHANNELS ${isRoot ? '6 Xposition Yposition Zposition' : '3'} Zrotation Xrotation Yrotation`);
    if (children.get(joint)!.length === 0) {
      lines.push(`${indent}\tEnd Site`, `${indent}\t{`, `${indent}\t\tOFFSET ${triple(endOf(joint, offset))}`, `${indent}\t}`);
    }
  };
  // Depth first without recursion: a joint is closed when everything below it was written.
  const pending: { joint: number; depth: number; close: boolean }[] = [{ joint: skeleton.root, depth: 0, close: false }];
  while (pending.length > 0) {
    const { joint, depth, close } = pending.pop()!;
    const indent = '\t'.repeat(depth);
    if (close) {
      lines.push(`${indent}}`);
      continue;
    }
    open(joint, indent);
    pending.push({ joint, depth, close: true });
    for (const child of children.get(joint)!.toReversed()) pending.push({ joint: child, depth: depth + 1, close: false });
  }
  return lines;
}

/** Channels in the order of the hierarchy, which lists children depth first. */
function* frameLines(rig: Rig, joints: readonly number[], poses: Iterable<Pose>): Generator<string> {
  const order = depthFirst(rig, joints);
  const { root, parents } = rig.skeleton;
  const rest = restWorld(rig);
  const previous = new Map<number, EulerZxy>();
  for (const world of worldsOf(rig, poses)) {
    const turnOf = (joint: number): Quat => multiply(quatAt(world.rotations, joint), conjugate(quatAt(rest.rotations, joint)));
    const numbers = vec3At(world.positions, root).map((value) => fixed(value * UNITS_PER_METRE));
    for (const joint of order) {
      const turn = turnOf(joint);
      const local = joint === root ? turn : multiply(conjugate(turnOf(parents[joint]!)), turn);
      const angles = toEulerZxy(local, previous.get(joint));
      previous.set(joint, angles);
      for (const angle of angles) numbers.push(fixed(toDegrees(angle)));
    }
    yield numbers.join(' ');
  }
}

function depthFirst(rig: Rig, joints: readonly number[]): number[] {
  const { root, parents } = rig.skeleton;
  const order: number[] = [];
  const pending = [root];
  while (pending.length > 0) {
    const joint = pending.pop()!;
    order.push(joint);
    pending.push(...joints.filter((child) => child !== root && parents[child] === joint).reverse());
  }
  return order;
}

function compareFrames(rig: Rig, joints: readonly number[], poses: Iterable<Pose>, reread: Uint8Array): LargestErrors {
  const bvh = parseBvh(reread);
  const reading = { up: 'y', rootPosition: 'absolute', unit: 1 / UNITS_PER_METRE, skipFirstFrame: false, rest: 'zero' } as const;
  const { scene, animation } = readBvhCharacter(bvh, reading);
  if (!animation) throw new Error('the exported file holds no motion');
  const nodes = [...bvh.joints.keys()].filter((j) => !bvh.joints[j]!.isEnd);
  const order = depthFirst(rig, joints);
  const rest = restWorld(rig);
  const written = createAnimatedWorlds(scene, animation.channels);
  const meter = createErrorMeter();
  let frame = 0;
  for (const world of worldsOf(rig, poses)) {
    written.moveTo(frame++ * bvh.frameTime);
    order.forEach((joint, i) => {
      for (let c = 0; c < 3; c++) meter.position[c] = world.positions[3 * joint + c]!;
      divideRightPacked(world.rotations, 4 * joint, rest.rotations, 4 * joint, meter.rotation, 0);
      meter.compare(written.matrices, 16 * nodes[i]!);
    });
  }
  return meter.largest();
}

/** Six decimals, without a minus before zero. */
function fixed(value: number): string {
  const text = value.toFixed(DECIMALS);
  return Number(text) === 0 ? '0' : text;
}
