import type { Clip } from '../../animation/clip.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween, conjugate, fromAxisAngle, IDENTITY, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, distance, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { weightIndex, type Pose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { frameTimes, type ClipRange } from './clip-range.ts';
import { writeGlb } from '../gltf/glb.ts';
import { readAnimations, sampleAnimation, sampleChannel, type FileAnimation } from '../gltf/gltf-animation.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { appendAnimation, type NewChannel } from '../gltf/gltf-patch.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { VRM_PRESETS } from '../gltf/read-expressions.ts';
import { decomposeMatrix } from '../gltf/matrix.ts';
import { posesOf, restWorld, worldsOf } from './motion-frames.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';
import { turnsToTPose } from './t-pose.ts';
import type { MotionTarget, OnProgress, WrittenMotion } from './write-clip.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { atan2 } from '../../math/elementary.ts';

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
      const asset = readGltf(reread);
      const scene = readCharacterScene(asset);
      const animation = readAnimations(asset).animations[0];
      if (!animation) throw new Error('the exported file holds no animation');
      const front = turnToFront(rig);
      const turnOf = turnSinceTPose(rig);
      let largest = 0;
      let largestAngle = 0;
      let largestWeight = 0;
      let frame = 0;
      for (const pose of poses()) {
        const time = times[frame++]!;
        largestWeight = Math.max(largestWeight, weightError(faces, scene, animation, time, pose));
      }
      frame = 0;
      for (const world of worldsOf(rig, poses(tell))) {
        const written = worldMatrices(scene, sampleAnimation(scene, animation, times[frame++]!));
        for (const { bone, joint } of bones) {
          const meant = onFloor(rig, rotate(front, vec3At(world.positions, joint)));
          const { translation, rotation } = decomposeMatrix(written[scene.declaredBones[bone]!]!);
          largest = Math.max(largest, distance(meant, translation));
          largestAngle = Math.max(largestAngle, angleBetween(turnOf(world, joint), rotation));
        }
      }
      return { distance: largest, angle: largestAngle, ...(faces.length > 0 && { weight: largestWeight }) };
    },
  };
}

function vrmaBones(rig: Rig): VrmaBone[] {
  const { humanoid, skeleton } = rig;
  if (humanoid.hips === undefined) throw new Error('a VRM Animation needs hips, and this character has none');
  const rest = restWorld(rig);
  const turns = turnsToTPose(rig);
  const front = turnToFront(rig);
  const chosen = HUMANOID_BONES.filter((bone) => humanoid[bone] !== undefined && !LEFT_OUT.has(bone)).sort(
    (a, b) => humanoid[a]! - humanoid[b]!,
  );
  const indexOf = new Map(chosen.map((bone, i) => [humanoid[bone]!, i]));
  // In the T-pose every joint stands where the turned bones above it carry it.
  const positions: Vec3[] = [];
  for (let joint = 0; joint < skeleton.count; joint++) {
    const parent = skeleton.parents[joint]!;
    const own = vec3At(rest.positions, joint);
    positions.push(
      parent < 0 ? own : add(positions[parent]!, rotate(turns[parent]!, subtract(own, vec3At(rest.positions, parent)))),
    );
  }
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
  const turnOf = turnSinceTPose(rig);
  const rotations = bones.map(() => new Float32Array(4 * count));
  const hips = new Float32Array(3 * count);
  const previous: Quat[] = bones.map(() => IDENTITY);
  let frame = 0;
  for (const world of worldsOf(rig, poses)) {
    const turned = bones.map(({ joint }) => turnOf(world, joint));
    bones.forEach(({ parent, bone, joint }, i) => {
      const local = parent < 0 ? turned[i]! : multiply(conjugate(turned[parent]!), turned[i]!);
      const last = previous[i]!;
      const sign = local[0] * last[0] + local[1] * last[1] + local[2] * last[2] + local[3] * last[3] < 0 ? -1 : 1;
      const rotation: Quat = [sign * local[0], sign * local[1], sign * local[2], sign * local[3]];
      previous[i] = rotation;
      rotations[i]!.set(rotation, 4 * frame);
      if (bone === 'hips') hips.set(onFloor(rig, rotate(front, vec3At(world.positions, joint))), 3 * frame);
    });
    frame++;
  }
  const hipsNode = bones.findIndex(({ bone }) => bone === 'hips');
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

/** By how much the largest weight in the file is another than in the pose. */
function weightError(
  faces: readonly Face[],
  { expressions }: CharacterScene,
  animation: FileAnimation,
  time: number,
  pose: Pose,
): number {
  return faces.reduce((largest, { name, index }) => {
    const node = expressions?.list.find((each) => each.name === name)?.node;
    const channel = animation.channels.find((each) => each.node === node && each.path === 'translation');
    const written = channel ? sampleChannel(channel, time)[0]! : 0;
    return Math.max(largest, Math.abs(written - pose[weightIndex(pose, index)]!));
  }, 0);
}

/** World rotation of a joint since the T-pose, as a character that faces +Z has it: F · W · (D · W₀)⁻¹ · F⁻¹. */
function turnSinceTPose(rig: Rig): (world: WorldTransforms, joint: number) => Quat {
  const rest = restWorld(rig);
  const front = turnToFront(rig);
  const back = conjugate(front);
  const fromTPose = turnsToTPose(rig).map((turn, joint) => conjugate(multiply(turn, quatAt(rest.rotations, joint))));
  return (world, joint) => multiply(front, multiply(multiply(quatAt(world.rotations, joint), fromTPose[joint]!), back));
}

/** The turn about Y after which the character faces +Z. */
function turnToFront({ report: { facing } }: Rig): Quat {
  return fromAxisAngle([0, 1, 0], -atan2(facing[0], facing[2]));
}

function onFloor({ report: { floor } }: Rig, [x, y, z]: Vec3): Vec3 {
  return [x, y - floor, z];
}
