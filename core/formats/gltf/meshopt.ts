import { powerOfTwo } from '../../math/elementary.ts';

/** Elements are coded in blocks of at most so many, so that a block has 8 KiB at most; groups have 16. */
const BLOCK_ELEMENTS = 256;
const BLOCK_BYTES = 8192;
const GROUP = 16;
const TAIL_BYTES = 32;
/** One byte of a stream can stand for at most so many: four groups of zeros. */
const MOST_EXPANSION = 64;

export type MeshoptFilter = 'NONE' | 'OCTAHEDRAL' | 'QUATERNION' | 'EXPONENTIAL';

/**
 * Decodes a buffer view of mode ATTRIBUTES of `EXT_meshopt_compression` (its appendices A and B describe the stream and the filters).
 * `stride` bytes an element, a multiple of 4. Throws an `Error` with one sentence when the stream is damaged or its filter unknown.
 */
export function decodeMeshopt(source: Uint8Array, count: number, stride: number, filter: MeshoptFilter = 'NONE'): Uint8Array {
  if (stride < 4 || stride > 256 || stride % 4 !== 0) throw damaged(`its stride is ${stride}`);
  if (source[0] !== 0xa0) throw damaged('its stream is of an unknown kind');
  if (count * stride > MOST_EXPANSION * source.length + BLOCK_BYTES) throw damaged('its stream is too short');
  const out = new Uint8Array(count * stride);
  const blockElements = Math.min(BLOCK_ELEMENTS, Math.floor(BLOCK_BYTES / stride) & ~(GROUP - 1));
  const tail = Math.max(stride, TAIL_BYTES);
  const end = source.length - tail;
  // The first element's predecessor stands at the end of the stream.
  const previous = source.slice(source.length - stride);
  const deltas = new Uint8Array(BLOCK_ELEMENTS);
  let position = 1;
  for (let first = 0; first < count; first += blockElements) {
    const elements = Math.min(blockElements, count - first);
    for (let byte = 0; byte < stride; byte++) {
      position = readDeltas(source, position, end, elements, deltas);
      let value = previous[byte]!;
      for (let i = 0; i < elements; i++) {
        const delta = deltas[i]!;
        // Zigzag: 0, −1, 1, −2, …
        value = (value + (-(delta & 1) ^ (delta >> 1))) & 0xff;
        out[(first + i) * stride + byte] = value;
      }
      previous[byte] = value;
    }
  }
  if (position !== end) throw damaged('its stream has another length than it should');
  applyFilter(out, count, stride, filter);
  return out;
}

/** Reads the deltas of one byte of a block's elements; returns the position behind them. */
function readDeltas(source: Uint8Array, start: number, end: number, elements: number, deltas: Uint8Array): number {
  const groups = Math.ceil(elements / GROUP);
  let position = start + Math.ceil(groups / 4);
  for (let group = 0; group < groups; group++) {
    const width = [0, 2, 4, 8][(source[start + (group >> 2)]! >> (2 * (group & 3))) & 3]!;
    const packed = position;
    position += 2 * width;
    for (let i = 0; i < GROUP; i++) {
      let value = 0;
      if (width === 8) value = source[packed + i]!;
      else if (width > 0) {
        const bit = i * width;
        const largest = (1 << width) - 1;
        value = (source[packed + (bit >> 3)]! >> (8 - width - (bit & 7))) & largest;
        // The largest value says that a whole byte follows the group.
        if (value === largest) value = source[position++]!;
      }
      deltas[group * GROUP + i] = value;
    }
    if (position > end) throw damaged('its stream is too short');
  }
  return position;
}

function applyFilter(bytes: Uint8Array, count: number, stride: number, filter: MeshoptFilter): void {
  const view = new DataView(bytes.buffer);
  if (filter === 'EXPONENTIAL') {
    // Eight bits of exponent above 24 of mantissa: 2ᵉ · m.
    for (let at = 0; at < bytes.length; at += 4) {
      const value = view.getInt32(at, true);
      view.setFloat32(at, powerOfTwo(value >> 24) * ((value << 8) >> 8), true);
    }
  } else if (filter === 'QUATERNION') {
    if (stride !== 8) throw damaged(`its rotations have a stride of ${stride}`);
    for (let i = 0; i < count; i++) decodeQuaternion(view, 8 * i);
  } else if (filter !== 'NONE') throw damaged(`its filter is ${filter}, which rotations and translations never have`);
}

/** Three components, scaled to the range that all but the largest have, and in the fourth the range and the largest one's index. */
function decodeQuaternion(view: DataView, at: number): void {
  const last = view.getInt16(at + 6, true);
  const scale = Math.SQRT1_2 / (last | 3);
  const three = [0, 2, 4].map((offset) => view.getInt16(at + offset, true) * scale);
  const rest = 1 - three.reduce((sum, value) => sum + value * value, 0);
  const largest = last & 3;
  [Math.sqrt(Math.max(0, rest)), ...three].forEach((value, i) => {
    view.setInt16(at + 2 * ((largest + i) & 3), Math.round(value * 32767), true);
  });
}

function damaged(problem: string): Error {
  return new Error(`a Meshopt-compressed part of the file cannot be read: ${problem}`);
}
