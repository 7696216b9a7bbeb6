/** A piece of a PNG file: its name of four letters and what it holds. */
export interface PngChunk {
  readonly type: string;
  readonly data: Uint8Array;
}

export const PNG_SIGNATURE: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The chunks of a PNG, in order. Throws an `Error` where it is none. */
export function readPngChunks(png: Uint8Array): readonly PngChunk[] {
  if (PNG_SIGNATURE.some((byte, i) => png[i] !== byte)) throw new Error('the browser gave a picture that is no PNG');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = PNG_SIGNATURE.length; at + 12 <= png.byteLength;) {
    const length = view.getUint32(at);
    const type = String.fromCodePoint(...png.subarray(at + 4, at + 8));
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Length, name, data and checksum of a chunk, as a file holds them. */
export function writePngChunk({ type, data }: PngChunk): Uint8Array {
  const bytes = new Uint8Array(12 + data.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.byteLength);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.codePointAt(i)!;
  bytes.set(data, 8);
  view.setUint32(8 + data.byteLength, crc32(bytes.subarray(4, 8 + data.byteLength)));
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of ISO 3309, as PNG prescribes it. */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 255]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
