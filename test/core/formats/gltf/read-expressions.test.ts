import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { readExpressions } from '../../../../core/formats/gltf/read-expressions.ts';
import type { Expressions } from '../../../../core/skeleton/expressions.ts';
import { sharedData } from '../../../helpers/shared-data.ts';

function ofFile(name: string): Expressions | null {
  const path = sharedData(name);
  if (path) return readCharacterScene(readGltf(new Uint8Array(readFileSync(path)))).expressions ?? null;
  console.log(`skipped: ${name} is not there`);
  return null;
}

const TARGETS = { primitives: [{ targets: [{}, {}, {}] }] };
const DOCUMENT = { asset: { version: '2.0' }, nodes: [{}, { mesh: 0 }, { mesh: 0 }], meshes: [TARGETS] };

/** What a VRM 1.0 file states of its expressions, as the studio has it. */
function ofVrm1(expressions: object, document: object = DOCUMENT): Expressions | null {
  return readExpressions({ ...DOCUMENT, ...document, extensions: { VRMC_vrm: { expressions } } });
}

describe('the expressions of', () => {
  test('a VRM 0.x file have the names of VRM 1.0, and weights from 0 to 1', () => {
    const expressions = ofFile('vrm/godette-vrm0.vrm');
    if (!expressions) return;
    const names = expressions.list.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['aa', 'ih', 'ou', 'ee', 'oh', 'blink', 'happy', 'angry', 'lookUp']));
    expect(names).not.toContain('neutral');
    const happy = expressions.list.find(({ name }) => name === 'happy');
    // In the file: mesh 0, targets 9 and 10, weights 50 and 25.
    expect(happy?.binds).toEqual([
      { mesh: 0, target: 9, weight: 0.5 },
      { mesh: 0, target: 10, weight: 0.25 },
    ]);
    expect(expressions.meshes.map(({ rest }) => rest.length)).toEqual([15]);
  });

  test('a plain GLB are its named morph targets', () => {
    const expressions = ofFile('rigs/robot-expressive.glb');
    if (!expressions) return;
    expect(expressions.list.map(({ name }) => name)).toEqual(['Angry', 'Surprised', 'Sad']);
    expect(expressions.list[1]!.binds).toEqual([{ mesh: 0, target: 1, weight: 1 }]);
  });

  test('a VRM Animation are the nodes that move for them', () => {
    const expressions = ofFile('vrm/three-vrm-test.vrma');
    if (!expressions) return;
    expect(expressions.list).toEqual([{ name: 'happy', isBinary: false, binds: [], node: 51 }]);
  });

  test('a VRM 1.0 file are its presets and its own, with what they override', () => {
    const expressions = ofVrm1({
      preset: { blink: { isBinary: true, morphTargetBinds: [{ node: 1, index: 2, weight: 1 }], overrideBlink: 'none' } },
      custom: {
        wink: { morphTargetBinds: [{ node: 2, index: 0, weight: 0.5 }], overrideBlink: 'block', overrideMouth: 'blend' },
      },
    });
    expect(expressions!.list).toEqual([
      { name: 'blink', isBinary: true, binds: [{ mesh: 0, target: 2, weight: 1 }] },
      {
        name: 'wink',
        isBinary: false,
        binds: [{ mesh: 1, target: 0, weight: 0.5 }],
        overrides: { blink: 'block', mouth: 'blend' },
      },
    ]);
    expect(expressions!.meshes).toEqual([
      { node: 1, rest: [0, 0, 0] },
      { node: 2, rest: [0, 0, 0] },
    ]);
  });

  test('meshes that share a name of a target are one, and the weights of the file stay', () => {
    const named = (weights?: number[]) => ({
      ...TARGETS,
      extras: { targetNames: ['jawOpen', '', 'smile'] },
      ...(weights && { weights }),
    });
    const document = { nodes: [{ mesh: 1 }, { mesh: 0, weights: [0, 0.25, 0] }], meshes: [named(), named([0.5, 0, 0])] };
    const expressions = readExpressions({ ...DOCUMENT, ...document });
    expect(expressions!.list.map(({ name, binds }) => [name, binds.length])).toEqual([
      ['jawOpen', 2],
      ['smile', 2],
    ]);
    expect(expressions!.meshes).toEqual([
      { node: 1, rest: [0, 0.25, 0] },
      { node: 0, rest: [0.5, 0, 0] },
    ]);
  });

  test('a file whose statements lead nowhere are left out', () => {
    const binds = (...morphTargetBinds: object[]) => ({ morphTargetBinds });
    const nowhere = { node: 1, index: 3, weight: 1 };
    expect(ofVrm1({ preset: { happy: binds(nowhere), sad: {}, aa: binds({ node: 77, index: 0, weight: 1 }) } })).toBeNull();
    expect(ofVrm1({ preset: 'happy' })).toBeNull();
    expect(readExpressions({ ...DOCUMENT, extensions: { VRM: { blendShapeMaster: 7 } } })).toBeNull();
    expect(readExpressions({ ...DOCUMENT, extensions: { VRMC_vrm_animation: {} } })).toBeNull();
    expect(readExpressions(DOCUMENT)).toBeNull();
    const twice = ofVrm1({
      preset: { happy: binds({ ...nowhere, index: 0 }) },
      custom: { happy: binds({ ...nowhere, index: 1 }) },
    });
    expect(twice!.list.map(({ name }) => name)).toEqual(['happy', 'happy#2']);
  });
});
