import { applyMeshoptFilter, type MeshoptFilter } from './meshopt-filters.ts';
import { damagedMeshopt as damaged } from './meshopt-damage.ts';

/** Elements are coded in blocks of at most so many, so that a block has 8 KiB at most; groups have 16. */
const BLOCK_ELEMENTS = 256;
const BLOCK_BYTES = 8192;
const GROUP = 16;
/** First byte of a stream; the second version is that of `KHR_meshopt_compression`. */
const VERSIONS: readonly number[] = [0xa0, 0xa1];
/** Bytes behind a stream at least, by its version. */
const TAIL_BYTES = [32, 24] as const;
/** One byte of a stream can stand for at most so many: four groups of zeros, or four bytes of a block's elements. */
const MOST_EXPANSION = [64, 4 * BLOCK_ELEMENTS] as const;
/** Bits of the deltas of a group, by what is said of the group; in the second version also by what is said of the byte. */
const WIDTHS = [
  [0, 2, 4, 8],
  [0, 1, 2, 4],
  [1, 2, 4, 8],
] as const;

/**
 * Decodes a buffer view of mode ATTRIBUTES of `EXT_meshopt_compression` and `KHR_meshopt_compression` (their appendices A and B describe the stream and the filters).
 * `stride` bytes an element, a multiple of 4. Throws an `Error` with one sentence when the stream is damaged.
 */
export function decodeMeshopt(source: Uint8Array, count: number, stride: number, filter: MeshoptFilter = 'NONE'): Uint8Array {
  if (stride < 4 || stride > 256 || stride % 4 !== 0) throw damaged(`its stride is ${stride}`);
  const version = VERSIONS.indexOf(source[0]!) as -1 | 0 | 1;
  if (version === -1) throw damaged('its stream is of an unknown kind');
  if (count * stride > MOST_EXPANSION[version] * source.length + BLOCK_BYTES) throw damaged('its stream is too short');
  const out = new Uint8Array(count * stride);
  const blockElements = Math.min(BLOCK_ELEMENTS, Math.floor(BLOCK_BYTES / stride) & ~(GROUP - 1));
  // At the end of the stream stand the first element's predecessor and, in the second version, how each four bytes are coded.
  const words = version === 0 ? 0 : stride / 4;
  const end = source.length - Math.max(stride + words, TAIL_BYTES[version]);
  const previous = source.slice(source.length - stride - words, source.length - words);
  const codings = source.subarray(source.length - words);
  const deltas = Array.from({ length: 4 }, () => new Uint8Array(BLOCK_ELEMENTS));
  let position = 1;
  for (let first = 0; first < count; first += blockElements) {
    const elements = Math.min(blockElements, count - first);
    const controls = position;
    position += words;
    for (let word = 0; word < stride / 4; word++) {
      for (let byte = 0; byte < 4; byte++) {
        const control = version === 0 ? 0 : (source[controls + word]! >> (2 * byte)) & 3;
        position = readByte(source, position, end, version + control, deltas[byte]!, elements);
      }
      const at = first * stride + 4 * word;
      addDeltas({ out, at, stride, elements }, previous.subarray(4 * word, 4 * word + 4), deltas, codings[word] ?? 0);
    }
  }
  if (position !== end) throw damaged('its stream has another length than it should');
  applyMeshoptFilter(out, stride, filter);
  return out;
}

/** Of the ways in which the deltas of a byte are coded: one in groups for each of the {@link WIDTHS}, then all zero, then written out. */
const WRITTEN_OUT = WIDTHS.length + 1;

/** Reads the deltas of one byte of a block's elements, coded in one of five ways; returns the position behind them. */
function readByte(source: Uint8Array, start: number, end: number, coding: number, deltas: Uint8Array, elements: number): number {
  const widths = WIDTHS[coding];
  if (widths) return readDeltas(source, start, end, elements, widths, deltas);
  const next = coding === WRITTEN_OUT ? start + elements : start;
  if (next > end) throw damaged('its stream is too short');
  if (coding === WRITTEN_OUT) deltas.set(source.subarray(start, next));
  else deltas.fill(0, 0, elements);
  return next;
}

/** The elements of a block, of which four bytes stand at `at` in the first one. */
interface Block {
  readonly out: Uint8Array;
  readonly at: number;
  readonly stride: number;
  readonly elements: number;
}

/**
 * Adds up the deltas of four bytes of a block's elements from the `previous` element on, which becomes the last: of single bytes, of pairs, or of all four together
 * by exclusive or, turned by the bits that stand above the kind.
 */
function addDeltas(
  { out, at, stride, elements }: Block,
  previous: Uint8Array,
  deltas: readonly Uint8Array[],
  coding: number,
): void {
  const kind = coding & 3;
  if (kind === 3) throw damaged('its numbers are coded in an unknown way');
  const size = 1 << kind;
  const turn = coding >> 4;
  for (let first = 0; first < 4; first += size) {
    let value = 0;
    for (let byte = size - 1; byte >= 0; byte--) value = (value << 8) | previous[first + byte]!;
    for (let i = 0; i < elements; i++) {
      let delta = 0;
      for (let byte = size - 1; byte >= 0; byte--) delta = (delta << 8) | deltas[first + byte]![i]!;
      // Zigzag: 0, −1, 1, −2, …
      if (size === 4) value ^= (delta >>> turn) | (delta << (32 - turn));
      else value += -(delta & 1) ^ (delta >>> 1);
      for (let byte = 0; byte < size; byte++) out[at + i * stride + first + byte] = value >> (8 * byte);
    }
    for (let byte = 0; byte < size; byte++) previous[first + byte] = value >> (8 * byte);
  }
}

/** Reads the deltas of one byte of a block's elements in groups of so many bits; returns the position behind them. */
function readDeltas(
  source: Uint8Array,
  start: number,
  end: number,
  elements: number,
  widths: readonly number[],
  deltas: Uint8Array,
): number {
  const groups = Math.ceil(elements / GROUP);
  let position = start + Math.ceil(groups / 4);
  for (let group = 0; group < groups; group++) {
    const width = widths[(source[start + (group >> 2)]! >> (2 * (group & 3))) & 3]!;
    const packed = position;
    position += 2 * width;
    for (let i = 0; i < GROUP; i++) {
      let value = 0;
      if (width === 8) value = source[packed + i]!;
      else if (width > 0) {
        const bit = i * width;
        const largest = (1 << width) - 1;
        // Single bits stand the lowest first, wider ones the highest.
        const shift = width === 1 ? bit & 7 : 8 - width - (bit & 7);
        value = (source[packed + (bit >> 3)]! >> shift) & largest;
        // The largest value says that a whole byte follows the group.
        if (value === largest) value = source[position++]!;
      }
      deltas[group * GROUP + i] = value;
    }
    if (position > end) throw damaged('its stream is too short');
  }
  return position;
}
