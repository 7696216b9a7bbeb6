import { extname } from 'node:path';
import { writeGlb } from './glb.ts';
import { decodeDataUri, type GltfAsset, type ReadSibling } from './gltf-asset.ts';
import { isRecord } from '../storage/json-text.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ktx2': 'image/ktx2',
};

/** A GLB that needs no other file, and sentences about images that were not found (they keep their address). */
export interface PackedGltf {
  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];
}

/**
 * Packs a .gltf with its external files into one GLB: the first buffer becomes the BIN chunk, further buffers and images are embedded.
 * All indices and offsets stay as they were.
 */
export function packGltf(asset: GltfAsset, readSibling: ReadSibling): PackedGltf {
  const warnings: string[] = [];
  const buffers = (asset.document.buffers ?? []).map((buffer, i) => {
    if (buffer.uri === undefined) return buffer;
    const { uri: _, ...rest } = buffer;
    return i === 0 ? rest : { ...rest, uri: dataUri('application/octet-stream', asset.buffers[i]!) };
  });
  const images = asset.document.images?.map((image) => {
    if (image.uri === undefined || decodeDataUri(image.uri)) return image;
    try {
      const type = image.mimeType ?? MEDIA_TYPES[extname(image.uri).toLowerCase()] ?? 'application/octet-stream';
      return { ...image, uri: dataUri(type, readSibling(image.uri)) };
    } catch (error) {
      warnings.push(error instanceof Error ? error.message : `the image "${image.uri}" was not found`);
      return image;
    }
  });
  const json = { ...asset.json, ...(buffers.length > 0 && { buffers }), ...(images && { images }) };
  const first = asset.json['buffers'];
  const embedded = Array.isArray(first) && isRecord(first[0]) && first[0]['uri'] !== undefined;
  const binary = embedded ? asset.buffers[0]!.subarray(0, asset.document.buffers![0]!.byteLength) : null;
  return { bytes: writeGlb({ json: new TextEncoder().encode(JSON.stringify(json)), binary, unknown: [] }), warnings };
}

function dataUri(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
}
