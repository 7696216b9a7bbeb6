import { checkBytes, isRecord } from '../text/json-text.ts';
import { align4 } from './glb.ts';

/** Bytes that all buffers and images of a packed file may have together: 1 GiB. */
const MOST_BINARY = 1 << 30;

/** Where each piece of a BIN chunk begins, a multiple of four. */
export interface BinaryLayout {
  readonly offsets: ReadonlyMap<Uint8Array, number>;
  readonly length: number;
}

/** Something that says `buffer` and `byteOffset`, moved to where the bytes are now. */
export type MoveBytes = (place: Json) => Json;

type Json = Readonly<Record<string, unknown>>;

/** Lays pieces out one behind the other, each once. Throws an `Error` that begins with `what` when they are too much. */
export function layOut(pieces: readonly Uint8Array[], what: string): BinaryLayout {
  const offsets = new Map<Uint8Array, number>();
  let length = 0;
  for (const piece of pieces) {
    if (offsets.has(piece)) continue;
    offsets.set(piece, length);
    length = align4(length + piece.byteLength);
  }
  checkBytes(length, MOST_BINARY, what);
  return { offsets, length };
}

/** The pieces' bytes as laid out, or null where there are none. */
export function joinBytes({ offsets, length }: BinaryLayout): Uint8Array | null {
  if (length === 0) return null;
  const binary = new Uint8Array(length);
  for (const [piece, offset] of offsets) binary.set(piece, offset);
  return binary;
}

/** A buffer view moved, and the compressed bytes that an extension of it names. */
export function moveView(view: Json, moved: MoveBytes): Json {
  const { extensions } = view;
  if (!isRecord(extensions)) return moved(view);
  const placed = Object.entries(extensions).map(([name, value]) => [
    name,
    isRecord(value) && typeof value['buffer'] === 'number' ? moved(value) : value,
  ]);
  return { ...moved(view), extensions: Object.fromEntries(placed) as Json };
}
