import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGlb, writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { glbOf } from '../build-glb.ts';

const minimal = { asset: { version: '2.0' }, nodes: [{ name: 'only' }] };

describe('the GLB container', () => {
  const knight = sharedData('rigs/kaykit-knight.glb');
  test.skipIf(!knight)('is written back byte for byte', () => {
    const bytes = new Uint8Array(readFileSync(knight!));
    expect(Buffer.compare(writeGlb(readGlb(bytes)), bytes)).toBe(0);
  });

  test('keeps chunks of unknown types', () => {
    const unknown = [{ type: 0x21464643, bytes: new Uint8Array([1, 2, 3, 4, 5]) }];
    const bytes = writeGlb({ json: new TextEncoder().encode('{}'), binary: new Uint8Array([9]), unknown });
    expect(bytes.byteLength % 4).toBe(0);
    const [chunk] = readGlb(bytes).unknown;
    expect(chunk?.type).toBe(0x21464643);
    expect([...chunk!.bytes]).toEqual([1, 2, 3, 4, 5, 0, 0, 0]);
  });

  test('may hold chunks without bytes, and a second BIN chunk, which is kept as it is', () => {
    const empty = writeGlb({ json: new Uint8Array(), binary: null, unknown: [] });
    expect(empty.byteLength).toBe(20);
    expect(readGlb(empty)).toEqual({ json: new Uint8Array(), binary: null, unknown: [] });
    const json = new TextEncoder().encode('{ }');
    const unknown = [
      { type: 0x21464643, bytes: new Uint8Array() },
      { type: 0x004e4942, bytes: new Uint8Array([5, 6, 7, 8]) },
    ];
    for (const binary of [null, new Uint8Array([1, 2, 3, 4])]) {
      expect(readGlb(writeGlb({ json, binary, unknown }))).toMatchObject({ binary, unknown });
    }
    const twice = writeGlb({ json, binary: new Uint8Array([1, 2, 3, 4]), unknown: [unknown[1]!] });
    expect(readGlb(twice)).toMatchObject({ binary: new Uint8Array([1, 2, 3, 4]), unknown: [unknown[1]] });
    const last = writeGlb({ json, binary: null, unknown: [unknown[0]!] });
    expect(readGlb(last).unknown).toEqual([unknown[0]]);
  });

  test('is refused when it would need more than 4 GiB', () => {
    const huge = { byteLength: 0xffffffff } as Uint8Array;
    expect(() => writeGlb({ json: huge, binary: null, unknown: [] })).toThrow(
      'a GLB file can hold 4 GiB at most, this one would have 4294967316 bytes',
    );
  });

  test('refuses damaged containers in one sentence', () => {
    const bytes = glbOf(minimal, new Uint8Array(8));
    const changed = (change: (view: DataView) => void) => {
      const copy = bytes.slice();
      change(new DataView(copy.buffer));
      return () => readGlb(copy);
    };
    expect(() => readGlb(bytes.subarray(0, -4))).toThrow(/truncated: its header states \d+ bytes, it has \d+/);
    expect(() => readGlb(Buffer.concat([bytes, new Uint8Array(4)]))).toThrow(/too long/);
    expect(() => readGlb(bytes.subarray(0, 10))).toThrow(/truncated: it has only 10 bytes/);
    expect(() => readGlb(new TextEncoder().encode('HIERARCHY'))).toThrow(/does not begin with "glTF"/);
    const short = new TextEncoder().encode('glTF');
    expect(() => readGlb(short)).toThrow('truncated: it has only 4 bytes');
    expect(() => readGlb(short.subarray(1))).toThrow('does not begin with "glTF"');
    /** A container of an empty JSON chunk and some bytes behind it. */
    const trailing = (...words: number[]) => {
      const file = new DataView(new ArrayBuffer(20 + 4 * words.length));
      [0x46546c67, 2, file.byteLength, 0, 0x4e4f534a, ...words].forEach((word, i) => file.setUint32(4 * i, word, true));
      return () => readGlb(new Uint8Array(file.buffer));
    };
    expect(trailing(0, 0x21464643)).not.toThrow();
    expect(trailing(4, 0x21464643)).toThrow('the chunk at byte 20 runs past the end of the file');
    expect(trailing(0)).toThrow('the chunk at byte 20 runs past the end of the file');
    const cut = bytes.slice(0, bytes.byteLength - 14);
    new DataView(cut.buffer).setUint32(8, cut.byteLength, true);
    expect(() => readGlb(cut)).toThrow(/the chunk at byte \d+ runs past the end of the file/);
    expect(changed((view) => view.setUint32(4, 1, true))).toThrow('expected GLB version 2, got version 1');
    expect(changed((view) => view.setUint32(12, 0xfffffff0, true))).toThrow(/runs past the end/);
    expect(changed((view) => view.setUint32(16, 0x004e4942, true))).toThrow(/first chunk is not JSON/);
  });
});

describe('a glTF document', () => {
  const refused = (change: object, binary: Uint8Array | null = null) =>
    expect(() => readGltf(glbOf({ ...minimal, ...change }, binary)));

  test('is refused when its nodes are no forest', () => {
    refused({ nodes: [{ children: [1] }, { children: [0] }] }).toThrow(/node \d is its own ancestor/);
    refused({ nodes: [{ children: [0] }] }).toThrow('node 0 is its own ancestor');
    refused({ nodes: [{ children: [2] }, { children: [2] }, {}] }).toThrow('node 2 has two parents');
    refused({ nodes: [{ children: [7] }] }).toThrow('names node 7, but there are 1');
    const deep = Array.from({ length: 5000 }, (_, i) => (i < 4999 ? { children: [i + 1] } : {}));
    refused({ nodes: deep }).toThrow('nested more than 1000 levels deep');
  });

  test('is refused when numbers are missing, infinite or absurd', () => {
    refused({ nodes: [{ translation: [0, null, 0] }] }).toThrow(/nodes\.0\.translation\.1/);
    refused({ nodes: [{ rotation: [0, 0, 0, 0] }] }).toThrow('the rotation of node 0 has length 0');
    refused({ asset: { version: '1.0' } }).toThrow('expected glTF version 2, got version "1.0"');
    const infinite = JSON.stringify({ ...minimal, nodes: [{ scale: [1, 1, 77] }] }).replace('77', '1e999');
    expect(() => readGltf(new TextEncoder().encode(infinite))).toThrow(/nodes\.0\.scale\.2/);
  });

  test('is refused when an accessor leaves its buffer view or a view its buffer', () => {
    const buffers = [{ byteLength: 16 }];
    const accessor = { bufferView: 0, componentType: 5126, count: 4, type: 'SCALAR' };
    refused({ buffers, bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: 16 }] }, new Uint8Array(16)).toThrow(
      'buffer view 0 ends at byte 20 of a buffer of 16 bytes',
    );
    refused({ buffers, bufferViews: [{ buffer: 0, byteLength: 12 }], accessors: [accessor] }, new Uint8Array(16)).toThrow(
      'need 16 bytes, their buffer view has 12',
    );
    refused({ accessors: [{ componentType: 5126, count: 4e9, type: 'VEC4' }] }).toThrow('4000000000 elements without bytes');
    // What Draco fills is bounded by the heads of what it compresses.
    const packed = (attributes: object) => ({
      accessors: [2e7, 2e7].map((count) => ({ componentType: 5126, count, type: 'VEC3' })),
      meshes: [
        { primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, extensions: { KHR_draco_mesh_compression: { attributes } } }] },
      ],
    });
    refused(packed({ POSITION: 0, NORMAL: 1 })).not.toThrow();
    refused({
      ...packed({ POSITION: 0 }),
      accessors: [
        { componentType: 5126, count: 1, type: 'VEC3' },
        { componentType: 5126, count: 4e7, type: 'VEC3' },
      ],
    }).toThrow('40000000 elements without bytes');
    refused({ buffers: [{ byteLength: 40 }] }, new Uint8Array(16)).toThrow('buffer 0 states 40 bytes, it has 16');
  });

  test('is refused when its JSON is nested absurdly deep, broken or no object', () => {
    const text = (json: string) => () => readGltf(new TextEncoder().encode(json));
    expect(text(`{"asset":{"version":"2.0"},"extras":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toThrow(/nested more than/);
    expect(text('{"asset":')).toThrow(/JSON cannot be read/);
    expect(text('[1]')).toThrow('must be an object, got a list');
    expect(text('{"asset":{"version":"2.0"},"extras":"[[[[ \\" ]"}')).not.toThrow();
  });
});
