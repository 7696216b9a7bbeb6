import { encodeUtf8 } from '../text/utf8.ts';
import { align4, writeGlb } from './glb.ts';
import type { GltfAsset } from './gltf-asset.ts';

/** A GLB that is written otherwise: its description may be changed, and numbers are added behind its bytes, which stay. */
export interface Rewriting {
  /** A copy of its description, list by list. */
  readonly json: Record<string, unknown>;
  /** Adds numbers as an accessor, with least and greatest values where `withBounds`. */
  accessor(values: Float32Array, type: 'VEC3' | 'VEC4' | 'MAT4', withBounds?: boolean): number;
  finish(): Uint8Array;
}

const COMPONENTS = { VEC3: 3, VEC4: 4, MAT4: 16 } as const;

/** Begins to write a GLB with a binary chunk otherwise. */
export function createRewriting({ json: read, binary, unknownChunks }: GltfAsset): Rewriting {
  const copied = (name: string): unknown[] => (Array.isArray(read[name]) ? [...(read[name] as unknown[])] : []);
  const [accessors, views, buffers] = [copied('accessors'), copied('bufferViews'), copied('buffers')];
  const added: { readonly bytes: Uint8Array; readonly start: number }[] = [];
  let length = align4(binary?.byteLength ?? 0);
  const json = { ...read, accessors, bufferViews: views, buffers };
  return {
    json,
    accessor(values, type, withBounds = false) {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      const size = COMPONENTS[type];
      views.push({ buffer: 0, byteOffset: length, byteLength: bytes.byteLength });
      const bounds = withBounds ? boundsOf(values, size) : {};
      accessors.push({ bufferView: views.length - 1, componentType: 5126, count: values.length / size, type, ...bounds });
      added.push({ bytes, start: length });
      length = align4(length + bytes.byteLength);
      return accessors.length - 1;
    },
    finish() {
      const whole = new Uint8Array(length);
      if (binary) whole.set(binary);
      for (const { bytes, start } of added) whole.set(bytes, start);
      buffers[0] = { ...(buffers[0] as object), byteLength: length };
      return writeGlb({ json: encodeUtf8(JSON.stringify(json)), binary: whole, unknown: unknownChunks });
    },
  };
}

function boundsOf(values: Float32Array, size: number): { readonly min: number[]; readonly max: number[] } {
  const min = Array.from({ length: size }, () => Infinity);
  const max = Array.from({ length: size }, () => -Infinity);
  for (let i = 0; i < values.length; i++) {
    min[i % size] = Math.min(min[i % size]!, values[i]!);
    max[i % size] = Math.max(max[i % size]!, values[i]!);
  }
  return { min, max };
}
