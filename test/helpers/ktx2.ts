import { readGlb } from '../../core/formats/gltf/glb.ts';
import { glbOf, joinArrays } from '../core/formats/build-glb.ts';

/** The code of a UASTC block of one colour: the first five bits of a block say its mode. */
const ONE_COLOUR = 0x17;

/** A KTX2 file (Basis Universal, UASTC) of one colour, `side` pixels square, and bytes behind it until it has `size`. */
export function ktx2(side: number, colour: readonly [number, number, number, number], size = 0): Uint8Array {
  const [descriptor, level] = [104, 160];
  const blocks = Math.ceil(side / 4) ** 2;
  const bytes = new Uint8Array(Math.max(size, level + 16 * blocks));
  const view = new DataView(bytes.buffer);
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  // Format, size of its type, width, height, depth, layers, faces, levels, supercompression; where the descriptor is.
  [0, 1, side, side, 0, 0, 1, 1, 0, descriptor, 44].forEach((value, i) => view.setUint32(12 + 4 * i, value, true));
  // Where the only level is, how long it is, and how long uncompressed.
  [level, 16 * blocks, 16 * blocks].forEach((value, i) => view.setBigUint64(80 + 8 * i, BigInt(value), true));
  view.setUint32(descriptor, 44, true);
  // A basic descriptor, version 2, 40 bytes; model UASTC, BT.709, sRGB; blocks of 4 × 4 in 16 bytes; one sample of 128 bits with alpha.
  bytes.set([0, 0, 0, 0, 2, 0, 40, 0, 166, 1, 2, 0, 3, 3, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0], descriptor + 4);
  bytes.set([0, 0, 127, 3, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255], descriptor + 28);
  const [r, g, b, a] = colour.map(BigInt) as [bigint, bigint, bigint, bigint];
  const block = BigInt(ONE_COLOUR) | (r << 5n) | (g << 13n) | (b << 21n) | (a << 29n);
  for (let i = 0; i < blocks; i++) view.setBigUint64(level + 16 * i, block, true);
  return bytes;
}

/** A GLB whose meshes have this KTX2 picture on all of their surface. */
export function paintedGlb(bytes: Uint8Array, picture: Uint8Array): Uint8Array {
  const { json, binary } = readGlb(bytes);
  const document = JSON.parse(new TextDecoder().decode(json));
  const { bytes: all, offsets } = joinArrays(binary!, picture);
  for (const primitive of document.meshes.flatMap((mesh: { primitives: object[] }) => mesh.primitives)) {
    const { count } = document.accessors[primitive.attributes.POSITION];
    // An accessor without a buffer view is all zeros: one corner of the picture.
    primitive.attributes.TEXCOORD_0 = document.accessors.push({ componentType: 5126, count, type: 'VEC2' }) - 1;
    primitive.material = 0;
  }
  const view = document.bufferViews.push({ buffer: 0, byteOffset: offsets[1], byteLength: picture.byteLength }) - 1;
  return glbOf(
    {
      ...document,
      extensionsUsed: ['KHR_texture_basisu'],
      extensionsRequired: ['KHR_texture_basisu'],
      images: [{ bufferView: view, mimeType: 'image/ktx2' }],
      textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0 } }],
      buffers: [{ byteLength: all.byteLength }],
    },
    all,
  );
}
