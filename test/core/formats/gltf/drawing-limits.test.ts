import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readImageHead } from '../../../../core/formats/gltf/image-size.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { ktx2 } from '../../../helpers/ktx2.ts';
import { glbOf, joinArrays } from '../build-glb.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

/** The first bytes of a PNG of this size. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return Uint8Array.from(bytes);
}

function withImages(images: readonly Uint8Array[], textures: readonly unknown[] = [], mimeType = 'image/png'): Uint8Array {
  const { bytes, offsets } = joinArrays(...images);
  return glbOf(
    {
      asset: { version: '2.0' },
      nodes: [{ name: 'hips' }],
      images: images.map((_, i) => ({ bufferView: i, mimeType })),
      textures,
      buffers: [{ byteLength: bytes.byteLength }],
      bufferViews: images.map((image, i) => ({ buffer: 0, byteOffset: offsets[i], byteLength: image.byteLength })),
    },
    bytes,
  );
}

const open = (bytes: Uint8Array) => readCharacter('hero.glb', bytes);

describe('the size of an image, before it is decoded', () => {
  test('is that of real files', () => {
    const root = join(import.meta.dirname, '..', '..', '..', '..');
    const read = (...path: string[]) => readImageHead(readFileSync(join(root, ...path)));
    expect(read('build', 'icons', 'linux', '256x256.png')).toEqual({ kind: 'size', width: 256, height: 256 });
    const { width, height } = read('build', 'pictures', 'studio.jpg') as { width: number; height: number };
    expect(width / height).toBe(1.6);
  });

  test.each([
    ['a lossy WebP', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 2003 5802 0000', 800, 600],
    ['a lossless WebP', '52494646 00000000 57454250 5650384c 00000000 2f 1f c3 95 00 0000000000000000', 800, 600],
    ['an extended WebP', '52494646 00000000 57454250 56503858 0a000000 00000000 1f0300 570200', 800, 600],
    ['a JPEG with a thumbnail before its frame', 'ffd8 ffe1 0006 ffc00000 ffff ffc2 0011 08 0258 0320 03 0122 0001', 800, 600],
  ])('is read from %s', (_, bytes, width, height) => {
    expect(readImageHead(hex(bytes))).toEqual({ kind: 'size', width, height });
  });

  test.each([['GIF89a'], ['BM'], ['  <svg/>'], ['\0\0\0\u001Cftypavif'], ['\0\0\u0001\0']])(
    'is refused for formats that glTF does not have: %j',
    (start) => {
      expect(readImageHead(latin(start.padEnd(40, '\u0001')))).toEqual({ kind: 'foreign' });
      expect(() => open(withImages([latin(start.padEnd(40, '\u0001'))]))).toThrow('image 0 of the file is no PNG, JPEG or WebP');
    },
  );

  test.each([['', 'ffd8', 'ffd8ffe1', '89504e47', 'abcd', '524946460000000057454250']])(
    'is unknown where bytes are missing',
    (bytes) => {
      expect(readImageHead(hex(bytes))).toEqual({ kind: 'unknown' });
    },
  );
});

describe('what drawing a file would decode', () => {
  test('is bounded for one image, for all, and for textures that share one, with one sentence each', () => {
    expect(() => open(withImages([png(30_000, 30_000)]))).toThrow(
      /^"hero\.glb" cannot be opened: image 0 of the file has 30000 × 30000 pixels, more than the 134217728 that can be shown$/,
    );
    const large = png(8192, 8192);
    expect(open(withImages(Array.from({ length: 8 }, () => large)))).toBeDefined();
    expect(() => open(withImages(Array.from({ length: 9 }, () => large)))).toThrow(
      'the images of the file have 603979776 pixels, more than the 536870912 that can be shown',
    );
    const sharing = (count: number) => Array.from({ length: count }, () => ({ source: 0 }));
    expect(open(withImages([large], sharing(16)))).toBeDefined();
    expect(() => open(withImages([large], sharing(17)))).toThrow('the textures of the file have');
  });

  test('is bounded for KTX2 pictures too', () => {
    const stated = ktx2(4, [0, 0, 0, 0]);
    new DataView(stated.buffer).setUint32(20, 2 ** 28, true);
    expect(() => open(withImages([stated]))).toThrow('image 0 of the file has 268435456 × 4 pixels');
  });

  const LEFT_OUT = 'KTX2 images that are no Basis Universal pictures are not shown: image 0 of the file';

  test.each([
    ['one of Basis Universal', -1, 0, []],
    ['one with a format of its own', 12, 37, [LEFT_OUT]],
    ['a cube', 36, 6, [LEFT_OUT]],
    ['one that ends too early', 88, 9999, [LEFT_OUT]],
    ['one of another coding', 116, 1, [LEFT_OUT]],
    ['one of fewer blocks than it has pixels for', 20, 9, [LEFT_OUT]],
  ])('is told of a KTX2 picture that is not decoded: %s', (_, at, value, warnings) => {
    const picture = ktx2(8, [200, 100, 50, 255]);
    if (at >= 0) new DataView(picture.buffer).setUint32(at, value, true);
    const named = [{ extensions: { KHR_texture_basisu: { source: 0 } } }];
    expect(open(withImages([picture], named)).warnings).toEqual(warnings);
    expect(open(withImages([picture], [{ source: 0 }], 'image/ktx2')).warnings).toEqual(warnings);
    // A picture that every program decodes is shown in its stead.
    expect(open(withImages([picture, png(4, 4)], [{ ...named[0], source: 1 }])).warnings).toEqual([]);
  });

  test('is told of a KTX2 picture that is larger than graphics cards draw, and holds no smaller copy', () => {
    const [across, level] = [2050, 160];
    const picture = new Uint8Array(level + 16 * across);
    picture.set(ktx2(8, [1, 2, 3, 4]).subarray(0, level));
    const view = new DataView(picture.buffer);
    view.setUint32(20, 4 * across, true);
    view.setUint32(24, 4, true);
    view.setBigUint64(88, BigInt(16 * across), true);
    expect(open(withImages([picture], [{ source: 0 }], 'image/ktx2')).warnings).toEqual([
      'KTX2 images that hold no copy of 8192 pixels or less are not shown: image 0 of the file',
    ]);
  });

  // As Draco’s own encoder begins them: sequential connectivity of 198 triangles and 200 vertices; edgebreaker’s of 594 and 198.
  const SEQUENTIAL = '445241434f 0202 01 00 0000 c601 c801 01 0001020102030203';
  const EDGEBREAKER = '445241434f 0202 01 01 0000 00 d204 c601 00 c60100004bffff';

  function withDraco(bytes: Uint8Array, meshes = 1): Uint8Array {
    const primitive = {
      attributes: { POSITION: 0 },
      extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: {} } },
    };
    return glbOf(
      {
        asset: { version: '2.0' },
        extensionsRequired: ['KHR_draco_mesh_compression'],
        nodes: [{ name: 'body', mesh: 0 }],
        meshes: Array.from({ length: meshes }, () => ({ primitives: [primitive] })),
        accessors: [{ componentType: 5126, count: 200, type: 'VEC3' }],
        buffers: [{ byteLength: bytes.byteLength }],
        bufferViews: [{ buffer: 0, byteLength: bytes.byteLength }],
      },
      bytes,
    );
  }

  test('is bounded for Draco meshes by what they state, not by the accessors that they fill', () => {
    for (const stream of [SEQUENTIAL, EDGEBREAKER]) {
      expect(open(withDraco(hex(stream))).warnings).toEqual([expect.stringContaining('not measured')]);
      const expanding = hex(stream.replace('c801', 'ffffff7f').replace('d204', 'ffffff7f'));
      expect(() => open(withDraco(expanding))).toThrow(
        'the compressed meshes of the file have more than the 33554432 triangles and vertices that can be shown',
      );
    }
    expect(() => open(withDraco(hex(SEQUENTIAL), 100_000))).toThrow('more than the 33554432 triangles');
  });

  test.each([
    ['445241434f 0101 01 00 0000 01 03'],
    ['445241434f 0202 00 00 0000 01 03'],
    ['445241434f 0202 01 00 0080 01 03'],
    ['00'],
  ])('is known of Draco as glTF has it only: %s is refused', (stream) => {
    expect(() => open(withDraco(hex(stream)))).toThrow('mesh 0 of the file is not compressed as glTF has it (Draco 2.2)');
  });
});
