import { checkBytes } from '../text/json-text.ts';
import { decodeUtf8 } from '../text/utf8.ts';

/** The first bytes of a binary FBX file; a text one begins with a comment or one of its sections. */
const MAGIC = 'Kaydara FBX Binary  \0';
const HEADER_BYTES = 27;
const TEXT_START = /^\uFEFF?\s*(?:;[^\n]*\n\s*)*(?:; *FBX|FBXHeaderExtension\s*:|Objects\s*:|Definitions\s*:)/;
/** A text file's start is looked for in so many bytes. */
const LOOKED_AT = 4096;

/** Bytes that all arrays of a file may have together once they are unpacked: 1 GiB. */
const MOST_UNPACKED = 0x4000_0000;
/** A text file is read into a string and a tree, which takes far more memory than a binary one: 128 MiB. */
const MOST_TEXT = 0x800_0000;
/** Records within records; real files have fewer than 10. */
const DEEPEST = 64;
const MOST_RECORDS = 4_000_000;

const ARRAY_ITEM_BYTES: Readonly<Record<string, number>> = { f: 4, d: 8, i: 4, l: 8, b: 1, c: 1 };
const VALUE_BYTES: Readonly<Record<string, number>> = { C: 1, Z: 1, Y: 2, I: 4, F: 4, D: 8, L: 8 };

export function isBinaryFbx(bytes: Uint8Array): boolean {
  if (bytes.byteLength < MAGIC.length) return false;
  for (let i = 0; i < MAGIC.length; i++) if (bytes[i] !== MAGIC.charCodeAt(i)) return false;
  return true;
}

export function looksLikeFbx(bytes: Uint8Array): boolean {
  return isBinaryFbx(bytes) || TEXT_START.test(decodeUtf8(bytes.subarray(0, LOOKED_AT)));
}

/**
 * Looks over the records of an FBX file before anything is unpacked, so that what follows cannot ask for more memory or a deeper stack than
 * there is. Throws an `Error` with one sentence.
 */
export function checkFbx(bytes: Uint8Array): void {
  if (isBinaryFbx(bytes)) checkBinary(bytes);
  else checkText(bytes);
}

function checkBinary(bytes: Uint8Array): void {
  if (bytes.byteLength < HEADER_BYTES) throw truncated();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[22] === 0;
  const version = view.getUint32(23, little);
  const wide = version >= 7500;
  const headBytes = wide ? 25 : 13;
  const ends: number[] = [];
  let unpacked = 0;
  let records = 0;
  let at = HEADER_BYTES;
  const number = (offset: number) =>
    wide
      ? view.getUint32(little ? offset : offset + 4, little) +
        0x1_0000_0000 * view.getUint32(little ? offset + 4 : offset, little)
      : view.getUint32(offset, little);

  /** The place after a value, and the bytes that it has when it is unpacked. */
  function skipValue(start: number, end: number): number {
    if (start >= end) throw damaged(start);
    const type = String.fromCharCode(bytes[start]!);
    const plain = VALUE_BYTES[type];
    if (plain !== undefined) return start + 1 + plain;
    const itemBytes = ARRAY_ITEM_BYTES[type];
    if (itemBytes !== undefined) {
      if (start + 13 > end) throw damaged(start);
      unpacked += view.getUint32(start + 1, little) * itemBytes;
      checkBytes(unpacked, MOST_UNPACKED, "the FBX file's arrays");
      return start + 13 + view.getUint32(start + 9, little);
    }
    if ((type !== 'S' && type !== 'R') || start + 5 > end) throw damaged(start);
    return start + 5 + view.getUint32(start + 1, little);
  }

  while (at < bytes.byteLength) {
    while (ends.length > 0 && at >= ends.at(-1)!) ends.pop();
    const outer = ends.at(-1) ?? bytes.byteLength;
    if (at + headBytes > outer) {
      if (ends.length > 0) throw damaged(at);
      return;
    }
    const end = number(at);
    if (end === 0) {
      // An empty record ends the list that it stands in.
      if (ends.length === 0) return;
      at = ends.pop()!;
      continue;
    }
    const step = wide ? 8 : 4;
    const values = number(at + step);
    const start = at + headBytes + bytes[at + headBytes - 1]!;
    if (end <= at || end > outer) throw end > bytes.byteLength ? truncated() : damaged(at);
    if (++records > MOST_RECORDS) throw new Error(`the FBX file has more than the ${MOST_RECORDS} records that can be read`);
    const valuesEnd = start + number(at + 2 * step);
    if (valuesEnd > end) throw damaged(at);
    let place = start;
    for (let i = 0; i < values; i++) {
      place = skipValue(place, valuesEnd);
      if (place > valuesEnd) throw damaged(at);
    }
    ends.push(end);
    if (ends.length > DEEPEST) throw tooDeep();
    at = valuesEnd;
  }
}

/**
 * Matches the braces outside of quotes and comments. One that closes nothing keeps Babylon's reader at it for ever, and so does one that
 * opens straight after that of an array (`*3 { {`), which the reader takes for the array's name.
 */
function checkText(bytes: Uint8Array): void {
  checkBytes(bytes.byteLength, MOST_TEXT, 'the FBX text file');
  let depth = 0;
  let skipTo: number | null = null;
  /** Whether the last sign was the star of an array, or the brace that opened it. */
  let array: 'none' | 'star' | 'open' = 'none';
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at]!;
    if (skipTo !== null) {
      if (byte === skipTo) skipTo = null;
      else if (byte === BACKSLASH && skipTo === QUOTE) at++;
      continue;
    }
    if (byte === SEMICOLON) skipTo = NEW_LINE;
    if (byte === SEMICOLON || byte === NEW_LINE || byte === RETURN || byte === SPACE || byte === TAB) continue;
    if (byte === QUOTE) skipTo = QUOTE;
    if (byte === OPEN && array === 'open') throw damaged(at);
    if (byte === OPEN && ++depth > DEEPEST) throw tooDeep();
    if (byte === CLOSE && --depth < 0) throw damaged(at);
    if (byte === STAR) array = 'star';
    else if (byte === OPEN) array = array === 'star' ? 'open' : 'none';
    else if (array === 'open') array = 'none';
  }
}

const [QUOTE, SEMICOLON, NEW_LINE, OPEN, CLOSE] = [0x22, 0x3b, 0x0a, 0x7b, 0x7d] as const;
const [STAR, BACKSLASH, RETURN, SPACE, TAB] = [0x2a, 0x5c, 0x0d, 0x20, 0x09] as const;

function truncated(): Error {
  return new Error('the FBX file is truncated');
}

function damaged(at: number): Error {
  return new Error(`the FBX file is damaged: the record at byte ${at} is not whole`);
}

function tooDeep(): Error {
  return new Error(`the FBX file is damaged: its records lie more than ${DEEPEST} deep in each other`);
}
