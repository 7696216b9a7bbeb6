import { encodeUtf8 } from '../text/utf8.ts';

/** A value of a record: the letter of its type as the format has it, and the value. */
export type FbxValue =
  | { readonly type: 'C'; readonly value: boolean }
  | { readonly type: 'I' | 'L' | 'D'; readonly value: number }
  | { readonly type: 'S'; readonly value: string }
  | { readonly type: 'R'; readonly value: Uint8Array }
  | { readonly type: 'i'; readonly value: Int32Array }
  | { readonly type: 'f'; readonly value: Float32Array }
  | { readonly type: 'd'; readonly value: Float64Array }
  /** 64-bit integers, each a whole number below 2⁵³. */
  | { readonly type: 'l'; readonly value: Float64Array };

/** One record of a binary FBX file: a name, values, and records inside it. */
export interface FbxRecord {
  readonly name: string;
  readonly values: readonly FbxValue[];
  readonly children: readonly FbxRecord[];
}

const MAGIC = 'Kaydara FBX Binary  \0\x1a\0';
const VERSION = 7500;
const HEADER_BYTES = 27;
/** Three 64-bit numbers and the length of the name; as many zeros end a list of records. */
const HEAD_BYTES = 25;
/** What the format has at the end of every file; its readers look for it. */
const FOOTER = [0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66, 0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e];
const LAST = [0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e, 0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b];
const ITEM_BYTES = { i: 4, f: 4, d: 8, l: 8 } as const;

/** Records as an FBX 7.5 binary file. */
export function writeFbxRecords(records: readonly FbxRecord[]): Uint8Array<ArrayBuffer> {
  const sized = records.map(measure);
  const content = HEADER_BYTES + sized.reduce((sum, { bytes }) => sum + bytes, 0) + HEAD_BYTES;
  const footer = content + FOOTER.length + 4;
  // Zeros up to a multiple of 16, at least one.
  const padded = footer + 16 - (footer % 16);
  const out = new Uint8Array(padded + 4 + 120 + LAST.length);
  const view = new DataView(out.buffer);
  for (let i = 0; i < MAGIC.length; i++) out[i] = MAGIC.charCodeAt(i);
  view.setUint32(MAGIC.length, VERSION, true);
  let at = HEADER_BYTES;
  for (const record of sized) at = put(out, view, record, at);
  out.set(FOOTER, content);
  view.setUint32(padded, VERSION, true);
  out.set(LAST, out.length - LAST.length);
  return out;
}

interface SizedRecord {
  readonly record: FbxRecord;
  readonly name: Uint8Array;
  readonly values: readonly (Uint8Array | null)[];
  readonly valueBytes: number;
  readonly children: readonly SizedRecord[];
  readonly bytes: number;
}

/** Lists are ended by an empty record; so is a record with nothing at all, which is an empty list. */
function isList({ values, children }: FbxRecord): boolean {
  return children.length > 0 || values.length === 0;
}

function measure(record: FbxRecord): SizedRecord {
  const name = encodeUtf8(record.name);
  const values = record.values.map(({ type, value }) => (type === 'S' ? encodeUtf8(value) : type === 'R' ? value : null));
  const valueBytes = record.values.reduce((sum, value, i) => sum + 1 + sizeOf(value, values[i]!), 0);
  const children = record.children.map(measure);
  const inside = children.reduce((sum, { bytes }) => sum + bytes, 0) + (isList(record) ? HEAD_BYTES : 0);
  return { record, name, values, valueBytes, children, bytes: HEAD_BYTES + name.length + valueBytes + inside };
}

function sizeOf({ type, value }: FbxValue, bytes: Uint8Array | null): number {
  switch (type) {
    case 'C':
      return 1;
    case 'I':
      return 4;
    case 'L':
    case 'D':
      return 8;
    case 'S':
    case 'R':
      return 4 + (bytes?.length ?? 0);
    case 'i':
    case 'f':
    case 'd':
    case 'l':
      return 12 + ITEM_BYTES[type] * value.length;
  }
}

/** Writes a record and returns where the next one begins. */
function put(out: Uint8Array, view: DataView, sized: SizedRecord, start: number): number {
  const { record, name, values, valueBytes, children, bytes } = sized;
  const whole = (at: number, value: number) => view.setBigUint64(at, BigInt(value), true);
  whole(start, start + bytes);
  whole(start + 8, record.values.length);
  whole(start + 16, valueBytes);
  out[start + 24] = name.length;
  out.set(name, start + HEAD_BYTES);
  let at = start + HEAD_BYTES + name.length;
  record.values.forEach((value, i) => {
    putValue(out, view, value, values[i]!, at);
    at += 1 + sizeOf(value, values[i]!);
  });
  for (const child of children) at = put(out, view, child, at);
  return start + bytes;
}

function putValue(out: Uint8Array, view: DataView, { type, value }: FbxValue, bytes: Uint8Array | null, start: number): void {
  out[start] = type.charCodeAt(0);
  const at = start + 1;
  switch (type) {
    case 'C':
      out[at] = value ? 1 : 0;
      return;
    case 'I':
      view.setInt32(at, value, true);
      return;
    case 'L':
      view.setBigInt64(at, BigInt(value), true);
      return;
    case 'D':
      view.setFloat64(at, value, true);
      return;
    case 'S':
    case 'R':
      view.setUint32(at, bytes?.length ?? 0, true);
      if (bytes) out.set(bytes, at + 4);
      return;
    case 'i':
    case 'f':
    case 'd':
    case 'l':
      // Length, encoding (0: plain), bytes.
      view.setUint32(at, value.length, true);
      view.setUint32(at + 8, ITEM_BYTES[type] * value.length, true);
      value.forEach((item, i) => {
        const place = at + 12 + ITEM_BYTES[type] * i;
        if (type === 'i') view.setInt32(place, item, true);
        else if (type === 'f') view.setFloat32(place, item, true);
        else if (type === 'd') view.setFloat64(place, item, true);
        else view.setBigInt64(place, BigInt(item), true);
      });
  }
}
