import { bytesOf, componentsOf, elementBytes } from './gltf-accessor-layout.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { meshoptView } from './gltf-features.ts';
import type { GltfAccessor } from './gltf-schema.ts';

/** Largest |value| of the signed and unsigned integer types, for normalised integers (glTF 2.0, section 3.6.2.2). */
const NORMALIZERS: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535, 5125: 4294967295 };

/** Bytes that accessors may hold together: so many times the file's buffers, and so many more. */
const MEMORY_FACTOR = 4;
const MEMORY_SLACK = 2 ** 20;

/** The numbers of an accessor. */
export interface AccessorValues {
  /** Flat, `components` numbers an element. Floats stay as stored; integers are exact, or in [−1, 1] when normalised. */
  readonly values: Float32Array | Float64Array;
  readonly components: number;
  readonly count: number;
}

/**
 * {@link readAccessor} for many accessors: each is read once, and all together may not hold much more than the file does, so that
 * overlapping accessors cannot fill the memory.
 */
export function createAccessorReader(asset: GltfAsset): (index: number) => AccessorValues {
  const known = new Map<number, AccessorValues>();
  let left = MEMORY_SLACK + MEMORY_FACTOR * asset.buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  return (index) => {
    const present = known.get(index);
    if (present) return present;
    const accessor = asset.document.accessors?.[index];
    left -= accessor ? accessor.count * elementBytes(accessor) : 0;
    if (left < 0) throw new Error('the keys of the file overlap each other so often that they need more memory than the file');
    const values = readAccessor(asset, index);
    known.set(index, values);
    return values;
  };
}

/**
 * Reads an accessor: any component type, strided, normalised or sparse. The asset's ranges have been checked when it was opened.
 * Throws an `Error` with one sentence for an index out of range, for matrices with padded columns, and for Meshopt-compressed bytes.
 */
export function readAccessor(asset: GltfAsset, index: number): AccessorValues {
  const accessor = asset.document.accessors?.[index];
  if (!accessor) throw new Error(`the glTF file is not valid: there is no accessor ${index}`);
  const components = componentsOf(accessor);
  if (elementBytes(accessor) !== components * bytesOf(accessor.componentType)) {
    throw new Error(`accessor ${index} holds matrices of small integers, which nothing here can use`);
  }
  const length = components * accessor.count;
  const values = accessor.componentType === 5126 ? new Float32Array(length) : new Float64Array(length);
  if (accessor.bufferView !== undefined && accessor.count > 0) {
    copyElements(asset, accessor.bufferView, accessor.byteOffset ?? 0, accessor, accessor.count, (element, component, value) => {
      values[element * components + component] = value;
    });
  }
  const { sparse } = accessor;
  if (sparse) {
    const layout = { componentType: sparse.indices.componentType, type: 'SCALAR', count: sparse.count } as GltfAccessor;
    const replaced: number[] = [];
    copyElements(asset, sparse.indices.bufferView, sparse.indices.byteOffset ?? 0, layout, sparse.count, (_, __, value) => {
      if (value >= accessor.count) {
        throw new Error(`the glTF file is not valid: accessor ${index} replaces element ${value} of ${accessor.count}`);
      }
      replaced.push(value);
    });
    const { bufferView, byteOffset = 0 } = sparse.values;
    copyElements(asset, bufferView, byteOffset, accessor, sparse.count, (element, component, value) => {
      values[replaced[element]! * components + component] = value;
    });
  }
  return { values, components, count: accessor.count };
}

function copyElements(
  asset: GltfAsset,
  viewIndex: number,
  byteOffset: number,
  layout: GltfAccessor,
  count: number,
  put: (element: number, component: number, value: number) => void,
): void {
  const view = asset.document.bufferViews![viewIndex]!;
  if (meshoptView(view)) throw new Error('the keys are compressed with Meshopt, which Limber cannot read');
  const buffer = asset.buffers[view.buffer]!;
  const stride = view.byteStride ?? elementBytes(layout);
  const size = bytesOf(layout.componentType);
  const components = componentsOf(layout);
  const read = componentReader(new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength), layout);
  const start = (view.byteOffset ?? 0) + byteOffset;
  for (let element = 0; element < count; element++) {
    for (let component = 0; component < components; component++) {
      put(element, component, read(start + element * stride + component * size));
    }
  }
}

function componentReader(view: DataView, { componentType, normalized }: GltfAccessor): (offset: number) => number {
  const scale = normalized ? 1 / (NORMALIZERS[componentType] ?? 1) : 1;
  switch (componentType) {
    case 5120:
      return (offset) => signed(view.getInt8(offset), scale, normalized);
    case 5121:
      return (offset) => view.getUint8(offset) * scale;
    case 5122:
      return (offset) => signed(view.getInt16(offset, true), scale, normalized);
    case 5123:
      return (offset) => view.getUint16(offset, true) * scale;
    case 5125:
      return (offset) => view.getUint32(offset, true) * scale;
    case 5126:
      return (offset) => view.getFloat32(offset, true);
  }
}

/** f = max(c / max, −1), so that the most negative integer is −1 too. */
function signed(value: number, scale: number, normalized: boolean | undefined): number {
  return normalized ? Math.max(value * scale, -1) : value;
}
