import { nextTurn } from '../next-turn.ts';

/** Bytes that are copied in one turn: 2 MiB, which take some 40 ms where the browser is slowest. */
const SLICE = 2 ** 21;

/** Bytes as a blob, copied slice by slice, each in a turn of its own: those of a large character at once would hold the window up for tenths of a second. */
export async function blobInSlices(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Blob> {
  const slices: Blob[] = [];
  for (const part of parts)
    for (let from = 0; from < part.length; from += SLICE) {
      if (slices.length > 0) await nextTurn();
      slices.push(new Blob([part.subarray(from, from + SLICE)]));
    }
  return new Blob(slices);
}
