import { isGlb, readGlb, type UnknownChunk } from './glb.ts';
import { checkGltf } from './gltf-check.ts';
import { parseGltfDocument, type GltfDocument } from './gltf-schema.ts';
import { isRecord, parseJsonObject, type JsonBudget } from '../text/json-text.ts';
import { bytesOfCharacters, decodeBase64 } from '../text/base64.ts';

/** The JSON of the largest characters has some megabytes and some hundred thousand values. */
export const GLTF_JSON_BUDGET: JsonBudget = { bytes: 1 << 28, values: 1 << 22, fields: 1 << 22 };

/** A glTF file in memory, checked, with the bytes of its buffers. */
export interface GltfAsset {
  /** The JSON exactly as parsed: what a patch copies. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The same JSON after validation: what readers use. */
  readonly document: GltfDocument;
  /** Bytes of each buffer, at least as many as it states; empty for buffers that only a decoder fills (Meshopt fallbacks). */
  readonly buffers: readonly Uint8Array[];
  readonly container: 'glb' | 'gltf';
  /** The GLB's BIN chunk with its padding, or null. */
  readonly binary: Uint8Array | null;
  readonly unknownChunks: readonly UnknownChunk[];
  /** Buffer views that were decompressed, by their index; filled as they are needed. */
  readonly decodedViews: Map<number, Uint8Array>;
}

/** What stands before the data of a `data:` address is a media type and a few parameters. */
const LONGEST_DATA_HEAD = 1000;

/** Gives the bytes of a file that a glTF document refers to by a relative address. Throws an `Error` with one sentence. */
export type ReadSibling = (uri: string) => Uint8Array;

/**
 * Reads and checks a GLB or a .gltf (JSON) file. External buffers of a .gltf come through `readSibling`; without it they are refused.
 * Throws an `Error` with one sentence. Time and memory are bounded by the size of the file.
 */
export function readGltf(bytes: Uint8Array, readSibling: ReadSibling = refuseSibling): GltfAsset {
  const glb = isGlb(bytes) ? readGlb(bytes) : null;
  const json = parseJsonObject(glb?.json ?? bytes, "the glTF file's JSON", GLTF_JSON_BUDGET);
  const document = parseGltfDocument(json);
  const binary = glb?.binary ?? null;
  const buffers = (document.buffers ?? []).map((buffer, i) => {
    const data = bufferBytes(buffer, i, binary, readSibling);
    if (data.byteLength < buffer.byteLength && !isFallback(buffer.extensions)) {
      throw new Error(`the glTF file is truncated: buffer ${i} states ${buffer.byteLength} bytes, it has ${data.byteLength}`);
    }
    return data;
  });
  checkGltf(
    document,
    (document.buffers ?? []).map((buffer) => buffer.byteLength),
  );
  return {
    json,
    document,
    buffers,
    container: glb ? 'glb' : 'gltf',
    binary,
    unknownChunks: glb?.unknown ?? [],
    decodedViews: new Map(),
  };
}

/** The bytes and media type of a `data:` address, or null when the address is none. */
export function decodeDataUri(uri: string): { readonly mimeType: string; readonly bytes: Uint8Array } | null {
  if (!isDataUri(uri)) return null;
  const comma = uri.indexOf(',');
  if (comma < 0) throw new Error('the glTF file is not valid: a data: address has no data');
  const head = uri.slice(5, comma);
  if (head.length > LONGEST_DATA_HEAD) throw new Error('the glTF file is not valid: a data: address does not say what it holds');
  const [mimeType = '', ...parameters] = head.split(';');
  const text = uri.slice(comma + 1);
  const bytes = parameters.includes('base64') ? decodeBase64(text) : bytesOfCharacters(decodeAddress(text));
  return { mimeType, bytes };
}

export function isDataUri(uri: string): boolean {
  return /^data:/i.test(uri);
}

/** A relative address with its percent signs resolved. Throws an `Error` with one sentence for a malformed one. */
export function decodeAddress(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    throw new Error(`the glTF file refers to a malformed address: ${uri.slice(0, 100)}`);
  }
}

function bufferBytes(
  buffer: NonNullable<GltfDocument['buffers']>[number],
  index: number,
  binary: Uint8Array | null,
  readSibling: ReadSibling,
): Uint8Array {
  if (buffer.uri !== undefined) return decodeDataUri(buffer.uri)?.bytes ?? readSibling(buffer.uri);
  if (index === 0 && binary) return binary;
  if (isFallback(buffer.extensions) || buffer.byteLength === 0) return new Uint8Array();
  throw new Error(`the glTF file is not valid: buffer ${index} has no data`);
}

function isFallback(extensions: Record<string, unknown> | undefined): boolean {
  return Object.values(extensions ?? {}).some((extension) => isRecord(extension) && extension['fallback'] === true);
}

function refuseSibling(uri: string): never {
  throw new Error(`the glTF file needs "${uri.slice(0, 100)}" beside it: open it from its folder, or as a GLB`);
}
