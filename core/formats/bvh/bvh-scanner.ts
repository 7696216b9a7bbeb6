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

/** Reads words and numbers of a BVH file one after the other. All functions throw an `Error` with one sentence naming the line. */
export interface BvhScanner {
  /** The next word; braces are words of their own. */
  word(): string;
  /** The rest of a joint's heading: everything to the end of the line or an opening brace, trimmed. */
  restOfName(): string;
  /** Takes the next word if it is `wanted` (in any case). */
  next(wanted: string): boolean;
  expect(wanted: string): void;
  number(what: string): number;
  /** All numbers to the end of the file, at most `most`. */
  remainingNumbers(most: number): Float64Array;
  /** Whether a number so far was written with a comma before its decimals. */
  hasCommas(): boolean;
  unexpected(wanted: string, got: string): Error;
}

export function createBvhScanner(bytes: Uint8Array): BvhScanner {
  let position = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

  let commas = false;

  const skipSpaces = () => {
    for (;;) {
      while (position < bytes.length && bytes[position]! <= SPACE) position++;
      if (bytes[position] !== HASH) return;
      while (position < bytes.length && bytes[position] !== NEWLINE) position++;
    }
  };
  const text = (start: number, end: number) => decodeUtf8(bytes.subarray(start, Math.min(end, start + 200)));
  const line = () => {
    let count = 1;
    for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < position; at = bytes.indexOf(NEWLINE, at + 1)) count++;
    return count;
  };
  const wordEnd = () => {
    let end = position;
    if (isBrace(bytes[end])) return end + 1;
    while (end < bytes.length && bytes[end]! > SPACE && !isBrace(bytes[end])) end++;
    return end;
  };
  const unexpected = (wanted: string, got: string) =>
    new Error(
      `the BVH file is not valid: line ${line()}: expected ${wanted}, got ${got === '' ? 'the end of the file' : `"${got}"`}`,
    );

  const scanner: BvhScanner = {
    unexpected,
    hasCommas: () => commas,
    word() {
      skipSpaces();
      const start = position;
      position = wordEnd();
      if (position <= start || start >= bytes.length) throw unexpected('more', '');
      return text(start, position);
    },
    restOfName() {
      const start = position;
      while (position < bytes.length && bytes[position] !== NEWLINE && bytes[position] !== OPEN_BRACE) position++;
      return text(start, position)
        .replace(/(^|\s)#.*$/, '')
        .trim();
    },
    next(wanted) {
      skipSpaces();
      const end = wordEnd();
      const found = text(position, end).toLowerCase() === wanted.toLowerCase();
      if (found) position = end;
      return found;
    },
    expect(wanted) {
      if (!scanner.next(wanted)) throw unexpected(`"${wanted}"`, text(position, wordEnd()));
    },
    number(what) {
      const word = scanner.word();
      commas ||= word.includes(',');
      const value = parseNumber(encodeUtf8(word), 0, word.length);
      if (!Number.isFinite(value)) throw unexpected(what, word);
      return value;
    },
    remainingNumbers(most) {
      let values = new Float64Array(Math.min(most, Math.max(16, (bytes.length - position) >> 2)));
      let count = 0;
      for (skipSpaces(); position < bytes.length; skipSpaces()) {
        const start = position;
        for (; position < bytes.length && bytes[position]! > SPACE; position++) commas ||= bytes[position] === COMMA;
        const value = parseNumber(bytes, start, position);
        if (!Number.isFinite(value)) throw unexpected('a number', text(start, position));
        if (count === most) throw new Error(`the BVH file has more than ${most} numbers of motion`);
        if (count === values.length) {
          const larger = new Float64Array(Math.min(most, 2 * count));
          larger.set(values);
          values = larger;
        }
        values[count++] = value;
      }
      return values.subarray(0, count);
    },
  };
  return scanner;
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
