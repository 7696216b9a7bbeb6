import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGlb, writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { sampleAnimation } from '../../../../core/formats/gltf/animation-sampling.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { appendAnimation, patchPose, type NewAnimation, type NodePose } from '../../../../core/formats/gltf/gltf-patch.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { composeMatrix } from '../../../../core/formats/gltf/matrix.ts';
import { worldMatrices } from '../../../../core/formats/gltf/scene-worlds.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { glbOf } from '../build-glb.ts';
import { largestDistance, playInBabylon, playInThree, validatorIssues, type NodePositions } from '../oracles.ts';
import { few } from '../../../helpers/extent.ts';

const FILES = [
  'rigs/kaykit-knight.glb',
  'rigs/robot-expressive.glb',
  'rigs/rigify-names-mannequin.glb',
  'rigs/unreal-names-male.glb',
  'vrm/godette-vrm0.vrm',
  'vrm/debug-robot-vrm1.vrm',
];

type Json = Record<string, unknown> & { [list: string]: unknown[] };
const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(readGlb(bytes).json)) as Json;

/** A GLB whose last chunk ends without so many bytes of its padding, as careless programs write it. */
function withoutPadding(glb: Uint8Array, padding: number): Uint8Array {
  const cut = glb.slice(0, glb.byteLength - padding);
  const view = new DataView(cut.buffer);
  view.setUint32(8, cut.byteLength, true);
  const lastChunk = 20 + view.getUint32(12, true);
  view.setUint32(lastChunk, view.getUint32(lastChunk, true) - padding, true);
  return cut;
}

/** Turns three nodes about slanted axes and moves a fourth over half a second. */
function someAnimation(nodeCount: number): NewAnimation {
  const times = new Float32Array([0, 0.25, 0.5]);
  const turn = (angle: number) => [Math.sin(angle / 2) * 0.6, 0, Math.sin(angle / 2) * 0.8, Math.cos(angle / 2)];
  const rotation = new Float32Array([0, 1, 2].flatMap((angle) => turn(angle)));
  const chosen = [1, 2, 3].map((part) => Math.floor((part * nodeCount) / 5));
  return {
    name: 'wave',
    times,
    channels: [
      ...chosen.map((node) => ({ node, path: 'rotation' as const, values: rotation })),
      { node: Math.floor((4 * nodeCount) / 5), path: 'translation', values: new Float32Array([0, 0, 0, 0.1, 0.2, 0.3, 0, 1, 0]) },
    ],
  };
}

describe('an animation appended to a real file', () => {
  test.each(few(FILES, 1))('%s keeps every old byte and JSON item and plays alike in three.js and Babylon.js', async (path) => {
    const file = sharedData(path);
    if (!file) return console.log(`skipped: ${path} is not there`);
    const original = new Uint8Array(readFileSync(file));
    const scene = readCharacterScene(readGltf(original));
    const patched = appendAnimation(original, someAnimation(scene.nodes.length));

    const before = readGlb(original);
    const after = readGlb(patched);
    expect(Buffer.compare(after.binary!.subarray(0, before.binary!.byteLength), before.binary!)).toBe(0);
    const [old, now] = [jsonOf(original), jsonOf(patched)];
    for (const key of Object.keys(old)) {
      if (key === 'buffers') expect(now[key]!.slice(1)).toEqual(old[key]!.slice(1));
      else if (Array.isArray(old[key])) expect(now[key]!.slice(0, old[key].length)).toEqual(old[key]);
      else expect(now[key]).toEqual(old[key]);
    }
    expect(Object.keys(now).filter((key) => !(key in old))).toEqual('animations' in old ? [] : ['animations']);

    const index = now['animations']!.length - 1;
    const animation = readAnimations(readGltf(patched)).animations.at(-1)!;
    const times = [0, 0.1, 0.3, 0.5];
    const [three, babylon] = await Promise.all([playInThree(patched, index, times), playInBabylon(patched, index, times)]);
    times.forEach((time, i) => {
      const worlds = worldMatrices(scene, sampleAnimation(scene, animation, time));
      const ours: NodePositions = new Map(worlds.map((m, node) => [node, [m[12]!, m[13]!, m[14]!]]));
      expect(largestDistance(ours, three[i]!)).toBeLessThan(5e-5);
      expect(largestDistance(ours, babylon[i]!)).toBeLessThan(5e-5);
    });

    const count = (issues: { code: string }[]) => issues.length;
    expect(count(await validatorIssues(patched))).toBe(count(await validatorIssues(original)));
  });
});

describe('an animation appended to a small file', () => {
  const matrix = [...composeMatrix({ translation: [1, 2, 3], rotation: [0, 0.6, 0, 0.8], scale: [2, 3, 4] })];
  const document = { asset: { version: '2.0' }, nodes: [{ name: 'a', matrix, extras: 7 }], scenes: [{ nodes: [0] }], scene: 0 };
  const animation: NewAnimation = {
    name: 'turn',
    times: new Float32Array([0, 1]),
    channels: [{ node: 0, path: 'rotation', values: new Float32Array([0, 0, 0, 1, 0, 1, 0, 0]) }],
  };

  test('gets a BIN chunk where there was none, and an animated matrix becomes translation, rotation and scale', async () => {
    const patched = appendAnimation(glbOf(document), animation);
    const node = jsonOf(patched)['nodes']![0] as Record<string, number[]>;
    expect(node['matrix']).toBeUndefined();
    expect(node['extras']).toBe(7);
    expect(node['scale']!.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([2, 3, 4]);
    expect(node['rotation']![1]).toBeCloseTo(0.6, 12);
    expect(await validatorIssues(patched)).toEqual([]);
  });

  test('gets a second name when its own is taken', () => {
    const twice = appendAnimation(appendAnimation(glbOf(document), animation), animation);
    expect(jsonOf(twice)['animations']!.map((a) => (a as { name: string }).name)).toEqual(['turn', 'turn 2']);
  });

  test('goes into a new embedded buffer in a .gltf, whose old buffers stay', async () => {
    const external = { ...document, buffers: [{ byteLength: 4, uri: 'hero.bin' }] };
    const text = new TextEncoder().encode(JSON.stringify(external));
    const sibling = (uri: string) => {
      expect(uri).toBe('hero.bin');
      return new Uint8Array([1, 2, 3, 4]);
    };
    const patched = appendAnimation(text, animation, sibling);
    const json = JSON.parse(new TextDecoder().decode(patched)) as Json;
    expect(json['buffers']![0]).toEqual({ byteLength: 4, uri: 'hero.bin' });
    const again = readAnimations(readGltf(patched, sibling));
    expect(again.animations[0]!.end).toBe(1);
    expect(() => appendAnimation(text, animation)).toThrow('needs "hero.bin" beside it');
    const bare = appendAnimation(new TextEncoder().encode(JSON.stringify(document)), animation);
    expect(readAnimations(readGltf(bare)).animations[0]!.end).toBe(1);
  });

  test('begins at a multiple of four where the BIN chunk of the file is not padded', async () => {
    const unpadded = withoutPadding(glbOf({ ...document, buffers: [{ byteLength: 5 }] }, new Uint8Array([1, 2, 3, 4, 5])), 3);
    expect(readGlb(unpadded).binary).toEqual(new Uint8Array([1, 2, 3, 4, 5]));
    const patched = appendAnimation(unpadded, animation);
    expect(readGlb(patched).binary!.subarray(0, 8)).toEqual(new Uint8Array([1, 2, 3, 4, 5, 0, 0, 0]));
    expect(jsonOf(patched)['bufferViews']!.map((view) => (view as { byteOffset: number }).byteOffset)).toEqual([8, 16]);
    expect(await validatorIssues(patched)).toEqual([]);
    expect(readAnimations(readGltf(patched)).animations[0]!.end).toBe(1);
  });

  test('leaves chunks of the GLB that this program does not know where they were, behind its own', () => {
    const unknown = [
      { type: 0x4b4e5543, bytes: new Uint8Array([9, 8, 7, 6]) },
      { type: 0x12345678, bytes: new Uint8Array([5, 5, 5, 5, 1, 1, 1, 1]) },
    ];
    for (const binary of [null, new Uint8Array([1, 2, 3, 4])]) {
      const buffers = binary ? [{ byteLength: 4 }] : [];
      const json = new TextEncoder().encode(JSON.stringify({ ...document, buffers }));
      const file = writeGlb({ json, binary, unknown });
      const appended = readGlb(appendAnimation(file, animation));
      expect(appended.unknown).toEqual(unknown);
      expect(appended.binary!.byteLength).toBe((binary?.byteLength ?? 0) + 40);
      const posed = readGlb(patchPose(file, [{ node: 0, translation: [1, 2, 3] }]));
      expect(posed.unknown).toEqual(unknown);
      expect(posed.binary).toEqual(binary);
    }
  });

  test('refers to its own numbers, behind those that were there, with rotations and translations each in their own size', async () => {
    const walk: NewAnimation = {
      name: 'walk',
      times: new Float32Array([0, 0.5, 1]),
      channels: [
        { node: 0, path: 'rotation', values: new Float32Array([0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1]) },
        { node: 0, path: 'translation', values: new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 9]) },
      ],
    };
    const once = appendAnimation(glbOf(document), animation);
    const twice = appendAnimation(once, walk);
    const [before, after] = [jsonOf(once), jsonOf(twice)];
    for (const list of ['bufferViews', 'accessors']) expect(after[list]!.slice(0, 2)).toEqual(before[list]);
    expect(after['accessors']!.slice(2)).toEqual([
      { bufferView: 2, componentType: 5126, count: 3, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 3, componentType: 5126, count: 3, type: 'VEC4' },
      { bufferView: 4, componentType: 5126, count: 3, type: 'VEC3' },
    ]);
    expect(await validatorIssues(twice)).toEqual([]);
    const read = readGltf(twice);
    const [, moving] = readAnimations(read).animations;
    const [world] = worldMatrices(readCharacterScene(read), sampleAnimation(readCharacterScene(read), moving!, 1));
    expect([world![12], world![13], world![14]]).toEqual([7, 8, 9]);
  });

  test('leaves matrices of nodes that it does not move', () => {
    const two = { ...document, nodes: [...document.nodes, { name: 'b', matrix }, { name: 'c' }], scenes: [{ nodes: [0, 1, 2] }] };
    const nodes = jsonOf(appendAnimation(glbOf(two), { ...animation, channels: [{ ...animation.channels[0]!, node: 2 }] }))[
      'nodes'
    ];
    expect(nodes).toEqual(two.nodes);
  });

  test('goes into a new buffer where the first one of a GLB is another file', () => {
    const data = `data:application/octet-stream;base64,${Buffer.from([1, 2, 3, 4]).toString('base64')}`;
    for (const binary of [null, new Uint8Array([9, 9, 9, 9])]) {
      const file = glbOf({ ...document, buffers: [{ byteLength: 4, uri: data }] }, binary);
      const patched = appendAnimation(file, animation);
      expect(jsonOf(patched)['buffers']).toMatchObject([{ byteLength: 4, uri: data }, { byteLength: 40 }]);
      expect(readGlb(patched).binary).toEqual(binary);
      expect(readAnimations(readGltf(patched)).animations[0]!.end).toBe(1);
    }
  });

  test('gets a third name when two are taken', () => {
    const names = [1, 2, 3].reduce((file) => appendAnimation(file, animation), glbOf(document));
    expect(jsonOf(names)['animations']!.map((a) => (a as { name: string }).name)).toEqual(['turn', 'turn 2', 'turn 3']);
  });

  test('is refused when its numbers are not usable', () => {
    const refused = (part: Partial<NewAnimation>) => expect(() => appendAnimation(glbOf(document), { ...animation, ...part }));
    refused({ times: new Float32Array([]) }).toThrow('an animation needs at least one key and one channel');
    refused({ channels: [] }).toThrow('an animation needs at least one key and one channel');
    refused({ times: new Float32Array([-1, 0]) }).toThrow('got -1 at key 0');
    refused({ times: new Float32Array([0, NaN]) }).toThrow('got NaN at key 1');
    refused({ times: new Float32Array([0, Infinity]) }).toThrow('got Infinity at key 1');
    refused({ times: new Float32Array([1, 1]) }).toThrow('got 1 at key 1');
    for (const node of [1, -1]) {
      refused({ channels: [{ node, path: 'rotation', values: new Float32Array(8) }] }).toThrow(`names node ${node}`);
    }
    const lastBad = new Float32Array([0, 0, 0, 0, 0, NaN]);
    refused({ channels: [{ node: 0, path: 'translation', values: lastBad }] }).toThrow(
      /the translation of node 0 has NaN at key 1$/,
    );
    refused({ channels: [{ node: 0, path: 'translation', values: new Float32Array(8) }] }).toThrow('needs 6 numbers, got 8');
    expect(() => appendAnimation(glbOf({ asset: { version: '2.0' } }), animation)).toThrow('the file has 0 nodes');
    refused({ times: new Float32Array([1, 0]) }).toThrow('rise');
    refused({ times: new Float32Array([0, 1, 2]) }).toThrow('needs 12 numbers, got 8');
    refused({ channels: [{ node: 4, path: 'rotation', values: new Float32Array(8) }] }).toThrow('names node 4');
    refused({ channels: [{ node: 0, path: 'rotation', values: new Float32Array(8).fill(NaN) }] }).toThrow('NaN');
  });
});

describe('a still pose', () => {
  const matrix = [...composeMatrix({ translation: [1, 2, 3], rotation: [0, 0.6, 0, 0.8], scale: [2, 3, 4] })];
  const nodes = [
    { name: 'a', translation: [7, 8, 9], rotation: [0, 0, 0, 1], extras: 1 },
    { name: 'b', matrix },
    { name: 'c', matrix },
  ];
  const file = glbOf({ asset: { version: '2.0' }, nodes, scenes: [{ nodes: [0, 1, 2] }], extras: { kept: true } });
  const posed = (...poses: NodePose[]) => jsonOf(patchPose(file, poses));

  test('changes what it states of a node, keeps the rest, and turns a matrix into translation, rotation and scale', () => {
    const moved = posed({ node: 0, translation: [1, 2, 3] });
    expect(moved).toEqual({ ...jsonOf(file), nodes: [{ ...nodes[0], translation: [1, 2, 3] }, nodes[1], nodes[2]] });
    expect(posed({ node: 0, rotation: [0, 0.6, 0, 0.8] })['nodes']![0]).toEqual({ ...nodes[0], rotation: [0, 0.6, 0, 0.8] });
    const [, b, c] = posed({ node: 1, rotation: [1, 0, 0, 0] })['nodes']! as Record<string, number[]>[];
    expect(Object.keys(b!).sort()).toEqual(['name', 'rotation', 'scale', 'translation']);
    expect(b!['rotation']).toEqual([1, 0, 0, 0]);
    b!['translation']!.forEach((value, i) => expect(value).toBeCloseTo([1, 2, 3][i]!, 12));
    expect(c).toEqual(nodes[2]);
  });

  test('is refused for a node that is not there and for numbers that are not finite', () => {
    for (const node of [3, -1]) expect(() => posed({ node })).toThrow(`the pose names node ${node}, but the file has 3 nodes`);
    const sentence = 'the pose of node 0 must be finite numbers';
    expect(() => posed({ node: 0, translation: [0, NaN, 0] })).toThrow(sentence);
    expect(() => posed({ node: 0, rotation: [0, 0, Infinity, 1] })).toThrow(sentence);
  });
});

describe('a still pose of a real character', () => {
  const file = sharedData('rigs/robot-expressive.glb');
  test.skipIf(!file)('changes the transforms it names and nothing else', () => {
    const original = new Uint8Array(readFileSync(file!));
    const patched = patchPose(original, [
      { node: 5, rotation: [0, 0.6, 0, 0.8] },
      { node: 9, translation: [1, 2, 3] },
    ]);
    const [old, now] = [jsonOf(original), jsonOf(patched)];
    expect((now['nodes']![5] as Json)['rotation']).toEqual([0, 0.6, 0, 0.8]);
    expect((now['nodes']![9] as Json)['translation']).toEqual([1, 2, 3]);
    const expected = structuredClone(old);
    Object.assign(expected['nodes']![5]!, { rotation: [0, 0.6, 0, 0.8] });
    Object.assign(expected['nodes']![9]!, { translation: [1, 2, 3] });
    expect(now).toEqual(expected);
    expect(Buffer.compare(readGlb(patched).binary!, readGlb(original).binary!)).toBe(0);
  });
});
