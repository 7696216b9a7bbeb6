import { encodeBase64 } from '../text/base64.ts';
import { isRecord } from '../text/json-text.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { align4, writeGlb } from './glb.ts';
import type { GltfAsset } from './gltf-asset.ts';

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;

export type AccessorType = keyof typeof COMPONENTS;
export type AccessorArray = Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** Where the vertices and indices of a mesh are meant to go. */
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/** Collects what a new GLB holds, or what is added to a file, with the accessors and views that say so. Indices are those of the JSON lists. */
export interface GlbBuilder {
  /** Adds numbers as an accessor, with least and greatest values where `withBounds`. */
  accessor(
    values: AccessorArray,
    type: AccessorType,
    use?: { readonly target?: 'vertices' | 'indices'; readonly withBounds?: boolean },
  ): number;
  /** Adds bytes as a view of their own: those of an image, say. The same array is added once. */
  view(bytes: Uint8Array): number;
  /** The file: the given JSON with buffers, views and accessors; of a file that is added to, its own JSON with what is changed. */
  finish(json: Readonly<Record<string, unknown>>): Uint8Array;
}

/**
 * Begins a GLB, or adds to `asset`: every byte of its buffers stays where it was. A GLB's BIN chunk grows, where there can be one; what else is added to
 * becomes a new embedded buffer.
 */
export function createGlbBuilder(asset: GltfAsset | null = null): GlbBuilder {
  const copied = (list: string) => [...listOf(asset?.json ?? {}, list)];
  const [buffers, views, accessors] = [copied('buffers'), copied('bufferViews'), copied('accessors')];
  const [first] = buffers;
  const grows = asset?.container !== 'gltf' && (asset?.binary ? isRecord(first) && first['uri'] === undefined : !first);
  const before = grows ? (asset?.binary ?? null) : null;
  const buffer = grows ? 0 : buffers.length;
  const pieces: { readonly bytes: Uint8Array; readonly start: number }[] = [];
  const viewOf = new Map<Uint8Array, number>();
  let length = align4(before?.byteLength ?? 0);

  function addView(bytes: Uint8Array, target?: number): number {
    pieces.push({ bytes, start: length });
    views.push({ buffer, byteOffset: length, byteLength: bytes.byteLength, ...(target !== undefined && { target }) });
    length = align4(length + bytes.byteLength);
    return views.length - 1;
  }

  return {
    accessor(values, type, { target, withBounds = false } = {}) {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      const purpose = target && (target === 'indices' ? ELEMENT_ARRAY_BUFFER : ARRAY_BUFFER);
      const bufferView = addView(bytes, purpose);
      const components = COMPONENTS[type];
      accessors.push({
        bufferView,
        componentType: componentType(values),
        count: values.length / components,
        type,
        ...(withBounds && bounds(values, components)),
      });
      return accessors.length - 1;
    },
    view(bytes) {
      const known = viewOf.get(bytes) ?? addView(bytes);
      viewOf.set(bytes, known);
      return known;
    },
    finish(json) {
      const binary = new Uint8Array(length);
      if (before) binary.set(before);
      for (const { bytes, start } of pieces) binary.set(bytes, start);
      if (grows) buffers[0] = { ...(isRecord(first) && first), byteLength: length };
      else buffers.push({ byteLength: length, uri: `data:application/octet-stream;base64,${encodeBase64(binary)}` });
      const whole = {
        ...json,
        ...(length > 0 && { buffers, bufferViews: views }),
        ...(accessors.length > 0 && { accessors }),
      };
      return writeAsset(asset, whole, grows ? (length > 0 ? binary : null) : asset!.binary);
    },
  };
}

/** A file like another one, or a new GLB, with this JSON and this BIN chunk. */
export function writeAsset(
  asset: GltfAsset | null,
  json: Readonly<Record<string, unknown>>,
  binary: Uint8Array | null,
): Uint8Array {
  const text = encodeUtf8(JSON.stringify(json));
  return asset?.container === 'gltf' ? text : writeGlb({ json: text, binary, unknown: asset?.unknownChunks ?? [] });
}

/** A list of a file's JSON; an empty one where it has none. */
export function listOf<Item = unknown>(json: Readonly<Record<string, unknown>>, key: string): readonly Item[] {
  const list = json[key];
  return Array.isArray(list) ? list : [];
}

function componentType(values: AccessorArray): number {
  if (values instanceof Float32Array) return 5126;
  if (values instanceof Uint32Array) return 5125;
  return values instanceof Uint16Array ? 5123 : 5121;
}

function bounds(values: AccessorArray, components: number): { readonly min: number[]; readonly max: number[] } {
  const min = Array.from({ length: components }, () => Infinity);
  const max = Array.from({ length: components }, () => -Infinity);
  for (let i = 0; i < values.length; i++) {
    const c = i % components;
    if (values[i]! < min[c]!) min[c] = values[i]!;
    if (values[i]! > max[c]!) max[c] = values[i]!;
  }
  return { min, max };
}
