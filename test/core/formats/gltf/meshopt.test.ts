import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../core/math/random.ts';
import type { MeshoptFilter } from '../../../../core/formats/gltf/meshopt-filters.ts';
import { decodeMeshopt } from '../../../../core/formats/gltf/meshopt.ts';
import { plainStream, randomSecondStream, randomStream } from '../meshopt-streams.ts';

async function reference(source: Uint8Array, count: number, stride: number, filter: MeshoptFilter): Promise<Uint8Array> {
  await MeshoptDecoder.ready;
  const expected = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(expected, count, stride, source, 'ATTRIBUTES', filter);
  return expected;
}

describe('a Meshopt stream', () => {
  test.each([
    [1, 4],
    [16, 8],
    [300, 12],
    [1000, 8],
    [70, 256],
  ])('of %i elements of %i bytes is what the reference decoder makes of it', async (count, stride) => {
    for (let seed = 1; seed <= 20; seed++) {
      const source = randomStream(seededRandom(seed), count, stride);
      expect(Buffer.compare(decodeMeshopt(source, count, stride), await reference(source, count, stride, 'NONE'))).toBe(0);
    }
  });

  test.each([
    [1, 4],
    [16, 8],
    [300, 12],
    [1000, 8],
    [70, 256],
  ])('of the second version, of %i elements of %i bytes, is what the reference decoder makes of it', async (count, stride) => {
    for (let seed = 1; seed <= 20; seed++) {
      const source = randomSecondStream(seededRandom(seed), count, stride);
      expect(Buffer.compare(decodeMeshopt(source, count, stride), await reference(source, count, stride, 'NONE'))).toBe(0);
    }
  });

  test('of the second version may say in few bytes that very much stays as it is, and not more than that', () => {
    const still = new Uint8Array([
      0xa1,
      ...new Uint8Array(100 * 2).fill(0xaa),
      ...new Uint8Array(14),
      ...new Uint8Array(8).fill(7),
      0,
      0,
    ]);
    expect(decodeMeshopt(still, 25_600, 8).every((value) => value === 7)).toBe(true);
    expect(() => decodeMeshopt(still, 1e7, 8)).toThrow('too short');
    expect(() => decodeMeshopt(still, 25_700, 8)).toThrow(/too short|another length/);
  });

  test('of the second version that is damaged is refused in a sentence', () => {
    const source = randomSecondStream(seededRandom(3), 100, 12);
    expect(() => decodeMeshopt(source.subarray(0, -3), 100, 12)).toThrow(
      /a Meshopt-compressed part of the file cannot be read: /,
    );
    const unknown = source.slice();
    unknown[source.length - 1] = 3;
    expect(() => decodeMeshopt(unknown, 100, 12)).toThrow('its numbers are coded in an unknown way');
    const random = seededRandom(9);
    for (let i = 0; i < 300; i++) {
      const bytes = source.slice(0, Math.ceil(random() * source.length));
      bytes[1 + Math.floor(random() * (bytes.length - 1))] = Math.floor(random() * 256);
      try {
        decodeMeshopt(bytes, 100, 12);
      } catch (error) {
        expect(String(error)).toContain('a Meshopt-compressed part of the file cannot be read: ');
      }
    }
  });

  test('of rotations gives unit quaternions, as the reference decoder does', async () => {
    const random = seededRandom(5);
    const count = 500;
    const stored = Int16Array.from({ length: 4 * count }, (_, i) =>
      i % 4 === 3 ? (32767 & ~3) | Math.floor(random() * 4) : Math.round((random() - 0.5) * 2 * 0.57 * Math.SQRT2 * 32767),
    );
    const source = plainStream(new Uint8Array(stored.buffer), count, 8);
    const ours = new Int16Array(decodeMeshopt(source, count, 8, 'QUATERNION').buffer);
    const theirs = new Int16Array((await reference(source, count, 8, 'QUATERNION')).buffer);
    // The reference rounds in 32 bits.
    expect(Math.max(...ours.map((value, i) => Math.abs(value - theirs[i]!)))).toBeLessThanOrEqual(1);
    for (let i = 0; i < count; i++) expect(Math.hypot(...ours.subarray(4 * i, 4 * i + 4)) / 32767).toBeCloseTo(1, 3);
  });

  test('of numbers with exponents gives them exactly, as the reference decoder does', async () => {
    const random = seededRandom(6);
    const stored = Int32Array.from({ length: 900 }, () => {
      const exponent = Math.floor(random() * 150) - 75;
      return (exponent << 24) | (Math.floor(random() * 2 ** 24) & 0xffffff);
    });
    const source = plainStream(new Uint8Array(stored.buffer), 300, 12);
    const ours = new Float32Array(decodeMeshopt(source, 300, 12, 'EXPONENTIAL').buffer);
    expect(ours).toEqual(new Float32Array((await reference(source, 300, 12, 'EXPONENTIAL')).buffer));
  });

  test('that is damaged is refused in a sentence', () => {
    const source = randomStream(seededRandom(3), 100, 12);
    const refused = (bytes: Uint8Array, count = 100, stride = 12, filter: MeshoptFilter = 'NONE') =>
      expect(() => decodeMeshopt(bytes, count, stride, filter));
    refused(source.subarray(0, -3)).toThrow(/too short|another length/);
    refused(source, 50).toThrow('another length');
    refused(source, 1e9).toThrow('too short');
    refused(source, 100, 7).toThrow('its stride is 7');
    refused(source.slice().fill(0xe1, 0, 1)).toThrow('unknown kind');
    refused(source, 100, 12, 'QUATERNION').toThrow('a stride of 12');
  });
});
