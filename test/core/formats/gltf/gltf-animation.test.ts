import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleAnimation, sampleChannel } from '../../../../core/formats/gltf/animation-sampling.ts';
import { readAnimations, type NodeChannel } from '../../../../core/formats/gltf/gltf-animation.ts';
import { createAnimatedWorlds } from '../../../../core/formats/gltf/animated-worlds.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { worldMatrices } from '../../../../core/formats/gltf/scene-worlds.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { glbOf, joinArrays } from '../build-glb.ts';
import { largestDistance, playInBabylon, playInThree, type NodePositions } from '../oracles.ts';
import { few } from '../../../helpers/extent.ts';

const FILES = [
  ['rigs/kaykit-knight.glb', 3, 1e-6],
  ['rigs/robot-expressive.glb', 2, 3e-6],
  ['rigs/rigify-names-mannequin.glb', 0, 1e-6],
  // This file's keys are quaternions of length 0.99999, which the other programs interpolate as they are.
  ['vrm/three-vrm-test.vrma', 0, 1e-5],
] as const;

describe('animations of real files', () => {
  test.each(few(FILES, 2))('%s play as in three.js and Babylon.js', async (path, index, tolerance) => {
    const file = sharedData(path);
    if (!file) return console.log(`skipped: ${path} is not there`);
    const bytes = new Uint8Array(readFileSync(file));
    const asset = readGltf(bytes);
    const scene = readCharacterScene(asset);
    const { animations, warnings } = readAnimations(asset);
    expect(warnings).toEqual([]);
    const animation = animations[index]!;
    const times = [0, 0.31, 0.57].map((part) => animation.start + part * (animation.end - animation.start));
    const [three, babylon] = await Promise.all([playInThree(bytes, index, times), playInBabylon(bytes, index, times)]);
    const moving = createAnimatedWorlds(scene, animation.channels);
    times.forEach((time, i) => {
      const worlds = worldMatrices(scene, sampleAnimation(scene, animation, time));
      const ours: NodePositions = new Map(worlds.map((m, node) => [node, [m[12]!, m[13]!, m[14]!]]));
      moving.moveTo(time);
      expect(worlds.map((_, node) => [...moving.matrices.subarray(16 * node, 16 * node + 16)])).toEqual(worlds);
      expect(largestDistance(ours, three[i]!)).toBeLessThan(tolerance);
      expect(largestDistance(ours, babylon[i]!)).toBeLessThan(tolerance);
    });
  });
});

test('where only some nodes are wanted, nothing else is worked out', () => {
  const node = (parent: number, x: number) =>
    ({ name: 'node', parent, translation: [x, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }) as const;
  const channel = (at: number) =>
    ({
      node: at,
      path: 'translation',
      interpolation: 'LINEAR',
      times: Float32Array.of(0, 1),
      values: Float32Array.of(0, 0, 0, 0, 8, 0),
    }) as const;
  // The child stands before its parent in the file.
  const scene = { nodes: [node(2, 1), node(-1, 5), node(-1, 3)] };
  const worlds = createAnimatedWorlds(scene, [channel(1), channel(2)], [0]);
  worlds.moveTo(0.5);
  const placeOf = (at: number) => [...worlds.matrices.subarray(16 * at + 12, 16 * at + 15)];
  expect(placeOf(2)).toEqual([0, 4, 0]);
  expect(placeOf(0)).toEqual([1, 4, 0]);
  expect(placeOf(1)).toEqual([0, 0, 0]);
});

describe('channels', () => {
  const channel = (part: Partial<NodeChannel>): NodeChannel => ({
    node: 0,
    path: 'translation',
    interpolation: 'LINEAR',
    times: new Float32Array([1, 3]),
    values: new Float32Array([0, 0, 0, 4, 8, -2]),
    ...part,
  });

  test('hold their first value before the first key and their last after the last', () => {
    expect(sampleChannel(channel({}), 0)).toEqual([0, 0, 0]);
    expect(sampleChannel(channel({}), 9)).toEqual([4, 8, -2]);
  });

  test('interpolate linearly, hold steps, and follow cubic splines', () => {
    expect(sampleChannel(channel({}), 1.5)).toEqual([1, 2, -0.5]);
    expect(sampleChannel(channel({ interpolation: 'STEP' }), 2.999)).toEqual([0, 0, 0]);
    // x(t) = t³ from t = 1 to 3 with its own tangents 3t²: a cubic spline must give it back exactly.
    const values = new Float64Array([3, 0, 0, 1, 0, 0, 3, 0, 0, 27, 0, 0, 27, 0, 0, 27, 0, 0]);
    const cubic = channel({ interpolation: 'CUBICSPLINE', values });
    expect(sampleChannel(cubic, 2)[0]).toBeCloseTo(8, 12);
    expect(sampleChannel(cubic, 1.7)[0]).toBeCloseTo(1.7 ** 3, 12);
  });

  test('turn the short way', () => {
    const half = Math.SQRT1_2;
    const turn = channel({ path: 'rotation', values: new Float64Array([0, 0, 0, 1, 0, -half, 0, -half]) });
    const q = sampleChannel(turn, 2);
    expect(Math.abs(q[1]! / q[3]!)).toBeCloseTo(Math.tan(Math.PI / 8), 12);
  });

  test('that cannot be read are named and left out, the others stay', () => {
    const { bytes, offsets } = joinArrays(
      new Float32Array([0, 1]),
      new Float32Array([0, 0, 0, 1, 2, 3]),
      new Float32Array([1, 0]),
      new Float32Array([0, NaN, 0, 1, 2, 3]),
    );
    const lengths = [8, 24, 8, 24];
    const json = {
      asset: { version: '2.0' },
      nodes: [{}, {}, {}],
      buffers: [{ byteLength: bytes.byteLength }],
      bufferViews: offsets.map((byteOffset, i) => ({ buffer: 0, byteOffset, byteLength: lengths[i] })),
      accessors: [0, 1, 2, 3].map((i) => ({
        bufferView: i,
        componentType: 5126,
        count: 2,
        type: i % 2 ? 'VEC3' : 'SCALAR',
      })),
      animations: [
        {
          name: 'mixed',
          samplers: [
            { input: 0, output: 1 },
            { input: 2, output: 1 },
            { input: 0, output: 3 },
          ],
          channels: [0, 1, 2].map((sampler) => ({ sampler, target: { node: sampler, path: 'translation' } })),
        },
      ],
    };
    const { animations, warnings } = readAnimations(readGltf(glbOf(json, bytes)));
    expect(animations[0]!.channels.map((c) => c.node)).toEqual([0]);
    expect(warnings).toEqual([
      'channel 1 of "mixed" was left out: its key times do not rise at key 1',
      'channel 2 of "mixed" was left out: its values are not all usable numbers',
    ]);
  });
});

describe('animations that ask for too much', () => {
  const one = { asset: { version: '2.0' }, nodes: [{}] };

  test('read no more than a few times what the file holds', () => {
    const keys = 20_000;
    const binary = new Uint8Array(Float32Array.from({ length: 4 * keys }, (_, i) => i / 1000).buffer);
    const copies = Array.from({ length: 200 }, (_, i) => i);
    const json = {
      ...one,
      buffers: [{ byteLength: binary.byteLength }],
      bufferViews: [{ buffer: 0, byteLength: binary.byteLength }],
      accessors: copies.map((i) => ({ bufferView: 0, componentType: 5126, count: keys, type: i === 0 ? 'SCALAR' : 'VEC4' })),
      animations: [
        {
          name: 'bomb',
          samplers: copies.slice(1).map((output) => ({ input: 0, output })),
          channels: copies.slice(1).map((i) => ({ sampler: i - 1, target: { node: 0, path: 'rotation' } })),
        },
      ],
    };
    const { animations, warnings } = readAnimations(readGltf(glbOf(json, binary)));
    expect(animations[0]!.channels.length).toBeLessThan(10);
    expect(warnings).toEqual([expect.stringMatching(/^19\d channels of "bomb" were left out: the keys of the file overlap/)]);
  });

  test('may not last longer than a day', () => {
    const { bytes, offsets } = joinArrays(new Float32Array([0, 1e9]), new Float32Array(6));
    const json = {
      ...one,
      buffers: [{ byteLength: bytes.byteLength }],
      bufferViews: offsets.map((byteOffset, i) => ({ buffer: 0, byteOffset, byteLength: i ? 24 : 8 })),
      accessors: [0, 1].map((i) => ({ bufferView: i, componentType: 5126, count: 2, type: i ? 'VEC3' : 'SCALAR' })),
      animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }] }],
    };
    expect(readAnimations(readGltf(glbOf(json, bytes))).warnings).toEqual([
      expect.stringContaining('the time of key 1 is 1000000000'),
    ]);
  });
});
