import { decodeUtf8, encodeUtf8 } from './utf8.ts';

const LETTERS = encodeUtf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;
const NO_DIGIT = 64;

/** The six bits that each character stands for; the alphabet for addresses has `-` and `_` in place of `+` and `/`. */
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
LETTERS.forEach((letter, digit) => (DIGITS[letter] = digit));
DIGITS['-'.charCodeAt(0)] = 62;
DIGITS['_'.charCodeAt(0)] = 63;

/** Bytes as base64 text (RFC 4648), padded. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const triple = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text[at++] = LETTERS[triple >> 18]!;
    text[at++] = LETTERS[(triple >> 12) & 63]!;
    text[at++] = LETTERS[(triple >> 6) & 63]!;
    text[at++] = LETTERS[triple & 63]!;
  }
  text.fill(PADDING, text.length - ((3 - (bytes.length % 3)) % 3));
  return decodeUtf8(text);
}

/** The bytes of base64 text. It ends at the first `=`; characters outside of the alphabet, such as line ends, are passed over. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((3 * text.length) / 4));
  let length = 0;
  let bits = 0;
  let bitCount = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === PADDING) break;
    const digit = DIGITS[code] ?? NO_DIGIT;
    if (digit === NO_DIGIT) continue;
    bits = ((bits << 6) | digit) & 0xfff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[length++] = bits >> bitCount;
  }
  return bytes.subarray(0, length);
}

/** Text whose characters are bytes, U+0000 to U+00FF each; of others the lowest eight bits are taken. */
export function bytesOfCharacters(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
