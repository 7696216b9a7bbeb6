import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { multiply, quatAt } from '../../math/quat.ts';
import { nodeTransforms } from '../../skeleton/binding.ts';
import type { Expression, Expressions } from '../../skeleton/expressions.ts';
import { createGlbBuilder, listOf } from '../gltf/glb-builder.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { addAnimation, withoutMatrices, type NewAnimation } from '../gltf/gltf-patch.ts';
import { EXPRESSION, KHR_CHARACTER, REFERENCE_POSE, SKELETON_MAPPING } from '../gltf/khr-character.ts';
import { restWorld } from './motion-frames.ts';
import { turnsToTPose } from './t-pose.ts';
import { tPosePositions } from './turns-since-t-pose.ts';
import type { MotionTarget } from './write-clip.ts';

const MORPH_TARGETS = 'KHR_character_expression_morphtarget';

/** The vocabulary of the mapping: the draft asks for an address that does not change. */
const VRM_BONES =
  'https://github.com/vrm-c/vrm-specification/blob/70ae16e93abd6da727fdf641b67aa41010c6d933/specification/VRMC_vrm-1.0/humanoid.md';

/** Bones that the draft leaves to expressions. */
const OF_THE_FACE: ReadonlySet<HumanoidBone> = new Set(['leftEye', 'rightEye', 'jaw']);

/**
 * The character's file with what Khronos' draft of KHR_character says of it, before its animations that are yet to come: which node is which bone, a T-pose as
 * reference pose, and its expressions, each an animation. The same target where its file says KHR_character already. Throws an `Error` with one sentence where
 * there is no body.
 */
export function withKhrCharacter(target: MotionTarget): MotionTarget {
  const { bytes, scene, rig } = target;
  const asset = readGltf(bytes);
  const stated = asset.document.extensions ?? {};
  if (rig.humanoid.hips === undefined) throw new Error('KHR_character speaks of a humanoid, and the file holds none');
  if (stated[KHR_CHARACTER] !== undefined) return target;
  const builder = createGlbBuilder(asset);
  const add = (animation: NewAnimation, more: object = {}) => ({ ...addAnimation(asset, builder, animation), ...more });
  const old = listOf(asset.json, 'animations');
  const pose = add(tPose(rig), { extensions: { [REFERENCE_POSE]: { poseType: 'TPose' } } });
  const shown = rig.expressions?.list.filter(({ binds }) => binds.length > 0) ?? [];
  const faces = shown.map((expression) => add(faceOf(rig.expressions!, expression)));
  const expressions = faces.map(({ channels }, i) => ({
    expression: shown[i]!.name,
    animation: old.length + 1 + i,
    extensions: { [MORPH_TARGETS]: { channels: [...(channels as unknown[]).keys()] } },
  }));
  const bones = rig.report.matches.filter(({ bone }) => !OF_THE_FACE.has(bone));
  const roles = bones.map(({ bone, joint }) => {
    const node = rig.binding.nodes[joint]!;
    const { name } = asset.document.nodes![node]!;
    return [bone, { node, ...(name !== undefined && { name }) }];
  });
  let root = rig.binding.nodes[rig.humanoid.hips]!;
  while (scene.nodes[root]!.parent >= 0) root = scene.nodes[root]!.parent;
  const extensions = {
    ...stated,
    [KHR_CHARACTER]: { rootNode: root },
    [SKELETON_MAPPING]: { skeletalRigMappings: { [VRM_BONES]: Object.fromEntries(roles) } },
    ...(expressions.length > 0 && { [EXPRESSION]: { expressions } }),
  };
  const used = [KHR_CHARACTER, SKELETON_MAPPING, REFERENCE_POSE, ...(expressions.length > 0 ? [EXPRESSION, MORPH_TARGETS] : [])];
  const written = builder.finish({
    ...asset.json,
    nodes: withoutMatrices(asset, new Set(rig.binding.nodes)),
    animations: [...old, pose, ...faces],
    extensionsUsed: [...new Set([...(asset.document.extensionsUsed ?? []), ...used])],
    extensions,
  });
  return { ...target, bytes: written };
}

/** The rig's T-pose, of all its joints. */
function tPose(rig: Rig): NewAnimation {
  const turns = turnsToTPose(rig);
  const rest = restWorld(rig);
  const { rotations, translations } = nodeTransforms(rig.binding, {
    rotations: Float64Array.from(turns.flatMap((turn, joint) => multiply(turn, quatAt(rest.rotations, joint)))),
    positions: Float64Array.from(tPosePositions(rig, turns).flat()),
  });
  const channels = Array.from(rig.binding.nodes, (node, joint) => [
    { node, path: 'rotation' as const, values: Float32Array.from(rotations.subarray(4 * joint, 4 * joint + 4)) },
    { node, path: 'translation' as const, values: Float32Array.from(translations.subarray(3 * joint, 3 * joint + 3)) },
  ]);
  return { name: 'TPose', times: Float32Array.of(0), channels: channels.flat() };
}

/** An expression as an animation: from what the file shows to what it shows where the expression is whole. */
function faceOf({ meshes }: Expressions, { name, binds, isBinary }: Expression): NewAnimation {
  const moved = [...new Set(binds.map(({ mesh }) => mesh))];
  const channels = moved.map((m) => {
    const { node, rest } = meshes[m]!;
    const whole = [...rest];
    for (const { mesh, target, weight } of binds) if (mesh === m) whole[target]! += weight;
    const interpolation = isBinary ? ('STEP' as const) : ('LINEAR' as const);
    return { node, path: 'weights' as const, values: Float32Array.of(...rest, ...whole), interpolation };
  });
  return { name, times: Float32Array.of(0, 1), channels };
}
