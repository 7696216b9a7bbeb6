import { writeGlb } from '../../../core/formats/gltf/glb.ts';

/** A GLB made of a JSON value and a BIN chunk. */
export function glbOf(json: unknown, binary: Uint8Array | null = null): Uint8Array {
  return writeGlb({ json: new TextEncoder().encode(JSON.stringify(json)), binary, unknown: [] });
}

/** Bytes of typed arrays, one behind the other, each at a multiple of four; and where each begins. */
export function joinArrays(...arrays: readonly ArrayBufferView[]): { bytes: Uint8Array; offsets: number[] } {
  const offsets: number[] = [];
  let length = 0;
  for (const array of arrays) {
    offsets.push(length);
    length = Math.ceil((length + array.byteLength) / 4) * 4;
  }
  const bytes = new Uint8Array(length);
  arrays.forEach((array, i) => bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offsets[i]));
  return { bytes, offsets };
}
