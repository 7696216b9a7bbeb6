import { expect, test } from 'vitest';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readAccessor } from '../../../../core/formats/gltf/gltf-accessors.ts';
import { packGltf } from '../../../../core/formats/gltf/gltf-pack.ts';
import { validatorIssues } from '../oracles.ts';

const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
const FILES: Readonly<Record<string, Uint8Array>> = {
  'first.bin': floats(1, 2, 3),
  'second.bin': floats(4, 5),
  'skin.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const read = (uri: string) => {
  const file = FILES[uri];
  if (!file) throw new Error(`"${uri}" does not exist`);
  return file;
};

const DOCUMENT = {
  asset: { version: '2.0' },
  buffers: [
    { byteLength: 12, uri: 'first.bin', name: 'first' },
    { byteLength: 8, uri: 'second.bin' },
    { byteLength: 4, uri: `data:application/octet-stream;base64,${Buffer.from(floats(6)).toString('base64')}` },
    { byteLength: 12, uri: 'first.bin' },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 12 },
    { buffer: 1, byteOffset: 4, byteLength: 4 },
    { buffer: 2, byteLength: 4 },
    { buffer: 3, byteOffset: 8, byteLength: 4 },
  ],
  accessors: [3, 1, 1, 1].map((count, bufferView) => ({ bufferView, componentType: 5126, count, type: 'SCALAR' })),
  images: [{ uri: 'skin.png', name: 'skin' }, { uri: 'skin.png' }, { uri: 'gone.png' }],
};

function packed(document: object) {
  const asset = readGltf(new TextEncoder().encode(JSON.stringify(document)), read);
  return packGltf(asset, read);
}

test('several buffers become one, in which every accessor finds its numbers and bytes named twice stand once', async () => {
  const { bytes, warnings } = packed(DOCUMENT);
  const asset = readGltf(bytes);
  expect(asset.document.accessors!.map((_, i) => [...readAccessor(asset, i).values])).toEqual([[1, 2, 3], [5], [6], [3]]);
  expect(asset.document.buffers).toEqual([{ name: 'first', byteLength: asset.binary!.byteLength }]);
  expect([...asset.binary!.subarray(0, 12)]).toEqual([...FILES['first.bin']!]);
  expect(asset.binary!.byteLength).toBe(12 + 8 + 4 + Math.ceil(FILES['skin.png']!.byteLength / 4) * 4);
  expect(warnings).toEqual(['"gone.png" does not exist']);
  const { images } = asset.document;
  expect(images).toEqual([
    { name: 'skin', mimeType: 'image/png', bufferView: 4 },
    { mimeType: 'image/png', bufferView: 4 },
    { uri: 'gone.png' },
  ]);
  const { images: _, ...whole } = DOCUMENT;
  const issues = await validatorIssues(packed({ ...whole, images: DOCUMENT.images.slice(0, 2) }).bytes);
  expect(issues).toEqual([]);
});

test('compressed bytes move with their buffer, and a buffer that a decoder fills stays one of its own', () => {
  const extension = { buffer: 1, byteOffset: 4, byteLength: 4, byteStride: 4, count: 1, mode: 'ATTRIBUTES' };
  const { document } = readGltf(
    packed({
      asset: { version: '2.0' },
      extensionsUsed: ['EXT_meshopt_compression'],
      buffers: [
        { byteLength: 4, extensions: { EXT_meshopt_compression: { fallback: true } } },
        { byteLength: 8, uri: 'second.bin' },
      ],
      bufferViews: [{ buffer: 0, byteLength: 4, extensions: { EXT_meshopt_compression: extension } }],
    }).bytes,
  );
  expect(document.buffers).toMatchObject([{ byteLength: 8 }, { byteLength: 4, extensions: {} }]);
  expect(document.bufferViews![0]).toMatchObject({
    buffer: 1,
    extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 4 } },
  });
});
