/** What a picture's first bytes say about it. */
export type ImageHead =
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
  /** No format that windows decode by themselves. */
  | { readonly kind: 'unknown' }
  /** A format that windows decode and glTF does not know. */
  | { readonly kind: 'foreign' };

const PNG = '\u0089PNG\r\n\u001A\n';
const KTX2 = '\u00ABKTX 20\u00BB\r\n\u001A\n';
/** Pixels along a side of a picture that every graphics card draws. */
const LONGEST_SIDE = 8192;
const FOREIGN_STARTS = ['GIF8', 'BM', '<', '\uFEFF<', '\u0000\u0000\u0001\u0000', '\u0000\u0000\u0002\u0000'];

/** Reads width and height, in pixels, of a PNG, JPEG, WebP or KTX2 file without decoding it. */
export function readImageHead(bytes: Uint8Array): ImageHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (text: string, at = 0) => bytes.length >= at + text.length && latin(bytes, at, text.length) === text;
  if (starts(PNG) && bytes.length >= 24) return { kind: 'size', width: view.getUint32(16), height: view.getUint32(20) };
  if (starts(KTX2) && bytes.length >= 28) {
    return { kind: 'size', width: view.getUint32(20, true), height: view.getUint32(24, true) };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(view);
  if (starts('RIFF') && starts('WEBP', 8)) return readWebp(view);
  const isForeign = FOREIGN_STARTS.some((start) => starts(start)) || starts('ftyp', 4) || /^\s*</.test(latin(bytes, 0, 100));
  return { kind: isForeign ? 'foreign' : 'unknown' };
}

/** Whether a file's image says that it is a KTX2 file. */
export function isKtx2Image({
  mimeType,
  uri = '',
}: {
  readonly mimeType?: string | undefined;
  readonly uri?: string | undefined;
}): boolean {
  return mimeType === 'image/ktx2' || uri.startsWith('data:image/ktx2');
}

/**
 * Whether a KTX2 file holds one flat picture of Basis Universal (KTX 2.0 “File Structure”, Khronos Data Format “Basic Data Format Descriptor”):
 * no format of its own, neither depth nor layers, one face, coded as ETC1S (163) or UASTC (166), its levels inside the file.
 */
export function isBasis(bytes: Uint8Array): boolean {
  if (bytes.length < 80 || latin(bytes, 0, KTX2.length) !== KTX2) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): number => view.getUint32(at, true);
  const [format, depth, layers, faces, levels, descriptor] = [12, 28, 32, 36, 40, 48].map(word) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const isFlat = format === 0 && depth === 0 && layers <= 1 && faces === 1;
  if (!isFlat || 80 + 24 * levels > bytes.length || descriptor + 13 > bytes.length) return false;
  const model = bytes[descriptor + 12]!;
  const long = (at: number): number => Number(view.getBigUint64(at, true));
  const areWhole = Array.from({ length: Math.max(1, levels) }, (_, i) => {
    const [start, size] = [long(80 + 24 * i), long(88 + 24 * i)];
    // Blocks of 4 × 4 pixels in 16 bytes, where they are not compressed once more.
    const across = (at: number): number => Math.ceil(Math.max(1, word(at) >>> i) / 4);
    const isWhole = model !== 166 || word(44) !== 0 || size === 16 * across(20) * across(24);
    return start + size <= bytes.length && isWhole;
  });
  return (model === 163 || model === 166) && areWhole.every(Boolean);
}

/** Whether the smallest copy that a KTX2 file holds of its picture has more pixels along a side than graphics cards all draw. */
export function isTooLarge(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height, levels] = [20, 24, 40].map((at) => view.getUint32(at, true)) as [number, number, number];
  return Math.max(width, height) >>> Math.max(0, levels - 1) > LONGEST_SIDE;
}

/** The frame header, SOF, comes after segments that each state their length: FF, marker, length (its own two bytes included). */
function readJpeg(view: DataView): ImageHead {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return { kind: 'unknown' };
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { kind: 'size', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Filling bytes, and markers that stand alone.
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return { kind: 'unknown' };
}

/** VP8X states the canvas, VP8L 14 bits for each side, VP8 the key frame's. */
function readWebp(view: DataView): ImageHead {
  if (view.byteLength < 30) return { kind: 'unknown' };
  const chunk = view.getUint32(12);
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (chunk === 0x56503858) return { kind: 'size', width: three(24) + 1, height: three(27) + 1 };
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { kind: 'size', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 0x56503820) return { kind: 'unknown' };
  return { kind: 'size', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function latin(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
