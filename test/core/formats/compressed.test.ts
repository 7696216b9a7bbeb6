import { describe, expect, test } from 'vitest';
import { readGlb } from '../../../core/formats/gltf/glb.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { appendAnimation, type NewAnimation } from '../../../core/formats/gltf/gltf-patch.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { glbOf, joinArrays } from './build-glb.ts';
import { plainStream } from './meshopt-streams.ts';

const turn: NewAnimation = {
  name: 'turn',
  times: new Float32Array([0, 1]),
  channels: [{ node: 0, path: 'rotation', values: new Float32Array([0, 0, 0, 1, 0, 1, 0, 0]) }],
};
const compressed = new Uint8Array(24).map((_, i) => 200 - i);
const binaryOf = (bytes: Uint8Array) => readGlb(bytes).binary!;
const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(readGlb(bytes).json));

describe('a file with Draco meshes', () => {
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    nodes: [{ name: 'body', mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0 },
            extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
          },
        ],
      },
    ],
    accessors: [{ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
    buffers: [{ byteLength: 24 }],
    bufferViews: [{ buffer: 0, byteLength: 24 }],
  };

  test('says that it is not measured, and stays compressed under an added animation', () => {
    const draco = Uint8Array.from(compressed);
    // The head of a Draco mesh of one triangle.
    draco.set([...Buffer.from('DRACO'), 2, 2, 1, 0, 0, 0, 1, 3]);
    const bytes = glbOf(json, draco);
    expect(readCharacter('draco.glb', bytes).warnings).toEqual([expect.stringContaining('shown but not measured')]);
    const patched = appendAnimation(bytes, turn);
    expect([...binaryOf(patched).subarray(0, 24)]).toEqual([...draco]);
    expect(jsonOf(patched)).toMatchObject({ meshes: json.meshes, extensionsRequired: json.extensionsRequired });
    expect(jsonOf(patched).accessors[0]).toEqual(json.accessors[0]);
  });
});

describe('a file with Meshopt compression', () => {
  const meshopt = { buffer: 0, byteLength: 24, byteStride: 12, count: 2, mode: 'ATTRIBUTES' };
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: ['EXT_meshopt_compression'],
    extensionsRequired: ['EXT_meshopt_compression'],
    nodes: [{ name: 'body' }],
    buffers: [{ byteLength: 24 }, { byteLength: 24, extensions: { EXT_meshopt_compression: { fallback: true } } }],
    bufferViews: [{ buffer: 1, byteLength: 24, extensions: { EXT_meshopt_compression: meshopt } }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 2, type: 'VEC3' }],
  };

  test('keeps its compressed bytes and its empty fallback buffer', () => {
    const patched = appendAnimation(glbOf(json, compressed), turn);
    expect([...binaryOf(patched).subarray(0, 24)]).toEqual([...compressed]);
    const after = jsonOf(patched);
    expect(after.buffers[1]).toEqual(json.buffers[1]);
    expect(after.bufferViews[0]).toEqual(json.bufferViews[0]);
    expect(readAnimations(readGltf(patched)).animations[0]!.name).toBe('turn');
  });

  test('is refused when the compressed bytes leave their buffer', () => {
    const extensions = { EXT_meshopt_compression: { ...meshopt, byteLength: 99 } };
    const outside = { ...json, bufferViews: [{ ...json.bufferViews[0], extensions }] };
    expect(() => readGltf(glbOf(outside, compressed))).toThrow('ends at byte 99 of a buffer of 24 bytes');
  });

  test('loses damaged keys with one warning for all, and opens', () => {
    const animated = {
      ...json,
      accessors: [
        { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR' },
        { bufferView: 0, componentType: 5126, count: 2, type: 'VEC3' },
      ],
      animations: [
        {
          name: 'walk',
          samplers: [{ input: 0, output: 1 }],
          channels: ['translation', 'scale'].map((path) => ({ sampler: 0, target: { node: 0, path } })),
        },
      ],
    };
    const { animations, warnings } = readAnimations(readGltf(glbOf(animated, compressed)));
    expect(animations).toEqual([]);
    expect(warnings).toEqual([
      '2 channels of "walk" were left out: a Meshopt-compressed part of the file cannot be read: its stream is of an unknown kind',
    ]);
  });
});

test('keys that are compressed with Meshopt are read', () => {
  const times = new Float32Array([0, 0.5, 1]);
  const places = new Float32Array([0, 0, 0, 1, 2, 3, -4, 5, 0.25]);
  const [time, place] = [plainStream(new Uint8Array(times.buffer), 3, 4), plainStream(new Uint8Array(places.buffer), 3, 12)];
  const { bytes, offsets } = joinArrays(time, place);
  const view = (at: number, length: number, stride: number) => ({
    buffer: 1,
    byteLength: 3 * stride,
    extensions: {
      EXT_meshopt_compression: {
        buffer: 0,
        byteOffset: at,
        byteLength: length,
        byteStride: stride,
        count: 3,
        mode: 'ATTRIBUTES',
      },
    },
  });
  const json = {
    asset: { version: '2.0' },
    nodes: [{ name: 'body' }],
    buffers: [{ byteLength: bytes.byteLength }, { byteLength: 48, extensions: { EXT_meshopt_compression: { fallback: true } } }],
    bufferViews: [view(offsets[0]!, time.byteLength, 4), view(offsets[1]!, place.byteLength, 12)],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'SCALAR' },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC3' },
    ],
    animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }] }],
  };
  const { animations, warnings } = readAnimations(readGltf(glbOf(json, bytes)));
  expect(warnings).toEqual([]);
  expect(animations[0]!.channels[0]!.times).toEqual(times);
  expect(animations[0]!.channels[0]!.values).toEqual(places);
});

/** Forty keys that meshoptimizer 1.3.0 compressed: (sin, 0, 0, cos) of i / 40 with 12 bits, and (i / 8, 1, −i / 16) with 15. */
const REAL_STREAMS = [
  [
    'EXT_meshopt_compression',
    {
      times:
        'oAAALwAA/4CAQEBAQCAgICAgICAgEBAQEBAQEBAQEBAQEBAQ+IiIiAAAAAAQBTCAAAB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      rotations:
        'oB8AkJKQkJCQjo6OjIyMiIqGhoaCgoB+fHp6dnRycG5qasAAAAAsFQCAggICAgIAwAAAAA0AABD//wAAPWlpbXFxc3UQwBAAAA4QwAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/wc=',
      places:
        'oAAaCIiIiIiIiIj0RERERERERDfqqgAAOwAUgAAAAIAAAAAAFMAAAAAfwAAAAA8AFIAAAACAAAAAED//AAD/////////FgMzMzMzMzMz1VVVVRzREQAAHgEQAAAAFIAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADzACAA8wAAAPM=',
    },
  ],
  [
    'KHR_meshopt_compression',
    {
      times: 'oToAAACAgEBAQEAgICAgICAgIBAQEBAQEBAQEBAQEBAQEBAICAgICAgIAQYAegEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=',
      rotations:
        'oaGADwCQkpCQkJCOjo6MjIyIioaGhoKCgH58enp2dHJwbmpqAQDTEAEADxD/AMJpaW1xcXN1EAEADxABAAUAAAAAAAAAAAAAAAAAAAAAAAAAAP8HAQE=',
      places:
        'oSYiBBoIiIiIiIiIiPREREREREREN+qqAAA7FAEAAgEAAhQBAB8BAA8UAQACAQACEP4A/////////xYDMzMzMzMzM9VVVVUc0REAAB4BAgABFAEAAgEAAgAAAAAAAAAAAAAAAPMAIADzAAAA8wAAAA==',
    },
  ],
] as const;

test.each(REAL_STREAMS)('keys that the reference encoder compressed are read: %s', (extension, streams) => {
  const count = 40;
  const parts = [streams.times, streams.rotations, streams.places].map((stream) => new Uint8Array(Buffer.from(stream, 'base64')));
  const { bytes, offsets } = joinArrays(...parts);
  const view = (i: number, byteStride: number, filter?: string) => ({
    buffer: 1,
    byteLength: count * byteStride,
    extensions: {
      [extension]: {
        buffer: 0,
        byteOffset: offsets[i]!,
        byteLength: parts[i]!.byteLength,
        byteStride,
        count,
        mode: 'ATTRIBUTES',
        ...(filter && { filter }),
      },
    },
  });
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: [extension],
    extensionsRequired: [extension],
    nodes: [{ name: 'body' }],
    buffers: [{ byteLength: bytes.byteLength }, { byteLength: 1200, extensions: { [extension]: { fallback: true } } }],
    bufferViews: [view(0, 4), view(1, 8, 'QUATERNION'), view(2, 12, 'EXPONENTIAL'), view(0, 4, 'COLOR')],
    accessors: [
      { bufferView: 0, componentType: 5126, count, type: 'SCALAR' },
      { bufferView: 1, componentType: 5122, normalized: true, count, type: 'VEC4' },
      { bufferView: 2, componentType: 5126, count, type: 'VEC3' },
    ],
    animations: [
      {
        samplers: [
          { input: 0, output: 1 },
          { input: 0, output: 2 },
        ],
        channels: ['rotation', 'translation'].map((path, sampler) => ({ sampler, target: { node: 0, path } })),
      },
    ],
  };
  const { animations, warnings } = readAnimations(readGltf(glbOf(json, bytes)));
  expect(warnings).toEqual([]);
  const [rotation, translation] = animations[0]!.channels;
  for (let i = 0; i < count; i++) {
    expect(rotation!.times[i]).toBe(i / 32);
    const [x, y, z, w] = rotation!.values.subarray(4 * i);
    expect(Math.hypot(x! - Math.sin(i / 40), y!, z!, w! - Math.cos(i / 40))).toBeLessThan(2e-3);
    const [across, up, ahead] = translation!.values.subarray(3 * i);
    expect(Math.hypot(across! - i / 8, up! - 1, ahead! + i / 16)).toBeLessThan(1e-3);
  }
});
