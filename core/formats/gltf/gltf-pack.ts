import { joinBytes, layOut, moveView, type BinaryLayout, type MoveBytes } from './binary-layout.ts';
import { listOf } from './glb-builder.ts';
import { writeGlb } from './glb.ts';
import { GLTF_JSON_BUDGET, isDataUri, type GltfAsset, type ReadSibling } from './gltf-asset.ts';
import { checkBytes } from '../text/json-text.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { extensionOf } from '../text/file-name.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ktx2': 'image/ktx2',
};

/** So many images that were not found are told of. */
const MOST_WARNINGS = 10;

/** A GLB that needs no other file, and sentences about images that were not found (they keep their address). */
export interface PackedGltf {
  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Packs a .gltf with its external files into one GLB. Every buffer that has an address comes into the BIN chunk, the first one at its
 * beginning, and every external image behind them; bytes that are named twice are packed once. Buffer views are moved accordingly, all
 * other indices stay as they were. Throws an `Error` with one sentence when the result would be too large.
 */
export function packGltf(asset: GltfAsset, readSibling: ReadSibling): PackedGltf {
  const { found, warnings } = readImages(asset, readSibling);
  const place = layOut([...packedBuffers(asset), ...found.values()], 'the glTF file with the files that it refers to');
  const { buffers, moved } = mergeBuffers(asset, place);
  const views: Json[] = listOf<Json>(asset.json, 'bufferViews').map((view) => moveView(view, moved));
  const viewOf = new Map<Uint8Array, number>();
  for (const bytes of new Set(found.values())) {
    viewOf.set(bytes, views.length);
    views.push({ buffer: 0, byteOffset: place.offsets.get(bytes), byteLength: bytes.byteLength });
  }
  const images = listOf<Json>(asset.json, 'images').map((image, i) => {
    const bytes = found.get(i);
    if (!bytes) return image;
    const { uri, ...rest } = image;
    const mimeType = rest['mimeType'] ?? MEDIA_TYPES[extensionOf(String(uri))] ?? 'application/octet-stream';
    return { ...rest, mimeType, bufferView: viewOf.get(bytes) };
  });
  const json = {
    ...asset.json,
    ...(buffers.length > 0 && { buffers }),
    ...(views.length > 0 && { bufferViews: views }),
    ...(images.length > 0 && { images }),
  };
  const text = encodeUtf8(JSON.stringify(json));
  checkBytes(text.byteLength, GLTF_JSON_BUDGET.bytes, "the glTF file's JSON");
  return { bytes: writeGlb({ json: text, binary: joinBytes(place), unknown: [] }), warnings };
}

/** The bytes of external images by the images' numbers. */
function readImages({ document }: GltfAsset, readSibling: ReadSibling) {
  const found = new Map<number, Uint8Array>();
  const warnings: string[] = [];
  document.images?.forEach(({ uri }, i) => {
    if (uri === undefined || isDataUri(uri)) return;
    try {
      found.set(i, readSibling(uri));
    } catch (error) {
      warnings.push(error instanceof Error ? error.message : `the image "${uri.slice(0, 100)}" was not found`);
    }
  });
  const told = warnings.slice(0, MOST_WARNINGS);
  const more = warnings.length - told.length;
  return { found, warnings: more > 0 ? [...told, `${more} more images were not found`] : told };
}

function isPacked({ document }: GltfAsset, index: number): boolean {
  return document.buffers?.[index]?.uri !== undefined;
}

function packedBuffers(asset: GltfAsset): Uint8Array[] {
  return asset.buffers.filter((_, i) => isPacked(asset, i));
}

/** The buffers that are left: the BIN chunk's, if there is one, then those that have no bytes and that a decoder fills. */
function mergeBuffers(asset: GltfAsset, { offsets, length }: BinaryLayout): { buffers: Json[]; moved: MoveBytes } {
  const stated = listOf<Json>(asset.json, 'buffers');
  const kept = stated.filter((_, i) => !isPacked(asset, i));
  const { uri: _, ...first } = (isPacked(asset, 0) && stated[0]) || {};
  const buffers = offsets.size > 0 ? [{ ...first, byteLength: length }, ...kept] : kept;
  let next = buffers.length - kept.length;
  const indices = stated.map((_buffer, i) => (isPacked(asset, i) ? 0 : next++));
  return {
    buffers,
    moved(place) {
      const buffer = Number(place['buffer']);
      const shift = isPacked(asset, buffer) ? offsets.get(asset.buffers[buffer]!)! : 0;
      const byteOffset = Number(place['byteOffset'] ?? 0) + shift;
      return { ...place, buffer: indices[buffer] ?? buffer, ...(shift > 0 && { byteOffset }) };
    },
  };
}
