import * as z from 'zod/mini';
import { decodeDataUri, type GltfAsset } from './gltf-asset.ts';
import { isBasis, isKtx2Image, isTooLarge, readImageHead } from './image-size.ts';

/** Pixels of one image: 512 MB once it is decoded. */
const MOST_IMAGE_PIXELS = 1 << 27;
/** Pixels of all images together; and of all textures, which may each decode the image that they share: 2 and 4 GB. */
const MOST_PIXELS = 1 << 29;
const MOST_TEXTURE_PIXELS = 1 << 30;
/** Triangles and vertices of all Draco meshes together. */
const MOST_DRACO_ELEMENTS = 1 << 25;

const index = z.int().check(z.nonnegative());
const texturesSchema = z.array(
  z.looseObject({
    source: z.optional(index),
    extensions: z.optional(
      z.looseObject({
        EXT_texture_webp: z.optional(z.looseObject({ source: index })),
        KHR_texture_basisu: z.optional(z.looseObject({ source: index })),
      }),
    ),
  }),
);
const dracoSchema = z.looseObject({ bufferView: index });
const meshesSchema = z.array(
  z.looseObject({
    primitives: z.array(
      z.looseObject({ extensions: z.optional(z.looseObject({ KHR_draco_mesh_compression: z.optional(dracoSchema) })) }),
    ),
  }),
);

/**
 * Checks what drawing a checked file would decode, by what the heads of its images and Draco meshes state: decoding takes memory by that and
 * not by the size of the file. Throws an `Error` with one sentence.
 */
export function checkDrawing(asset: GltfAsset): void {
  checkImages(asset);
  checkDraco(asset);
}

function checkImages(asset: GltfAsset): void {
  const { images = [] } = asset.document;
  const pixels = images.map((image, i) => {
    const bytes = imageBytes(asset, image);
    const head = bytes && readImageHead(bytes);
    if (head?.kind === 'foreign') throw new Error(`image ${i} of the file is no PNG, JPEG or WebP`);
    if (head?.kind !== 'size') return 0;
    const { width, height } = head;
    if (width * height > MOST_IMAGE_PIXELS) {
      throw new Error(
        `image ${i} of the file has ${width} × ${height} pixels, more than the ${MOST_IMAGE_PIXELS} that can be shown`,
      );
    }
    return width * height;
  });
  const all = pixels.reduce((sum, count) => sum + count, 0);
  if (all > MOST_PIXELS)
    throw new Error(`the images of the file have ${all} pixels, more than the ${MOST_PIXELS} that can be shown`);
  const textures = texturesSchema.safeParse(asset.json['textures'] ?? []).data ?? [];
  const decoded = textures.reduce((sum, { source, extensions }) => {
    const used = extensions?.EXT_texture_webp?.source ?? source ?? extensions?.KHR_texture_basisu?.source ?? -1;
    return sum + (pixels[used] ?? 0);
  }, 0);
  if (decoded > MOST_TEXTURE_PIXELS) {
    throw new Error(`the textures of the file have ${decoded} pixels, more than the ${MOST_TEXTURE_PIXELS} that can be shown`);
  }
}

/** A sentence about KTX2 pictures whose pixels Limber does not decode; empty when there are none. They stay in the file as they are. */
export function picturesLeftOut(asset: GltfAsset): string[] {
  const { images = [] } = asset.document;
  const textures = texturesSchema.safeParse(asset.json['textures'] ?? []).data ?? [];
  const named = textures.flatMap(({ source, extensions }) => {
    if (source === undefined) return extensions?.KHR_texture_basisu?.source ?? [];
    return isKtx2Image(images[source] ?? {}) ? source : [];
  });
  const found = [...new Set(named)].flatMap((image) => {
    const bytes = images[image] && imageBytes(asset, images[image]);
    return bytes ? [{ image, isRead: isBasis(bytes), bytes }] : [];
  });
  const told = (left: typeof found, why: string): string[] => {
    if (left.length === 0) return [];
    const listed = left.slice(0, 3).map(({ image }) => image);
    return [`KTX2 images that ${why} are not shown: image ${listed.join(', ')}${left.length > 3 ? ', …' : ''} of the file`];
  };
  return [
    ...told(
      found.filter(({ isRead }) => !isRead),
      'are no Basis Universal pictures',
    ),
    ...told(
      found.filter(({ isRead, bytes }) => isRead && isTooLarge(bytes)),
      'hold no copy of 8192 pixels or less',
    ),
  ];
}

function checkDraco(asset: GltfAsset): void {
  const meshes = meshesSchema.safeParse(asset.document.meshes ?? []).data ?? [];
  let all = 0;
  meshes.forEach(({ primitives }, m) => {
    for (const { extensions } of primitives) {
      const draco = extensions?.KHR_draco_mesh_compression;
      const bytes = draco && viewBytes(asset, draco.bufferView);
      if (!draco) continue;
      const elements = bytes && dracoElements(bytes);
      if (elements === null || elements === undefined)
        throw new Error(`mesh ${m} of the file is not compressed as glTF has it (Draco 2.2)`);
      all += elements;
      if (all > MOST_DRACO_ELEMENTS) {
        throw new Error(
          `the compressed meshes of the file have more than the ${MOST_DRACO_ELEMENTS} triangles and vertices that can be shown`,
        );
      }
    }
  });
}

/**
 * Triangles and vertices that a Draco mesh states (the bitstream specification, version 2.2, “Header” and “Connectivity data”): DRACO, version,
 * kind, method, flags; then faces and points of sequential connectivity, or traversal, vertices and faces of edgebreaker's. Null for others.
 */
function dracoElements(bytes: Uint8Array): number | null {
  const [major = 0, minor = 0, kind, method, flags = 0, more = 0] = bytes.subarray(5);
  const isDraco = String.fromCharCode(...bytes.subarray(0, 5)) === 'DRACO' && major === 2 && minor >= 2 && kind === 1;
  // The high bit of the flags says that metadata stands before the connectivity, which glTF has elsewhere.
  if (!isDraco || (method !== 0 && method !== 1) || (flags | (more << 8)) & 0x8000) return null;
  let at = method === 0 ? 11 : 12;
  const next = (): number => {
    let value = 0;
    // Seven bits a byte, the lowest first, in at most five bytes.
    for (let worth = 1; worth <= 0x10000000; worth *= 0x80) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * worth;
      if (byte < 0x80) break;
    }
    return value;
  };
  return next() + next();
}

function viewBytes({ document, buffers, decodedViews }: GltfAsset, view: number): Uint8Array | null {
  const decoded = decodedViews.get(view);
  if (decoded) return decoded;
  const { buffer, byteOffset = 0, byteLength } = document.bufferViews?.[view] ?? {};
  const data = buffer === undefined ? undefined : buffers[buffer];
  return data && byteLength !== undefined ? data.subarray(byteOffset, byteOffset + byteLength) : null;
}

function imageBytes(
  asset: GltfAsset,
  { uri, bufferView }: NonNullable<GltfAsset['document']['images']>[number],
): Uint8Array | null {
  return bufferView === undefined ? addressBytes(uri) : viewBytes(asset, bufferView);
}

/** Images outside a file are not shown. */
function addressBytes(uri: string | undefined): Uint8Array | null {
  return uri === undefined ? null : (decodeDataUri(uri)?.bytes ?? null);
}
