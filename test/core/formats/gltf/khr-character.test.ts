import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { motionSource } from '../../../../core/formats/clips/motion-source.ts';
import { withKhrCharacter } from '../../../../core/formats/clips/write-khr-character.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { sampleAnimation } from '../../../../core/formats/gltf/animation-sampling.ts';
import { createGlbBuilder } from '../../../../core/formats/gltf/glb-builder.ts';
import { readAnimations, readNumbered } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { readKhrCharacter } from '../../../../core/formats/gltf/khr-character.ts';
import { worldMatrices } from '../../../../core/formats/gltf/scene-worlds.ts';
import { asKhrCharacter } from '../../../../core/formats/usd/export-formats.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromRotationVector } from '../../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { glbOf } from '../build-glb.ts';
import { validatorIssues } from '../oracles.ts';

const { json, binary } = readGltf(new Uint8Array(readFileSync(MANNEQUIN)));
const known = targetOf(glbOf(json, binary)).rig;
const nodeOf = (bone: HumanoidBone) => known.binding.nodes[known.humanoid[bone]!]!;
/** The draft leaves eyes and jaw to expressions. */
const BONES = (Object.keys(known.humanoid) as HumanoidBone[]).filter((bone) => !/Eye|jaw/.test(bone));

function targetOf(bytes: Uint8Array) {
  const scene = readCharacterScene(readGltf(bytes));
  return { bytes, scene, rig: buildRig(scene) };
}

/** The mannequin with names that mean nothing, and with more in its file. */
function nameless(more: object): Uint8Array {
  const nodes = (json['nodes'] as object[]).map((node, i) => ({ ...node, name: `thing ${i}` }));
  return glbOf({ ...json, nodes, ...more }, binary);
}

const mapping = (roles: object, set = 'https://example.com/vrm') => ({
  extensions: { KHR_character_skeleton_mapping: { skeletalRigMappings: { other: { Hips: { node: 1 } }, [set]: roles } } },
});

describe('a mapping of KHR_character', () => {
  test.each([
    ['as it is now', (node: number, bone: string) => [bone, { node, name: 'whatever' }]],
    ['by plain numbers', (node: number, bone: string) => [bone, node]],
    ['by names of nodes', (node: number, bone: string) => [bone, `thing ${node}`]],
    ['from names of nodes', (node: number, bone: string) => [`thing ${node}`, bone]],
  ])('tells the bones of a file whose names tell nothing, %s', (_, entry) => {
    const roles = Object.fromEntries(BONES.map((bone) => entry(nodeOf(bone), bone)));
    const bytes = nameless(mapping(roles));
    const { rig } = targetOf(bytes);
    expect(Object.fromEntries(BONES.map((bone) => [bone, rig.binding.nodes[rig.humanoid[bone]!]]))).toEqual(
      Object.fromEntries(BONES.map((bone) => [bone, nodeOf(bone)])),
    );
    expect(rig.report.matches[0]!.reason).toBe('declared by the file');
    expect(readCharacter('a.glb', bytes).warnings).toEqual([]);
  });

  test.each([
    [
      'maps no leftHand of VRM, so that',
      Object.fromEntries(BONES.filter((bone) => bone !== 'leftHand').map((bone) => [bone, { node: nodeOf(bone) }])),
    ],
    ['maps no hips of VRM, so that', { pelvis: { node: 2 }, hips: { node: 1e6 } }],
    ['maps no hips of VRM', { hips: [] }],
  ])('that %s is told, and names and shape tell the bones', (sentence, roles) => {
    const bytes = glbOf({ ...json, ...mapping(roles) }, binary);
    const { rig } = targetOf(bytes);
    expect(rig.humanoid.hips).toBe(known.humanoid.hips);
    expect(rig.humanoid.leftHand).toBe(known.humanoid.leftHand);
    const { warnings } = readCharacter('a.glb', bytes);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(sentence);
  });
});

/** A face with three morph targets, of which the file shows a quarter of the last, and animations with these channels. */
function face(): Uint8Array {
  const builder = createGlbBuilder();
  const floats = (...values: number[]) => Float32Array.of(...values);
  const still = builder.accessor(floats(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3', { withBounds: true });
  const times = builder.accessor(floats(0, 1), 'SCALAR', { withBounds: true });
  const late = builder.accessor(floats(0, 2), 'SCALAR', { withBounds: true });
  const all = builder.accessor(floats(0, 0, 0.25, 1, 0.5, 0.25), 'SCALAR');
  const one = builder.accessor(floats(0.25, 1), 'SCALAR');
  const curve = builder.accessor(floats(9, 0, 9, 9, 0.75, 9), 'SCALAR');
  const pointer = (to: string) => ({ path: 'pointer', extensions: { KHR_animation_pointer: { pointer: to } } });
  const animation = (input: number, output: number, interpolation: string, target: object) => ({
    name: 'face',
    samplers: [{ input, output, interpolation }],
    channels: [{ sampler: 0, target }],
  });
  return builder.finish({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'face' }],
    meshes: [
      {
        weights: [0, 0, 0.25],
        extras: { targetNames: ['a', 'b', 'c'] },
        primitives: [{ attributes: { POSITION: still }, targets: Array.from({ length: 3 }, () => ({ POSITION: still })) }],
      },
    ],
    animations: [
      animation(times, all, 'LINEAR', { node: 0, path: 'weights' }),
      animation(late, one, 'STEP', pointer('/nodes/0/weights/2')),
      animation(times, curve, 'CUBICSPLINE', pointer('/nodes/0/weights/0')),
      animation(times, one, 'LINEAR', pointer('/nodes/7/weights/0')),
    ],
    extensions: {
      KHR_character: { rootNode: 0 },
      KHR_character_expression: {
        expressions: [0, 1, 2, 3, 9].map((each, i) => ({
          expression: ['smile', 'wink', 'wink', 'nobody', 'none'][i],
          animation: each,
        })),
      },
    },
    extensionsUsed: ['KHR_character', 'KHR_character_expression', 'KHR_animation_pointer'],
  });
}

test('expressions of KHR_character move what their animations show at their ends, and are no clips', () => {
  const asset = readGltf(face());
  const { expressions } = readCharacterScene(asset);
  expect(
    expressions!.list.map(({ name, isBinary, binds }) => [name, isBinary, binds.map(({ target, weight }) => [target, weight])]),
  ).toEqual([
    [
      'smile',
      false,
      [
        [0, 1],
        [1, 0.5],
      ],
    ],
    ['wink', true, [[2, 0.75]]],
    ['wink#2', false, [[0, 0.75]]],
  ]);
  expect(readAnimations(asset).animations).toEqual([]);
  expect(readKhrCharacter(asset.document).notes).toEqual([
    'an expression in KHR_character_expression is not as the draft of KHR_character says, and is left aside',
  ]);
});

test('a reference pose of KHR_character is what a motion rests in, and no clip', () => {
  const written = readGltf(withKhrCharacter(targetOf(glbOf(json, binary))).bytes);
  // The file rests bent, as no body stands.
  const bend = [fromRotationVector([1.2, 0, 0]), fromRotationVector([0, 0, -0.9])];
  const nodes = (written.json['nodes'] as object[]).map((node, i) =>
    i === nodeOf('spine')
      ? { ...node, rotation: bend[0] }
      : i === nodeOf('rightUpperLeg')
        ? { ...node, rotation: bend[1] }
        : node,
  );
  const bent = targetOf(glbOf({ ...written.json, nodes }, written.binary));
  const pose = restPose(bent.rig.skeleton);
  setRotation(pose, bent.rig.humanoid.head!, bend[0]!);
  const nod = clipFromPoses(bent.rig.skeleton, [pose, pose], { id: 'nod', name: 'Nod', fps: 30, loop: false });
  const asset = readGltf(writeClip(bent, 'glb', nod).bytes);
  const { animations } = readAnimations(asset);
  expect(animations.map(({ name }) => name)).toEqual(['Nod']);
  const { rest, rig: rested } = motionSource({ asset, scene: bent.scene, rig: bent.rig }, animations[0]!);
  expect(rest).toMatchObject({ label: 'in its reference pose "TPose"', stands: true });
  expect(rested.report.height).toBeCloseTo(known.report.height, 1);
});

test('an animation that is called a reference pose and moves stays a clip, and is told', () => {
  const target = targetOf(glbOf(json, binary));
  const pose = restPose(target.rig.skeleton);
  const other = pose.slice();
  setRotation(other, target.rig.humanoid.head!, fromRotationVector([0.3, 0, 0]));
  const clip = clipFromPoses(target.rig.skeleton, [pose, other], { id: 'nod', name: 'Nod', fps: 30, loop: false });
  const written = readGltf(writeClip(target, 'glb', clip).bytes);
  const animations = (written.json['animations'] as object[]).map((each) => ({
    ...each,
    extensions: { KHR_character_reference_pose: {} },
  }));
  const bytes = glbOf({ ...written.json, animations }, written.binary);
  expect(readAnimations(readGltf(bytes)).animations).toHaveLength(1);
  expect(readCharacter('a.glb', bytes).warnings).toEqual([
    'the reference pose in animation 0 is not as the draft of KHR_character says, and is left aside',
  ]);
});

describe('KHR_character is written', () => {
  const target = targetOf(glbOf(json, binary));
  const asset = readGltf(withKhrCharacter(target).bytes);

  test('with a mapping that is read again where names tell nothing, and all else as it was', async () => {
    const { extensions, extensionsUsed, nodes, animations, ...rest } = asset.json;
    expect(extensionsUsed).toEqual(['KHR_character', 'KHR_character_skeleton_mapping', 'KHR_character_reference_pose']);
    const renamed = (nodes as object[]).map((node, i) => ({ ...node, name: `thing ${i}` }));
    const again = targetOf(glbOf({ ...rest, extensions, extensionsUsed, nodes: renamed, animations }, asset.binary)).rig;
    const places = (rig: typeof again) => Object.fromEntries(BONES.map((bone) => [bone, rig.binding.nodes[rig.humanoid[bone]!]]));
    expect(places(again)).toEqual(places(target.rig));
    expect(asset.binary!.subarray(0, binary!.length)).toEqual(binary);
    expect(await validatorIssues(withKhrCharacter(target).bytes)).toEqual([]);
  });

  test('with a T-pose: arms level to the sides, legs down', () => {
    const pose = readNumbered(asset, () => true).animations.get(0)!;
    const worlds = worldMatrices(target.scene, sampleAnimation(target.scene, pose, 0));
    const at = (bone: HumanoidBone) => worlds[nodeOf(bone)]!.slice(12, 15);
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const [shoulder, hand, hip, foot] = (['UpperArm', 'Hand', 'UpperLeg', 'Foot'] as const).map((name) => at(`${side}${name}`));
      const reach = Math.hypot(...hand!.map((value, c) => value - shoulder![c]!));
      expect((sign * (hand![0]! - shoulder![0]!)) / reach).toBeGreaterThan(0.99);
      expect(Math.abs(hip![0]! - foot![0]!)).toBeLessThan(0.05);
      expect(hip![1]! - foot![1]!).toBeGreaterThan(0.6);
    }
  });

  test('with the expressions of a VRM file, the same when they are read again', () => {
    const path = sharedData('vrm/godette-vrm0.vrm');
    if (!path) return console.log('skipped: vrm/godette-vrm0.vrm is not there');
    const vrm = targetOf(new Uint8Array(readFileSync(path)));
    const written = readGltf(withKhrCharacter(vrm).bytes);
    const { VRM: _, ...extensions } = written.json['extensions'] as Record<string, unknown>;
    const again = targetOf(glbOf({ ...written.json, extensions }, written.binary));
    const shown = ({ rig }: typeof vrm) =>
      rig.expressions!.list.map(({ name, isBinary, binds }) => ({
        name,
        isBinary,
        binds: binds.map((bind) => [bind.target, Math.fround(bind.weight)]).sort(([a], [b]) => a! - b!),
      }));
    expect(shown(again)).toEqual(shown(vrm));
    expect(again.rig.humanoid).toMatchObject({ hips: vrm.rig.humanoid.hips, leftHand: vrm.rig.humanoid.leftHand });
  });

  test('once, and into files of glTF alone', () => {
    expect(withKhrCharacter({ ...target, bytes: glbOf(asset.json, asset.binary) }).bytes).toEqual(
      glbOf(asset.json, asset.binary),
    );
    expect(() => asKhrCharacter(target, 'fbx')).toThrow(
      'KHR_character is an extension of glTF: .glb, .gltf and .vrm files hold it, .fbx does not',
    );
  });
});
