import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts';

/** Bytes that are turned into text at a time. */
const PIECE = 1 << 15;

/** A BVH file's bytes in UTF-8, whatever encoding its first bytes give away: UTF-16 in either order, with or without its mark, or UTF-8. */
export function asUtf8(bytes: Uint8Array): Uint8Array {
  const [first = 1, second = 1] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (!isLittle && !isBig) return bytes;
  const pieces: string[] = [];
  const low = isLittle ? 0 : 1;
  for (let start = 0; start < bytes.length; start += PIECE) {
    const units: number[] = [];
    for (let at = start; at + 1 < Math.min(bytes.length, start + PIECE); at += 2) {
      units.push(bytes[at + low]! | (bytes[at + 1 - low]! << 8));
    }
    pieces.push(String.fromCharCode(...units));
  }
  const text = pieces.join('');
  return encodeUtf8(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

/** Whether a file begins as BVH does, after comments. */
export function looksLikeBvh(bytes: Uint8Array): boolean {
  return /^\uFEFF?(?:\s|#[^\n]*\n)*HIERARCHY\b/i.test(decodeUtf8(asUtf8(bytes.subarray(0, 4096))));
}
