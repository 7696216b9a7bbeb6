const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a; // "JSON"
const BINARY_CHUNK = 0x004e4942; // "BIN\0"
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Files have two chunks, rarely a third. */
const MOST_CHUNKS = 1000;

/** A chunk that this program does not know; kept as it is. */
export interface UnknownChunk {
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** The container of a binary glTF 2.0 file. */
export interface Glb {
  /** UTF-8 text of the JSON chunk, with its padding. */
  readonly json: Uint8Array;
  /** The whole BIN chunk with its padding, or null when the file has none. */
  readonly binary: Uint8Array | null;
  readonly unknown: readonly UnknownChunk[];
}

export function isGlb(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 4 && viewOf(bytes).getUint32(0, true) === MAGIC;
}

/** Splits a GLB into its chunks without copying. Throws an `Error` with one sentence when the container is damaged. */
export function readGlb(bytes: Uint8Array): Glb {
  const view = viewOf(bytes);
  if (!isGlb(bytes)) throw new Error('expected a GLB file, but it does not begin with "glTF"');
  if (bytes.byteLength < HEADER_BYTES + CHUNK_HEADER_BYTES) {
    throw new Error(`the GLB file is truncated: it has only ${bytes.byteLength} bytes`);
  }
  const version = view.getUint32(4, true);
  if (version !== 2) throw new Error(`expected GLB version 2, got version ${version}`);
  const stated = view.getUint32(8, true);
  if (stated > bytes.byteLength) {
    throw new Error(`the GLB file is truncated: its header states ${stated} bytes, it has ${bytes.byteLength}`);
  }
  if (stated < bytes.byteLength) {
    throw new Error(`the GLB file is too long: its header states ${stated} bytes, it has ${bytes.byteLength}`);
  }
  let json: Uint8Array | null = null;
  let binary: Uint8Array | null = null;
  const unknown: UnknownChunk[] = [];
  for (let offset = HEADER_BYTES; offset < bytes.byteLength;) {
    const left = bytes.byteLength - offset - CHUNK_HEADER_BYTES;
    const length = left >= 0 ? view.getUint32(offset, true) : 0;
    if (left < 0 || length > left) {
      throw new Error(`the GLB file is damaged: the chunk at byte ${offset} runs past the end of the file`);
    }
    const type = view.getUint32(offset + 4, true);
    const start = offset + CHUNK_HEADER_BYTES;
    const chunk = bytes.subarray(start, start + length);
    if (json === null) {
      if (type !== JSON_CHUNK) throw new Error('the GLB file is damaged: its first chunk is not JSON');
      json = chunk;
    } else if (type === BINARY_CHUNK && binary === null && unknown.length === 0) binary = chunk;
    else if (unknown.length < MOST_CHUNKS) unknown.push({ type, bytes: chunk });
    else throw new Error(`the GLB file has more than ${MOST_CHUNKS} chunks that are not known`);
    offset = start + length;
  }
  if (json === null) throw new Error('the GLB file is damaged: it has no JSON chunk');
  return { json, binary, unknown };
}

/** Joins chunks to a GLB, padded to multiples of four bytes as the format demands (JSON with spaces, the others with zeros). */
export function writeGlb(glb: Glb): Uint8Array<ArrayBuffer> {
  const chunks: { type: number; bytes: Uint8Array; padding: number }[] = [{ type: JSON_CHUNK, bytes: glb.json, padding: 0x20 }];
  if (glb.binary) chunks.push({ type: BINARY_CHUNK, bytes: glb.binary, padding: 0 });
  for (const chunk of glb.unknown) chunks.push({ ...chunk, padding: 0 });
  const total = chunks.reduce((sum, chunk) => sum + CHUNK_HEADER_BYTES + align4(chunk.bytes.byteLength), HEADER_BYTES);
  if (total > 0xffffffff) throw new Error(`a GLB file can hold 4 GiB at most, this one would have ${total} bytes`);
  const out = new Uint8Array(total);
  const view = viewOf(out);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, total, true);
  let offset = HEADER_BYTES;
  for (const { type, bytes, padding } of chunks) {
    const length = align4(bytes.byteLength);
    view.setUint32(offset, length, true);
    view.setUint32(offset + 4, type, true);
    out.set(bytes, offset + CHUNK_HEADER_BYTES);
    out.fill(padding, offset + CHUNK_HEADER_BYTES + bytes.byteLength, offset + CHUNK_HEADER_BYTES + length);
    offset += CHUNK_HEADER_BYTES + length;
  }
  return out;
}

/** The next multiple of four. */
export function align4(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
