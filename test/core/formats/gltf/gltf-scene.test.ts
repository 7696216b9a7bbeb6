import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unsupportedFeatures } from '../../../../core/formats/gltf/gltf-features.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { composeMatrix, decomposeMatrix } from '../../../../core/formats/gltf/matrix.ts';
import { worldMatrices } from '../../../../core/formats/gltf/scene-worlds.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { glbOf } from '../build-glb.ts';
import { largestDistance, playInThree, type NodePositions } from '../oracles.ts';

const sceneOf = (json: object) => readCharacterScene(readGltf(glbOf({ asset: { version: '2.0' }, ...json })));

describe('the scene of a real file', () => {
  test.each([
    ['rigs/kaykit-knight.glb', 57, 41, 15, 0],
    ['rigs/rigify-names-mannequin.glb', 68, 66, 1, 0],
    ['rigs/unreal-names-male.glb', 68, 66, 1, 0],
    ['rigs/robot-expressive.glb', 74, 43, 14, 0],
    ['vrm/godette-vrm0.vrm', 71, 68, 2, 45],
    ['vrm/debug-robot-vrm1.vrm', 77, 0, 1, 53],
    ['vrm/three-vrm-test.vrma', 53, 0, 0, 51],
  ] as const)('%s has its nodes, skin joints and declared bones', async (path, nodes, joints, meshes, bones) => {
    const file = sharedData(path);
    if (!file) return console.log(`skipped: ${path} is not there`);
    const bytes = new Uint8Array(readFileSync(file));
    const scene = readCharacterScene(readGltf(bytes));
    expect(scene.nodes.length).toBe(nodes);
    expect(scene.skinJoints.length).toBe(joints);
    if (meshes > 1) expect(scene.meshNodes.length).toBe(meshes);
    expect(Object.keys(scene.declaredBones).length).toBe(bones);
    const ours: NodePositions = new Map(worldMatrices(scene).map((m, node) => [node, [m[12]!, m[13]!, m[14]!]]));
    const [three] = await playInThree(bytes, -1, [0]);
    expect(largestDistance(ours, three!)).toBeLessThan(1e-6);
  });

  const godette = sharedData('vrm/godette-vrm0.vrm');
  test.skipIf(!godette)('counts the thumbs of VRM 0.x from the metacarpal', () => {
    const { nodes, declaredBones } = readCharacterScene(readGltf(new Uint8Array(readFileSync(godette!))));
    const chain = ['leftThumbMetacarpal', 'leftThumbProximal', 'leftThumbDistal'].map((bone) => declaredBones[bone]!);
    expect(nodes[chain[1]!]!.parent).toBe(chain[0]);
    expect(nodes[chain[2]!]!.parent).toBe(chain[1]);
    expect(nodes[chain[0]!]!.parent).toBe(declaredBones['leftHand']);
  });
});

describe('the scene of a small file', () => {
  test('has the parts of matrices, mirrored and flattened ones too', () => {
    const transforms = [
      { translation: [1, 2, 3], rotation: [0.1, 0.7, -0.1, 0.7], scale: [2, 3, 4] },
      { translation: [0, 0, 0], rotation: [0.5, 0.5, 0.5, 0.5], scale: [-1, 1, 1] },
      { translation: [0, 0, 0], rotation: [0, 0, 0.6, 0.8], scale: [1, 0, 1] },
    ] as const;
    for (const { translation, rotation, scale } of transforms) {
      const n = Math.hypot(...rotation);
      const unit = rotation.map((value) => value / n) as unknown as readonly [number, number, number, number];
      const matrix = composeMatrix({ translation, rotation: unit, scale });
      const again = composeMatrix(decomposeMatrix(matrix));
      for (let i = 0; i < 16; i++) expect(again[i]).toBeCloseTo(matrix[i]!, 12);
    }
  });

  test('is refused when there are no nodes, or transforms that overflow', () => {
    expect(() => sceneOf({})).toThrow('the file holds no nodes, so there is no character in it');
    expect(() => sceneOf({ nodes: [{ translation: [1e300, 0, 0] }] })).toThrow('node 0 "node 0" is out of bounds');
  });

  test('ignores declared bones that do not exist and refuses extensions that declare none', () => {
    const nodes = [{ name: 'a' }, { name: 'b' }];
    const vrm1 = (humanBones: object) => sceneOf({ nodes, extensions: { VRMC_vrm: { humanoid: { humanBones } } } }).declaredBones;
    expect(vrm1({ hips: { node: 0 }, tail: { node: 1 }, spine: { node: 9 }, head: { node: -1 } })).toEqual({ hips: 0 });
    expect(() => sceneOf({ nodes, extensions: { VRMC_vrm: { humanoid: {} } } })).toThrow(
      'VRMC_vrm does not list its humanoid bones',
    );
    expect(() => sceneOf({ nodes, extensions: { VRMC_vrm_animation: {} } })).toThrow('does not list its humanoid bones');
    // Accessories are VRM files with no humanoid at all.
    for (const extension of ['VRM', 'VRMC_vrm'])
      expect(sceneOf({ nodes, extensions: { [extension]: { meta: {} } } }).declaredBones).toEqual({});
    expect(() => sceneOf({ nodes, extensions: { VRM: { humanoid: 4 } } })).toThrow('VRM does not list its humanoid bones');
  });

  test('says which features cannot be shown', () => {
    const features = (required: string[]) =>
      unsupportedFeatures(
        readGltf(glbOf({ asset: { version: '2.0' }, extensionsRequired: required, extensionsUsed: required })).document,
      );
    expect(features(['KHR_meshopt_compression', 'KHR_materials_sheen', 'KHR_texture_basisu'])).toEqual([]);
    expect(features(['KHR_draco_mesh_compression'])[0]).toContain('shown but not measured');
    expect(features(['ACME_secret'])[0]).toContain('requires the extension ACME_secret');
  });
});
