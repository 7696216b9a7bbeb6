import { describe, expect, test } from 'vitest';
import { readAccessor } from '../../../../core/formats/gltf/gltf-accessors.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { glbOf, joinArrays } from '../build-glb.ts';

function valuesOf(
  accessor: object,
  binary: Uint8Array,
  views: object[] = [{ buffer: 0, byteLength: binary.byteLength }],
): number[] {
  const json = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: binary.byteLength }],
    bufferViews: views,
    accessors: [{ bufferView: 0, type: 'SCALAR', ...accessor }],
  };
  return [...readAccessor(readGltf(glbOf(json, binary)), 0).values];
}

describe('accessors', () => {
  test.each([
    [5120, new Int8Array([-128, -127, 0, 127])],
    [5121, new Uint8Array([0, 1, 128, 255])],
    [5122, new Int16Array([-32768, -32767, 0, 32767])],
    [5123, new Uint16Array([0, 1, 32768, 65535])],
    [5125, new Uint32Array([0, 1, 2 ** 31, 2 ** 32 - 1])],
    [5126, new Float32Array([-1.5, 0, 1e-20, 3e38])],
  ])('of component type %i give exact numbers', (componentType, array) => {
    expect(valuesOf({ componentType, count: 4 }, joinArrays(array).bytes)).toEqual([...array]);
  });

  test('that are normalised reach exactly −1 and 1', () => {
    const bytes = joinArrays(new Int16Array([-32768, -32767, 0, 32767])).bytes;
    expect(valuesOf({ componentType: 5122, normalized: true, count: 4 }, bytes)).toEqual([-1, -1, 0, 1]);
    const unsigned = joinArrays(new Uint8Array([0, 51, 255, 0])).bytes;
    expect(valuesOf({ componentType: 5121, normalized: true, count: 3 }, unsigned)).toEqual([0, 0.2, 1]);
  });

  test('with a byte stride and an offset skip what lies between', () => {
    const bytes = joinArrays(new Float32Array([9, 1, 2, 9, 3, 4, 9, 5, 6])).bytes;
    const views = [{ buffer: 0, byteLength: 36, byteStride: 12 }];
    expect(valuesOf({ componentType: 5126, type: 'VEC2', count: 3, byteOffset: 4 }, bytes, views)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('with sparse elements replace only those', () => {
    const { bytes, offsets } = joinArrays(
      new Float32Array([1, 1, 2, 2, 3, 3]),
      new Uint8Array([0, 2]),
      new Float32Array([7, 8, 9, 10]),
    );
    const views = [
      { buffer: 0, byteLength: 24 },
      { buffer: 0, byteOffset: offsets[1], byteLength: 2 },
      { buffer: 0, byteOffset: offsets[2], byteLength: 16 },
    ];
    const sparse = { count: 2, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 2 } };
    expect(valuesOf({ componentType: 5126, type: 'VEC2', count: 3, sparse }, bytes, views)).toEqual([7, 8, 2, 2, 9, 10]);
    const { bufferView: _, ...zeros } = { bufferView: 0, componentType: 5126, type: 'VEC2', count: 3, sparse };
    expect(valuesOf({ ...zeros, bufferView: undefined }, bytes, views)).toEqual([7, 8, 0, 0, 9, 10]);
  });

  test('whose sparse indices leave the accessor are refused', () => {
    const { bytes } = joinArrays(new Float32Array([1]), new Uint8Array([3]), new Float32Array([7]));
    const views = [
      { buffer: 0, byteLength: 4 },
      { buffer: 0, byteOffset: 4, byteLength: 1 },
      { buffer: 0, byteOffset: 8, byteLength: 4 },
    ];
    const sparse = { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 2 } };
    expect(() => valuesOf({ componentType: 5126, count: 1, sparse }, bytes, views)).toThrow('replaces element 3 of 1');
  });
});
