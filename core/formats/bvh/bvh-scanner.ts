import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const COMMA = 0x2c;
const HASH = 0x23;
const ZERO = 0x30;

/** Powers of ten that a double holds exactly: dividing an exact integer by one of them rounds correctly. */
const EXACT_POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/**
 * Where reading of a BVH file is. The functions here read words and numbers one after the other; they throw an `Error` with one sentence naming
 * the line.
 */
export interface BvhScanner {
  readonly bytes: Uint8Array;
  position: number;
  /** Whether a number so far was written with a comma before its decimals. */
  hasCommas: boolean;
}

export function createBvhScanner(bytes: Uint8Array): BvhScanner {
  const position = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return { bytes, position, hasCommas: false };
}

/** The next word; braces are words of their own. */
export function nextWord(scanner: BvhScanner): string {
  skipSpaces(scanner);
  const start = scanner.position;
  scanner.position = wordEnd(scanner);
  if (scanner.position <= start || start >= scanner.bytes.length) throw unexpected(scanner, 'more', '');
  return textBetween(scanner, start, scanner.position);
}

/** The rest of a joint's heading: everything to the end of the line or an opening brace, trimmed. */
export function restOfName(scanner: BvhScanner): string {
  const { bytes, position: start } = scanner;
  let end = start;
  while (end < bytes.length && bytes[end] !== NEWLINE && bytes[end] !== OPEN_BRACE) end++;
  scanner.position = end;
  return textBetween(scanner, start, end)
    .replace(/(^|\s)#.*$/, '')
    .trim();
}

/** Takes the next word if it is `wanted` (in any case). */
export function takeWord(scanner: BvhScanner, wanted: string): boolean {
  skipSpaces(scanner);
  const end = wordEnd(scanner);
  const isWanted = textBetween(scanner, scanner.position, end).toLowerCase() === wanted.toLowerCase();
  if (isWanted) scanner.position = end;
  return isWanted;
}

export function expectWord(scanner: BvhScanner, wanted: string): void {
  if (takeWord(scanner, wanted)) return;
  throw unexpected(scanner, `"${wanted}"`, textBetween(scanner, scanner.position, wordEnd(scanner)));
}

export function nextNumber(scanner: BvhScanner, what: string): number {
  const word = nextWord(scanner);
  scanner.hasCommas ||= word.includes(',');
  const value = parseNumber(encodeUtf8(word), 0, word.length);
  if (!Number.isFinite(value)) throw unexpected(scanner, what, word);
  return value;
}

/** All numbers to the end of the file, at most `most`. */
export function remainingNumbers(scanner: BvhScanner, most: number): Float64Array {
  const { bytes } = scanner;
  let values = new Float64Array(Math.min(most, Math.max(16, (bytes.length - scanner.position) >> 2)));
  let count = 0;
  for (skipSpaces(scanner); scanner.position < bytes.length; skipSpaces(scanner)) {
    const start = scanner.position;
    let end = start;
    for (; end < bytes.length && bytes[end]! > SPACE; end++) scanner.hasCommas ||= bytes[end] === COMMA;
    scanner.position = end;
    const value = parseNumber(bytes, start, end);
    if (!Number.isFinite(value)) throw unexpected(scanner, 'a number', textBetween(scanner, start, end));
    if (count === most) throw new Error(`the BVH file has more than ${most} numbers of motion`);
    if (count === values.length) {
      const larger = new Float64Array(Math.min(most, 2 * count));
      larger.set(values);
      values = larger;
    }
    values[count++] = value;
  }
  return values.subarray(0, count);
}

export function unexpected(scanner: BvhScanner, wanted: string, got: string): Error {
  return new Error(
    `the BVH file is not valid: line ${lineOf(scanner)}: expected ${wanted}, got ${got === '' ? 'the end of the file' : `"${got}"`}`,
  );
}

function skipSpaces(scanner: BvhScanner): void {
  const { bytes } = scanner;
  let at = scanner.position;
  for (;;) {
    while (at < bytes.length && bytes[at]! <= SPACE) at++;
    if (bytes[at] !== HASH) break;
    while (at < bytes.length && bytes[at] !== NEWLINE) at++;
  }
  scanner.position = at;
}

function wordEnd({ bytes, position }: BvhScanner): number {
  let end = position;
  if (isBrace(bytes[end])) return end + 1;
  while (end < bytes.length && bytes[end]! > SPACE && !isBrace(bytes[end])) end++;
  return end;
}

/** At most 200 bytes of it. */
function textBetween({ bytes }: BvhScanner, start: number, end: number): string {
  return decodeUtf8(bytes.subarray(start, Math.min(end, start + 200)));
}

function lineOf({ bytes, position }: BvhScanner): number {
  let count = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < position; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

function isBrace(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === CLOSE_BRACE;
}

/** The number written in bytes[start, end), or NaN. Short decimals take an exact fast path, everything else goes through `Number`. */
function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  const sign = bytes[i];
  if (sign === MINUS || sign === PLUS) i++;
  let mantissa = 0;
  let digits = 0;
  let decimals = 0;
  let afterPoint = false;
  for (; i < end; i++) {
    const byte = bytes[i]!;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digits++;
      if (afterPoint) decimals++;
    } else if ((byte === POINT || byte === COMMA) && !afterPoint) afterPoint = true;
    else break;
  }
  // Special case for an exponent, a long mantissa or something that is no number.
  if (i < end || digits === 0 || digits > 15) return slowNumber(bytes, start, end);
  // General case: mantissa < 10¹⁵ and the power of ten are exact, so the quotient is rounded once.
  const value = mantissa / EXACT_POWERS[decimals]!;
  return sign === MINUS ? -value : value;
}

function slowNumber(bytes: Uint8Array, start: number, end: number): number {
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 64))).replace(',', '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}
