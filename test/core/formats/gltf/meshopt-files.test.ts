import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeMeshoptSequence, decodeMeshoptTriangles } from '../../../../core/formats/gltf/meshopt-indices.ts';
import { decodeMeshopt } from '../../../../core/formats/gltf/meshopt.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { meshoptGlb } from '../../../helpers/meshopt-glb.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { few } from '../../../helpers/extent.ts';

await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]);

const FILES = [
  ['mannequin', 'EXT', MANNEQUIN],
  ['mannequin', 'KHR', MANNEQUIN],
  ['knight', 'KHR', sharedData('rigs/kaykit-knight.glb')],
] as const;

test.each(few(FILES, 2))(
  'a %s that an encoder compressed for %s_meshopt_compression is measured as it was before',
  (_, kind, path) => {
    if (path === null) return console.log('skipped: the shared data folder is missing');
    const bytes = new Uint8Array(readFileSync(path));
    const plain = readCharacter('plain.glb', bytes).scene;
    const { scene, warnings } = readCharacter('packed.glb', meshoptGlb(bytes, `${kind}_meshopt_compression`));
    expect(warnings).toEqual([]);
    expect(scene.weightedNodes).toEqual(plain.weightedNodes);
    expect(plain.meshExtents.length).toBeGreaterThan(20);
    const heights = ({ meshExtents }: typeof scene) =>
      meshExtents.map(({ node, lowest, highest }) => ({ node, lowest, highest }));
    expect(heights(scene)).toEqual(heights(plain));
    expect(scene.meshExtents.every(({ points }) => points.length > 0)).toBe(true);
  },
);

/** Triangles of a strip with holes, of a fan, and any: the encoder has a code for each way in which they hang together. */
function triangles(seed: number, count: number): Uint32Array {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return Uint32Array.from({ length: count }, () => 0).map((_, t, all) => {
    if (t % 3 !== 0) return all[t]!;
    const kind = below(4);
    const near = t / 3;
    const corners =
      kind === 0 ? [near, near + 1, near + 2] : kind === 1 ? [0, near, near + 1] : [below(40_000), below(40_000), below(20)];
    all.set(corners, t);
    return corners[0]!;
  });
}

test.each([2, 4])('triangles of indices of %i bytes are what the reference decoder makes of them', (size) => {
  for (let seed = 1; seed <= 30; seed++) {
    const count = 3 * (1 + seed * seed);
    const indices = triangles(seed, count);
    const source = size === 2 ? Uint16Array.from(indices) : indices;
    const coded = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(source.buffer), count, size, 'TRIANGLES');
    const expected = new Uint8Array(count * size);
    MeshoptDecoder.decodeGltfBuffer(expected, count, size, coded, 'TRIANGLES');
    expect(Buffer.compare(decodeMeshoptTriangles(coded, count, size), expected)).toBe(0);
  }
});

test.each([2, 4])('indices of %i bytes in any order come back as they were', (size) => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = seededRandom(seed);
    const source = Uint32Array.from({ length: 3 * seed + 1 }, (_, i) =>
      random() < 0.5 ? i : Math.floor(random() * (size === 2 ? 65_535 : 2 ** 30)),
    );
    const bytes = new Uint8Array((size === 2 ? Uint16Array.from(source) : source).buffer);
    const coded = MeshoptEncoder.encodeGltfBuffer(bytes, source.length, size, 'INDICES');
    expect(Buffer.compare(decodeMeshoptSequence(coded, source.length, size), bytes)).toBe(0);
  }
});

test('damaged indices are refused in a sentence, and read no further than they reach', () => {
  const count = 300;
  const whole = new Uint8Array(triangles(3, count).buffer);
  const random = seededRandom(4);
  for (const mode of ['TRIANGLES', 'INDICES'] as const) {
    const decode = mode === 'TRIANGLES' ? decodeMeshoptTriangles : decodeMeshoptSequence;
    const coded = MeshoptEncoder.encodeGltfBuffer(whole, count, 4, mode);
    const refused = (bytes: Uint8Array, corners: number, size: number) => expect(() => decode(bytes, corners, size));
    refused(coded.subarray(0, -1), count, 4).toThrow(/too short|another length/);
    refused(coded, 3 * 1e8, 4).toThrow('too short');
    refused(coded, count, 3).toThrow('its indices have 3 bytes');
    refused(coded.slice().fill(0xa0, 0, 1), count, 4).toThrow('of an unknown kind');
    for (let i = 0; i < 300; i++) {
      const damaged = coded.slice();
      damaged[1 + Math.floor(random() * (coded.length - 1))] = Math.floor(random() * 256);
      try {
        expect(decode(damaged, count, 4)).toHaveLength(4 * count);
      } catch (error) {
        expect(String(error)).toContain('a Meshopt-compressed part of the file cannot be read: ');
      }
    }
  }
  expect(() => decodeMeshoptTriangles(new Uint8Array(40).fill(0xe1), 4, 4)).toThrow('its triangles have 4 corners');
});

test.each([
  ['OCTAHEDRAL', 4],
  ['OCTAHEDRAL', 8],
  ['COLOR', 4],
  ['COLOR', 8],
] as const)('%s elements of %i bytes are what the reference decoder makes of them', (filter, stride) => {
  const random = seededRandom(8);
  const count = 400;
  const numbers = Float32Array.from({ length: 4 * count }, (_, i) => {
    if (filter === 'COLOR') return random();
    return i % 4 === 3 ? 1 : 2 * random() - 1;
  });
  if (filter === 'OCTAHEDRAL') {
    for (let i = 0; i < 4 * count; i += 4) {
      const length = Math.hypot(...numbers.subarray(i, i + 3));
      for (let c = 0; c < 3; c++) numbers[i + c]! /= length;
    }
  }
  const encode = filter === 'COLOR' ? MeshoptEncoder.encodeFilterColor : MeshoptEncoder.encodeFilterOct;
  const stored = encode(numbers, count, stride, 2 * stride);
  const source = MeshoptEncoder.encodeGltfBuffer(stored, count, stride, 'ATTRIBUTES', 1);
  const expected = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(expected, count, stride, source, 'ATTRIBUTES', filter);
  const ours = decodeMeshopt(source, count, stride, filter);
  const read = ({ buffer }: Uint8Array) =>
    filter === 'COLOR'
      ? stride === 4
        ? new Uint8Array(buffer)
        : new Uint16Array(buffer)
      : stride === 4
        ? new Int8Array(buffer)
        : new Int16Array(buffer);
  const [a, b] = [read(ours), read(expected)];
  // The reference rounds in 32 bits.
  expect(Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)))).toBeLessThanOrEqual(1);
  expect(new Set(a).size).toBeGreaterThan(50);
});
