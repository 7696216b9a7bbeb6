import { bytesOf, componentsOf, elementBytes } from './gltf-accessor-layout.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { meshoptView, type MeshoptView } from './gltf-features.ts';
import { decodeMeshopt } from './meshopt.ts';
import { decodeMeshoptSequence, decodeMeshoptTriangles } from './meshopt-indices.ts';
import type { GltfAccessor } from './gltf-schema.ts';

/** The component type of 32-bit floats. */
const FLOAT = 5126;

/** Largest |value| of the signed and unsigned integer types, for normalised integers (glTF 2.0, section 3.6.2.2). */
const NORMALIZERS: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535, 5125: 4294967295 };

/** Bytes that accessors may hold together: so many times the file's buffers, and so many more. */
const MEMORY_FACTOR = 4;
const MEMORY_SLACK = 1 << 20;
/** The same for files with compressed parts. */
const MESHOPT_FACTOR = 64;
/** The same where the parts may be compressed in the way of the extension that came later. */
const LATER_MESHOPT_FACTOR = 1024;
/** Bytes of memory that the numbers of all accessors may take, for any file: 512 MiB. */
const MOST_MEMORY = 1 << 29;

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
  const { accessors = [], bufferViews = [] } = asset.document;
  const isLater = bufferViews.some(({ extensions }) => extensions?.['KHR_meshopt_compression'] !== undefined);
  const factor = isLater ? LATER_MESHOPT_FACTOR : bufferViews.some(meshoptView) ? MESHOPT_FACTOR : MEMORY_FACTOR;
  const held = [...new Set(asset.buffers)].reduce((sum, buffer) => sum + buffer.byteLength, 0);
  let left = MEMORY_SLACK + factor * held;
  let memory = MOST_MEMORY;
  return (index) => {
    const present = known.get(index);
    if (present) return present;
    const accessor = accessors[index];
    const view = bufferViews[accessor?.bufferView ?? -1];
    const { taken, used } = costOf(accessor);
    const decoded = view && meshoptView(view) && !asset.decodedViews.has(accessor!.bufferView!) ? view.byteLength : 0;
    left -= taken + decoded;
    memory -= used + decoded;
    if (left < 0) throw new Error('the keys of the file overlap each other so often that they need more memory than the file');
    if (memory < 0) throw new Error(`the numbers of the file need more than ${MOST_MEMORY / (1 << 20)} MB of memory`);
    const values = readAccessor(asset, index);
    known.set(index, values);
    return values;
  };
}

/** The bytes of the file that an accessor takes its elements from, and the bytes of memory that its numbers use. */
function costOf(accessor: GltfAccessor | undefined): { taken: number; used: number } {
  if (!accessor) return { taken: 0, used: 0 };
  const sparse = accessor.sparse?.count ?? 0;
  const taken = (accessor.count + sparse) * elementBytes(accessor);
  return { taken, used: accessor.count * componentsOf(accessor) * (accessor.componentType === FLOAT ? 4 : 8) + 4 * sparse };
}

/**
 * Reads an accessor: any component type, strided, normalised or sparse. The asset's ranges have been checked when it was opened.
 * Throws an `Error` with one sentence for an index out of range, for matrices with padded columns, and for damaged compressed bytes.
 */
export function readAccessor(asset: GltfAsset, index: number): AccessorValues {
  const accessor = asset.document.accessors?.[index];
  if (!accessor) throw new Error(`the glTF file is not valid: there is no accessor ${index}`);
  const components = componentsOf(accessor);
  if (elementBytes(accessor) !== components * bytesOf(accessor.componentType)) {
    throw new Error(`accessor ${index} holds matrices of small integers, which nothing here can use`);
  }
  const length = components * accessor.count;
  const values = accessor.componentType === FLOAT ? new Float32Array(length) : new Float64Array(length);
  if (accessor.bufferView !== undefined && accessor.count > 0) {
    copyElements(asset, accessor.bufferView, accessor.byteOffset ?? 0, accessor, accessor.count, values, null);
  }
  const { sparse } = accessor;
  if (sparse) {
    const layout = { componentType: sparse.indices.componentType, type: 'SCALAR', count: sparse.count } as GltfAccessor;
    const replaced = new Uint32Array(sparse.count);
    copyElements(asset, sparse.indices.bufferView, sparse.indices.byteOffset ?? 0, layout, sparse.count, replaced, null);
    const missing = replaced.find((element) => element >= accessor.count);
    if (missing !== undefined) {
      throw new Error(`the glTF file is not valid: accessor ${index} replaces element ${missing} of ${accessor.count}`);
    }
    const { bufferView, byteOffset = 0 } = sparse.values;
    copyElements(asset, bufferView, byteOffset, accessor, sparse.count, values, replaced);
  }
  return { values, components, count: accessor.count };
}

/** Writes the elements of a buffer view one after the other, or each at its place in `into`, counted in elements. */
function copyElements(
  asset: GltfAsset,
  viewIndex: number,
  byteOffset: number,
  layout: GltfAccessor,
  count: number,
  into: Float32Array | Float64Array | Uint32Array,
  places: Uint32Array | null,
): void {
  const { bytes, stride: stated } = viewBytes(asset, viewIndex);
  const { componentType, normalized } = layout;
  const stride = stated ?? elementBytes(layout);
  const size = bytesOf(componentType);
  const components = componentsOf(layout);
  const first = bytes.byteOffset + byteOffset;
  const largest = normalized ? NORMALIZERS[componentType] : undefined;
  // Most numbers lie as they are wanted: one by one, each would be allocated on its way through a function that reads one of many kinds.
  if (largest === undefined && places === null && stride === elementBytes(layout) && first % size === 0) {
    into.set(new ARRAYS[componentType](bytes.buffer as ArrayBuffer, first, components * count));
    return;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = READERS[componentType];
  for (let element = 0; element < count; element++) {
    const place = components * (places === null ? element : places[element]!);
    for (let component = 0; component < components; component++) {
      const value = read(view, byteOffset + element * stride + component * size);
      // f = max(c / max, −1), so that the most negative integer is −1 too.
      into[place + component] = largest === undefined ? value : Math.max(value * (1 / largest), -1);
    }
  }
}

/** Each component type in the order of this machine's bytes, which is the files'. */
const ARRAYS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const;

/** How each component type is read. */
const READERS: Readonly<Record<GltfAccessor['componentType'], (view: DataView, offset: number) => number>> = {
  5120: (view, offset) => view.getInt8(offset),
  5121: (view, offset) => view.getUint8(offset),
  5122: (view, offset) => view.getInt16(offset, true),
  5123: (view, offset) => view.getUint16(offset, true),
  5125: (view, offset) => view.getUint32(offset, true),
  5126: (view, offset) => view.getFloat32(offset, true),
};

/** The bytes of a buffer view, decompressed where they are compressed with Meshopt. */
export function viewBytes(asset: GltfAsset, index: number): { bytes: Uint8Array; stride: number | undefined } {
  const view = asset.document.bufferViews![index]!;
  const meshopt = meshoptView(view);
  const { buffer, byteOffset = 0, byteLength } = meshopt ?? view;
  const stored = asset.buffers[buffer]!.subarray(byteOffset, byteOffset + byteLength);
  if (!meshopt) return { bytes: stored, stride: view.byteStride };
  const { count, byteStride } = meshopt;
  if (count * byteStride !== view.byteLength) {
    throw new Error(`the glTF file is not valid: Meshopt buffer view ${index} holds other elements than an accessor takes`);
  }
  const bytes = asset.decodedViews.get(index) ?? decodeView(stored, meshopt);
  asset.decodedViews.set(index, bytes);
  return { bytes, stride: view.byteStride };
}

function decodeView(stored: Uint8Array, { mode, count, byteStride, filter }: MeshoptView): Uint8Array {
  if (mode === 'TRIANGLES') return decodeMeshoptTriangles(stored, count, byteStride);
  if (mode === 'INDICES') return decodeMeshoptSequence(stored, count, byteStride);
  return decodeMeshopt(stored, count, byteStride, filter);
}
