import type { Clip } from '../../animation/clip.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { copyPacked, divideLeftPacked, rotatePacked } from '../../math/packed-quats.ts';
import { IDENTITY, rotate } from '../../math/quat.ts';
import { subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { weightIndex, type Pose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { frameTimes, type ClipRange } from './clip-range.ts';
import { writeGlb } from '../gltf/glb.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import { sampleChannel } from '../gltf/animation-sampling.ts';
import { readAnimations, type FileAnimation } from '../gltf/gltf-animation.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { appendAnimation, type NewChannel } from '../gltf/gltf-patch.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { VRM_PRESETS } from '../gltf/read-expressions.ts';
import { createErrorMeter, type ErrorMeter, type LargestErrors } from './largest-errors.ts';
import { posesOf, worldsOf } from './motion-frames.ts';
import { onFloor, tPosePositions, turnsSinceTPose, turnToFront, writeTurn, type TurnsSinceTPose } from './turns-since-t-pose.ts';
import type { MotionTarget, OnProgress, WrittenMotion } from './write-clip.ts';
import { encodeUtf8 } from '../text/utf8.ts';

/** Looking is a property of its own in VRM Animation, so that eyes have no bones there. */
const LEFT_OUT: ReadonlySet<HumanoidBone> = new Set<HumanoidBone>(['leftEye', 'rightEye']);

/** An expression, and its number in the character's poses. */
interface Face {
  readonly name: string;
  readonly index: number;
}

/** One node of the file: a humanoid bone in a T-pose that faces +Z, without rotation of its own. */
interface VrmaBone {
  readonly bone: HumanoidBone;
  readonly joint: number;
  /** Index among the bones, −1 for the hips. */
  readonly parent: number;
  /** From the parent bone in the T-pose; for the hips from the floor below the origin, metres. */
  readonly offset: Vec3;
}

/**
 * A clip as a VRM Animation 1.0 file: rotations of humanoid bones relative to a T-pose, translation of the hips only. Throws an `Error`
 * with one sentence when the rig has no hips.
 */
export function writeClipToVrma({ rig }: MotionTarget, clip: Clip, range: ClipRange, onProgress?: OnProgress): WrittenMotion {
  const times = frameTimes(range);
  const timeline = times.map((time) => range.from + time);
  return writeMotion(rig, clip.name, times, (tell) => posesOf(rig, clip, timeline, tell), onProgress);
}

/** A still pose as a VRM Animation of one frame. */
export function writePoseToVrma({ rig }: MotionTarget, pose: Pose): WrittenMotion {
  return writeMotion(rig, 'pose', [0], () => [pose]);
}

function writeMotion(
  rig: Rig,
  name: string,
  times: readonly number[],
  poses: (onProgress?: OnProgress) => Iterable<Pose>,
  onProgress?: OnProgress,
): WrittenMotion {
  const bones = vrmaBones(rig);
  const faces = facesOf(rig);
  const gaze = (rig.skeleton.expressions?.length ?? 0) - faces.length;
  const unmapped = rig.report.unmapped.length;
  return {
    bytes: appendAnimation(skeletonFile(bones, faces), {
      name,
      times: Float32Array.from(times),
      channels: [
        ...channelsOf(rig, bones, times.length, poses(onProgress)),
        ...weightChannels(bones.length, faces, times.length, poses()),
      ],
    }),
    warnings: [
      ...(unmapped > 0 ? [`${unmapped} joints that are no humanoid bones are not in the VRM Animation`] : []),
      ...(gaze > 0 ? [`${gaze} expressions of looking (lookUp, lookLeft, …) are not in the VRM Animation`] : []),
    ],
    compare(reread, tell) {
      const written = readWritten(reread);
      const errors = compareBones(rig, bones, times, poses(tell), written);
      return faces.length > 0 ? { ...errors, weight: compareWeights(faces, times, poses(), written) } : errors;
    },
  };
}

/** A VRM Animation that was read again. */
interface Written {
  readonly scene: CharacterScene;
  readonly animation: FileAnimation;
}

function readWritten(bytes: Uint8Array): Written {
  const asset = readGltf(bytes);
  const animation = readAnimations(asset).animations[0];
  if (!animation) throw new Error('the exported file holds no animation');
  return { scene: readCharacterScene(asset), animation };
}

/** How far what was written is from the poses that were meant, over all bones and frames. */
function compareBones(
  rig: Rig,
  bones: readonly VrmaBone[],
  times: readonly number[],
  poses: Iterable<Pose>,
  { scene, animation }: Written,
): LargestErrors {
  const nodes = bones.map(({ bone }) => scene.declaredBones[bone]!);
  const { matrices, moveTo } = createAnimatedWorlds(scene, animation.channels, nodes);
  const comparison = { rig, bones, nodes, matrices, turns: turnsSinceTPose(rig), meter: createErrorMeter() };
  let frame = 0;
  for (const world of worldsOf(rig, poses)) {
    moveTo(times[frame++]!);
    compareFrame(comparison, world);
  }
  return comparison.meter.largest();
}

interface Comparison {
  readonly rig: Rig;
  readonly bones: readonly VrmaBone[];
  /** The node of each bone, and the world matrices of all nodes in the frame at hand. */
  readonly nodes: readonly number[];
  readonly matrices: Float64Array;
  readonly turns: TurnsSinceTPose;
  readonly meter: ErrorMeter;
}

/** Compares where the joints are meant to be in a frame, and how they are meant to be turned, with their nodes. */
function compareFrame({ rig, bones, nodes, matrices, turns, meter }: Comparison, world: WorldTransforms): void {
  for (let i = 0; i < bones.length; i++) {
    const { joint } = bones[i]!;
    rotatePacked(turns.front, 0, world.positions, 3 * joint, meter.position, 0);
    meter.position[1]! -= rig.report.floor;
    writeTurn(turns, world, joint, meter.rotation, 0);
    meter.compare(matrices, 16 * nodes[i]!);
  }
}

function vrmaBones(rig: Rig): VrmaBone[] {
  const { humanoid, skeleton } = rig;
  if (humanoid.hips === undefined) throw new Error('a VRM Animation needs hips, and this character has none');
  const front = turnToFront(rig);
  const chosen = HUMANOID_BONES.filter((bone) => humanoid[bone] !== undefined && !LEFT_OUT.has(bone)).sort(
    (a, b) => humanoid[a]! - humanoid[b]!,
  );
  const indexOf = new Map(chosen.map((bone, i) => [humanoid[bone]!, i]));
  const positions = tPosePositions(rig);
  return chosen.map((bone) => {
    const joint = humanoid[bone]!;
    let above = skeleton.parents[joint]!;
    while (above >= 0 && !indexOf.has(above)) above = skeleton.parents[above]!;
    const parent = above < 0 ? -1 : indexOf.get(above)!;
    const place = positions[joint]!;
    const offset = parent < 0 ? onFloor(rig, rotate(front, place)) : rotate(front, subtract(place, positions[above]!));
    return { bone, joint, parent, offset };
  });
}

/** Expressions of looking have no place in a VRM Animation, where looking is a property of its own. */
function facesOf({ skeleton: { expressions = [] } }: Rig): Face[] {
  return expressions.flatMap((name, index) => (/^look(?:Up|Down|Left|Right)$/.test(name) ? [] : [{ name, index }]));
}

function skeletonFile(bones: readonly VrmaBone[], faces: readonly Face[]): Uint8Array {
  const nodes: object[] = bones.map(({ bone, offset }, i) => {
    const children = bones.flatMap(({ parent }, child) => (parent === i ? [child] : []));
    return { name: bone, translation: offset, ...(children.length > 0 && { children }) };
  });
  const humanBones = Object.fromEntries(bones.map(({ bone }, node) => [bone, { node }]));
  // Each expression has a node of its own, whose translation along X is the weight.
  const stated = faces.map(({ name }, i) => [name, { node: bones.length + i }] as const);
  const preset = Object.fromEntries(stated.filter(([name]) => VRM_PRESETS.has(name)));
  const custom = Object.fromEntries(stated.filter(([name]) => !VRM_PRESETS.has(name)));
  const expressions = {
    ...(Object.keys(preset).length > 0 && { preset }),
    ...(Object.keys(custom).length > 0 && { custom }),
  };
  nodes.push(...faces.map(({ name }) => ({ name })));
  const motion = { specVersion: '1.0', humanoid: { humanBones }, ...(faces.length > 0 && { expressions }) };
  const json = {
    asset: { version: '2.0', generator: 'Limber' },
    extensionsUsed: ['VRMC_vrm_animation'],
    extensions: { VRMC_vrm_animation: motion },
    scene: 0,
    scenes: [{ nodes: [...bones.flatMap(({ parent }, i) => (parent < 0 ? [i] : [])), ...faces.map((_, i) => bones.length + i)] }],
    nodes,
  };
  return writeGlb({ json: encodeUtf8(JSON.stringify(json)), binary: null, unknown: [] });
}

function channelsOf(rig: Rig, bones: readonly VrmaBone[], count: number, poses: Iterable<Pose>): NewChannel[] {
  const front = turnToFront(rig);
  const turns = turnsSinceTPose(rig);
  const rotations = bones.map(() => new Float32Array(4 * count));
  const hips = new Float32Array(3 * count);
  const hipsNode = bones.findIndex(({ bone }) => bone === 'hips');
  // World and local rotations of a frame, and the local ones of the frame before: 4 a bone.
  const turned = new Float64Array(4 * bones.length);
  const local = new Float64Array(4 * bones.length);
  const last = Float64Array.from(bones.flatMap(() => IDENTITY));
  let frame = 0;
  for (const world of worldsOf(rig, poses)) {
    writeLocals(bones, turns, world, turned, local, last);
    last.set(local);
    writeKeys(local, rotations, frame);
    hips.set(onFloor(rig, rotate(front, vec3At(world.positions, bones[hipsNode]!.joint))), 3 * frame);
    frame++;
  }
  return [
    ...rotations.map((values, node): NewChannel => ({ node, path: 'rotation', values })),
    { node: hipsNode, path: 'translation', values: hips },
  ];
}

/** The weights of expressions that show at all, along X of their nodes, which stand behind those of the bones. */
function weightChannels(first: number, faces: readonly Face[], count: number, poses: Iterable<Pose>): NewChannel[] {
  if (faces.length === 0) return [];
  const values = faces.map(() => new Float32Array(3 * count));
  let frame = 0;
  for (const pose of poses) {
    faces.forEach(({ index }, i) => {
      values[i]![3 * frame] = pose[weightIndex(pose, index)]!;
    });
    frame++;
  }
  return values.flatMap((translations, i): NewChannel[] =>
    translations.some((value) => value !== 0) ? [{ node: first + i, path: 'translation', values: translations }] : [],
  );
}

/** By how much a weight in the file is another than the one that was meant, at most, over all expressions and frames. */
function compareWeights(
  faces: readonly Face[],
  times: readonly number[],
  poses: Iterable<Pose>,
  { scene, animation }: Written,
): number {
  const channels = faces.map(({ name }) => {
    const node = scene.expressions?.list.find((each) => each.name === name)?.node;
    return animation.channels.find((each) => each.node === node && each.path === 'translation');
  });
  let largest = 0;
  let frame = 0;
  for (const pose of poses) {
    const time = times[frame++]!;
    faces.forEach(({ index }, i) => {
      const written = channels[i] ? sampleChannel(channels[i], time)[0]! : 0;
      largest = Math.max(largest, Math.abs(written - pose[weightIndex(pose, index)]!));
    });
  }
  return largest;
}

/** Writes the rotations of a frame: of each bone since the T-pose, and in its parent's. */
function writeLocals(
  bones: readonly VrmaBone[],
  turns: TurnsSinceTPose,
  world: WorldTransforms,
  turned: Float64Array,
  local: Float64Array,
  last: Float64Array,
): void {
  for (let i = 0; i < bones.length; i++) writeTurn(turns, world, bones[i]!.joint, turned, 4 * i);
  for (let i = 0; i < bones.length; i++) writeLocal(bones[i]!.parent, i, turned, local, last);
}

/** Writes the rotations of a frame, 4 numbers a bone, into the values of the bones' channels. */
function writeKeys(local: Float64Array, rotations: readonly Float32Array[], frame: number): void {
  for (let i = 0; i < rotations.length; i++) {
    const values = rotations[i]!;
    for (let c = 0; c < 4; c++) values[4 * frame + c] = local[4 * i + c]!;
  }
}

/** Writes the rotation of bone `i` in its parent's, in the hemisphere of the one in `last`. */
function writeLocal(parent: number, i: number, turned: Float64Array, local: Float64Array, last: Float64Array): void {
  const at = 4 * i;
  if (parent < 0) copyPacked(turned, at, local, at);
  else divideLeftPacked(turned, 4 * parent, turned, at, local, at);
  const dot =
    local[at]! * last[at]! + local[at + 1]! * last[at + 1]! + local[at + 2]! * last[at + 2]! + local[at + 3]! * last[at + 3]!;
  if (dot < 0) for (let c = 0; c < 4; c++) local[at + c] = -local[at + c]!;
}
