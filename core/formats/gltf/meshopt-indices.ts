import { damagedMeshopt as damaged } from './meshopt-damage.ts';

/** Bytes behind a stream of triangles: pairs of references that many triangles share. */
const PAIRS = 16;
/** Zero bytes behind a sequence. */
const SEQUENCE_TAIL = 4;
/** Corners and edges that can be named again: the last so many. */
const RECENT_CORNERS = 16;
const RECENT_EDGES = 16;
/** A reference that says that the corner follows as a number. */
const NUMBERED = 15;

/**
 * Decodes a buffer view of mode TRIANGLES of `EXT_meshopt_compression` and `KHR_meshopt_compression` (appendix A): `count` indices of `size` bytes, three
 * a triangle. Each triangle has a code: it shares an edge with a recent one, or its corners are new, recent, or numbers that follow. Throws an `Error` with one
 * sentence when the stream is damaged.
 */
export function decodeMeshoptTriangles(source: Uint8Array, count: number, size: number): Uint8Array {
  if (source[0] !== 0xe1) throw damaged('its stream of triangles is of an unknown kind');
  if (count % 3 !== 0) throw damaged(`its triangles have ${count} corners`);
  const triangles = count / 3;
  const end = source.length - PAIRS;
  if (1 + triangles > end) throw damaged('its stream of triangles is too short');
  const out = createIndices(count, size);
  const numbers = createNumbers(source, 1 + triangles, end);
  const corners = new Uint32Array(RECENT_CORNERS);
  const edges = new Uint32Array(2 * RECENT_EDGES);
  let cornerCount = 0;
  let edgeCount = 0;
  let next = 0;
  let last = 0;
  const recentCorner = (ago: number): number => corners[(cornerCount - 1 - ago) & (RECENT_CORNERS - 1)]!;
  const remember = (corner: number): number => {
    corners[cornerCount++ & (RECENT_CORNERS - 1)] = corner;
    return corner;
  };
  const rememberEdge = (from: number, to: number): void => {
    const at = 2 * (edgeCount++ & (RECENT_EDGES - 1));
    edges[at] = from;
    edges[at + 1] = to;
  };
  const numbered = (): number => (last = (last + unfold(numbers.next())) >>> 0);

  // References 1 to 14 are recent corners, and so is 15 in a pair that triangles share.
  const corner = (reference: number, isNumbered: boolean): number =>
    reference === 0 ? next++ : isNumbered ? numbered() : recentCorner(reference - 1);

  for (let triangle = 0; triangle < triangles; triangle++) {
    const code = source[1 + triangle]!;
    const [edge, third] = [code >> 4, code & 15];
    let a: number;
    let b: number;
    let c: number;
    if (edge < NUMBERED) {
      const at = 2 * ((edgeCount - 1 - edge) & (RECENT_EDGES - 1));
      [a, b] = [edges[at]!, edges[at + 1]!];
      if (third > 0 && third < 13) c = recentCorner(third);
      else c = remember(third === 0 ? next++ : third === NUMBERED ? numbered() : (last = (last + (third === 13 ? -1 : 1)) >>> 0));
      rememberEdge(c, b);
      rememberEdge(a, c);
    } else {
      const isShared = third < 14;
      const pair = isShared ? source[end + third]! : numbers.byte();
      if (!isShared && pair === 0) next = 0;
      const [ofB, ofC] = [pair >> 4, pair & 15];
      const [isNumberedB, isNumberedC] = [!isShared && ofB === NUMBERED, !isShared && ofC === NUMBERED];
      a = third === NUMBERED ? numbered() : next++;
      b = corner(ofB, isNumberedB);
      c = corner(ofC, isNumberedC);
      remember(a);
      if (ofB === 0 || isNumberedB) remember(b);
      if (ofC === 0 || isNumberedC) remember(c);
      rememberEdge(b, a);
      rememberEdge(c, b);
      rememberEdge(a, c);
    }
    out.set([a, b, c], 3 * triangle);
  }
  if (numbers.position() !== end) throw damaged('its stream of triangles has another length than it should');
  return bytesOf(out);
}

/**
 * Decodes a buffer view of mode INDICES: `count` indices of `size` bytes in any order. Each is the distance to one of two indices that were read before.
 * Throws an `Error` with one sentence when the stream is damaged.
 */
export function decodeMeshoptSequence(source: Uint8Array, count: number, size: number): Uint8Array {
  if (source[0] !== 0xd1) throw damaged('its stream of indices is of an unknown kind');
  const end = source.length - SEQUENCE_TAIL;
  if (1 + count > end) throw damaged('its stream of indices is too short');
  const out = createIndices(count, size);
  const numbers = createNumbers(source, 1, end);
  const last = new Uint32Array(2);
  for (let i = 0; i < count; i++) {
    const value = numbers.next();
    const line = value & 1;
    last[line]! += unfold(value >>> 1);
    out[i] = last[line]!;
  }
  if (numbers.position() !== end) throw damaged('its stream of indices has another length than it should');
  return bytesOf(out);
}

/** Zigzag: 0, −1, 1, −2, … */
function unfold(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

/** Reads bytes, and numbers of seven bits a byte, the lowest first, up to `end`. */
function createNumbers(source: Uint8Array, start: number, end: number) {
  let at = start;
  const byte = (): number => {
    if (at >= end) throw damaged('its stream is too short');
    return source[at++]!;
  };
  return {
    byte,
    position: () => at,
    next: (): number => {
      let value = 0;
      for (let shift = 0; shift < 35; shift += 7) {
        const part = byte();
        value |= (part & 127) << shift;
        if (part < 128) return value >>> 0;
      }
      throw damaged('a number of it has more than 32 bits');
    },
  };
}

function createIndices(count: number, size: number): Uint16Array | Uint32Array {
  if (size !== 2 && size !== 4) throw damaged(`its indices have ${size} bytes`);
  return size === 2 ? new Uint16Array(count) : new Uint32Array(count);
}

function bytesOf({ buffer }: Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer);
}
