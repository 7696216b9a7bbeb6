/** A square picture as PNG. */
export interface Picture {
  readonly size: number;
  readonly png: Uint8Array;
}

/** Joins PNGs of at most 256 pixels to a Windows icon: a header, 16 bytes of directory each, then the pictures. */
export function packIco(pictures: readonly Picture[]): Uint8Array {
  const directory = Buffer.alloc(6 + 16 * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.byteLength;
  pictures.forEach(({ size, png }, i) => {
    if (size > 256) throw new Error(`a Windows icon holds pictures of at most 256 pixels, got ${size}`);
    const at = 6 + 16 * i;
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.byteLength, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.byteLength;
  });
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}

/** The codes of macOS for pictures of each size; some stand for half the size on a dense screen. */
const ICNS_CODES: readonly (readonly [code: string, size: number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** Joins PNGs to a macOS icon: "icns", the total length, then a code, a length and a picture each (big-endian). */
export function packIcns(pictures: readonly Picture[]): Uint8Array {
  const entries = ICNS_CODES.flatMap(([code, size]) => {
    const picture = pictures.find((candidate) => candidate.size === size);
    return picture ? [entry(code, picture.png)] : [];
  });
  return entry('icns', Buffer.concat(entries));
}

function entry(code: string, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(code, 'ascii');
  header.writeUInt32BE(8 + bytes.byteLength, 4);
  return Buffer.concat([header, bytes]);
}
