import { readFileSync } from 'node:fs';
import { Box3 } from 'three';
import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { glbOf, joinArrays } from '../build-glb.ts';
import { loadInThree } from '../oracles.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

/** Metres from the floor to the top, as the files' makers state them (`data/README.md`, `build/mannequin/joints.ts`). */
const STATED = [
  ['the mannequin', MANNEQUIN, 1.75],
  ['unreal-names-male.glb', sharedData('rigs/unreal-names-male.glb'), 1.83],
  ['rigify-names-mannequin.glb', sharedData('rigs/rigify-names-mannequin.glb'), 1.83],
  ['kaykit-knight.glb with the helmet, without the sword', sharedData('rigs/kaykit-knight.glb'), 2.47],
  ['robot-expressive.glb, whose rest pose is not its bind pose', sharedData('rigs/robot-expressive.glb'), 4.46],
  ['godette-vrm0.vrm', sharedData('vrm/godette-vrm0.vrm'), 1.5],
] as const;

describe.each(STATED)('%s', (_, path, height) => {
  const bytes = path === null ? null : new Uint8Array(readFileSync(path));

  test.skipIf(bytes === null)('is as tall as its maker says', () => {
    const { report } = buildRig(readCharacterScene(readGltf(bytes!)));
    expect(Math.abs(report.height - height)).toBeLessThan(0.006);
    expect(report.floor).toBe(0);
  });

  test.skipIf(bytes === null)('is drawn between the same heights in three.js', async () => {
    const { meshExtents } = readCharacterScene(readGltf(bytes!));
    const { scene } = await loadInThree(bytes!);
    scene.updateMatrixWorld(true);
    const box = new Box3().setFromObject(scene, true);
    expect(Math.min(...meshExtents.map(({ lowest }) => lowest))).toBeCloseTo(box.min.y, 4);
    expect(Math.max(...meshExtents.map(({ highest }) => highest))).toBeCloseTo(box.max.y, 4);
  });
});

const walk = sharedData('bvh/cmu-12_01-walk.bvh');

test.skipIf(!walk)('bones that are drawn for want of a body are no body: its height follows from the joints', () => {
  const { scene, bytes } = readCharacter('walk.bvh', new Uint8Array(readFileSync(walk!)));
  expect(scene.meshNodes.length).toBeGreaterThan(10);
  expect(scene.meshExtents).toEqual([]);
  expect(readCharacterScene(readGltf(bytes)).meshExtents).toEqual([]);
});

/** Two vertices on a skin of two joints that rest a metre apart and 3 m above where they were bound. */
function skinned(change: (json: SmallFile) => void = () => undefined, first = [1, 0]) {
  const { bytes, offsets } = joinArrays(
    Float32Array.of(0, 0, 0, 0, 1, 0),
    Uint8Array.of(0, 1, 0, 0, 1, 0, 0, 0),
    // The second vertex is pulled by both joints, and its weights do not sum to 1.
    Float32Array.of(...first, 0, 0, 0.6, 0.2, 0, 0),
    Float32Array.of(...upright(0), ...upright(-1)),
  );
  const view = (i: number, byteLength: number) => ({ buffer: 0, byteOffset: offsets[i]!, byteLength });
  const json = {
    asset: { version: '2.0' },
    nodes: [
      { name: 'a', translation: [0, 3, 0], children: [1] },
      { name: 'b', translation: [0, 2, 0] },
      { name: 'body', mesh: 0, skin: 0, translation: [0, 50, 0] },
      { name: 'hat', mesh: 1, translation: [0, 7, 0], scale: [1, 2, 1] },
    ],
    meshes: [
      { primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] },
      { primitives: [{ attributes: { POSITION: 0 }, extensions: {} as Record<string, unknown> }] },
    ],
    skins: [{ joints: [0, 1], inverseBindMatrices: 3 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: 'VEC3' },
      { bufferView: 1, componentType: 5121, count: 2, type: 'VEC4' },
      { bufferView: 2, componentType: 5126, count: 2, type: 'VEC4' },
      { bufferView: 3, componentType: 5126, count: 2, type: 'MAT4' },
    ],
    bufferViews: [view(0, 24), view(1, 8), view(2, 32), view(3, 128)],
    buffers: [{ byteLength: bytes.byteLength }],
  };
  change(json);
  return readCharacterScene(readGltf(glbOf(json, bytes)));
}

interface SmallFile {
  readonly meshes: {
    readonly primitives: { readonly attributes: Record<string, number>; extensions?: Record<string, unknown> }[];
  }[];
}

/** A matrix that moves by `y` along +Y, column after column. */
function upright(y: number): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1];
}

describe('the extents of meshes', () => {
  test('follow the skin, whose node does not count, and the node of a rigid mesh', () => {
    // First vertex: 0 + 3 by joint a alone. Second: joint b has it at 1 − 1 + 5 = 5, a at 1 + 3 = 4: (0.6 · 5 + 0.2 · 4) / 0.8 = 4.75.
    const [a, b, hat, ...others] = skinned().meshExtents;
    expect(a).toMatchObject({ node: 0, lowest: 3, highest: 3 });
    expect(b!.node).toBe(1);
    expect(b!.lowest).toBeCloseTo(4.75, 6);
    expect(hat).toEqual({ node: 3, lowest: 7, highest: 9, points: [0, 7, 0, 0, 9, 0] });
    expect(others).toEqual([]);
  });

  test('leave out what a decoder would be needed for, and what is damaged, but nothing else', () => {
    const withDraco = skinned(({ meshes }) => {
      meshes[1]!.primitives[0]!.extensions = { KHR_draco_mesh_compression: {} };
    });
    expect(withDraco.meshExtents.map(({ node }) => node)).toEqual([0, 1]);
    const damaged = skinned(({ meshes }) => {
      meshes[0]!.primitives[0]!.attributes['JOINTS_0'] = 99;
    });
    expect(damaged.meshExtents.map(({ node }) => node)).toEqual([3]);
  });

  test('go with the joints that have any weight, also where another has more', () => {
    expect(skinned().weightedNodes).toEqual([0, 1]);
    // Of both vertices joint b has most.
    const { meshExtents, weightedNodes } = skinned(undefined, [0.4, 0.6]);
    expect(meshExtents.map(({ node }) => node)).toEqual([1, 3]);
    expect(weightedNodes).toEqual([0, 1]);
    const withoutSkin = skinned(({ meshes }) => {
      delete meshes[0]!.primitives[0]!.attributes['JOINTS_0'];
    });
    expect(withoutSkin.weightedNodes).toBeUndefined();
  });
});
