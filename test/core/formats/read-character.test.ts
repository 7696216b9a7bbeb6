import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { sampleAnimation } from '../../../core/formats/gltf/animation-sampling.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { worldMatrices } from '../../../core/formats/gltf/scene-worlds.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { glbOf } from './build-glb.ts';
import { largestDistance, playInThree, validatorIssues, type NodePositions } from './oracles.ts';
import { few } from '../../helpers/extent.ts';

const FILES = ['cmu-12_01-walk', 'cmu-jumping-jacks', 'cmu-10_01-kick', 'rokoko-dance', 'fair1-wave-hello', 'makehuman-tpose'];

describe('a BVH file opened as a character', () => {
  test.each(few(FILES, 3))('%s becomes a valid GLB with the same nodes and motion', async (name) => {
    const file = sharedData(`bvh/${name}.bvh`);
    if (!file) return console.log(`skipped: ${name} is not there`);
    const { bytes, scene, warnings } = readCharacter(`${name}.bvh`, readFileSync(file));
    expect(warnings.length).toBeGreaterThan(0);
    const issues = await validatorIssues(bytes);
    expect(issues).toEqual([]);
    const asset = readGltf(bytes);
    const again = readCharacterScene(asset);
    expect(again.nodes.map((node) => [node.name, node.parent])).toEqual(scene.nodes.map((node) => [node.name, node.parent]));
    expect(again.meshNodes).toEqual(scene.meshNodes);
    const animation = readAnimations(asset).animations[0]!;
    const times = [0, 0.37, 0.81].map((share) => share * animation.end);
    const three = await playInThree(bytes, 0, times);
    times.forEach((time, i) => {
      const worlds = worldMatrices(scene, sampleAnimation(scene, animation, time));
      const ours: NodePositions = new Map(worlds.map((m, node) => [node, [m[12]!, m[13]!, m[14]!]]));
      expect(largestDistance(ours, three[i]!)).toBeLessThan(1e-5);
    });
  });
});

const SAMPLES = [
  'rigs/kaykit-knight.glb',
  'rigs/rigify-names-mannequin.glb',
  'rigs/robot-expressive.glb',
  'rigs/unreal-names-male.glb',
  'vrm/debug-robot-vrm1.vrm',
  'vrm/godette-vrm0.vrm',
  'vrm/three-vrm-test.vrma',
  ...FILES.map((name) => `bvh/${name}.bvh`),
];

test.each(few(SAMPLES, 5))('%s opens and becomes a rig with arms, legs and limits', (path) => {
  const file = sharedData(path);
  if (!file) return console.log(`skipped: ${path} is not there`);
  const { bytes, scene } = readCharacter(path, readFileSync(file));
  if (!path.endsWith('.bvh')) expect(Buffer.compare(bytes, readFileSync(file))).toBe(0);
  const { humanoid, skeleton } = buildRig(scene);
  for (const bone of ['leftUpperArm', 'rightUpperArm', 'leftUpperLeg', 'rightUpperLeg'] as const)
    expect(humanoid[bone]).toBeDefined();
  for (const bone of ['leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'rightLowerLeg'] as const) {
    expect(skeleton.limits[humanoid[bone]!]!.kind).toBe('hinge');
  }
});

test('a GLB that leaves images outside of itself opens and says so', () => {
  const images = [{ uri: 'skin.png' }, { uri: 'https://example.org/hair.png' }, { uri: 'data:image/png;base64,AA==' }];
  const { warnings } = readCharacter('a.glb', glbOf({ asset: { version: '2.0' }, nodes: [{}], images }));
  expect(warnings).toEqual(['the images "skin.png", "https://example.org/hair.png" are not in the file, so they are not shown']);
});

test('a file of another kind is refused in one sentence', () => {
  const refused = (name: string, text: string) => expect(() => readCharacter(name, new TextEncoder().encode(text)));
  refused('notes.txt', 'hello').toThrow('"notes.txt" cannot be opened: expected a GLB, glTF, VRM, FBX or BVH file');
  refused('hero.glb', 'hello').toThrow('its content is not that of a .glb file');
  refused('walk.bvh', 'HIERARCHY').toThrow('the end of the file');
  refused('hero.gltf', '{}').toThrow('asset');
});
