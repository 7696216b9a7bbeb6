import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { readGlb, writeGlb } from '../../core/formats/gltf/glb.ts';
import { joinArrays } from '../core/formats/build-glb.ts';

await MeshoptEncoder.ready;

export type MeshoptExtension = 'EXT_meshopt_compression' | 'KHR_meshopt_compression';

interface View {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
  readonly byteStride?: number;
}

interface Accessor {
  readonly bufferView: number;
  readonly componentType: number;
  readonly type: string;
  readonly count: number;
}

const BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/**
 * A GLB whose buffer views are compressed by meshoptimizer's own encoder, those of triangles and other indices too; views whose elements have no multiple of four bytes
 * stay as they are, as files have them. Nothing of its numbers changes, but the order in which triangles name their corners.
 */
export function meshoptGlb(glb: Uint8Array, extension: MeshoptExtension): Uint8Array {
  const { json, binary } = readGlb(glb);
  const document = JSON.parse(new TextDecoder().decode(json));
  const views: View[] = document.bufferViews;
  const accessors: Accessor[] = document.accessors;
  const indices = new Set<number>(
    document.meshes.flatMap(({ primitives }: { primitives: { indices?: number }[] }) =>
      primitives.flatMap((primitive) => (primitive.indices === undefined ? [] : [accessors[primitive.indices]!.bufferView])),
    ),
  );
  const coded = views.map((view, v) => {
    const bytes = binary!.slice(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
    const of = accessors.filter(({ bufferView }) => bufferView === v);
    const stride = view.byteStride ?? BYTES[of[0]?.componentType ?? 0]! * COMPONENTS[of[0]?.type ?? '']!;
    const count = bytes.byteLength / stride;
    if (of.length === 0 || !Number.isInteger(count)) return { bytes, coding: null };
    if (!indices.has(v) && (stride % 4 !== 0 || stride > 256)) return { bytes, coding: null };
    const mode = !indices.has(v) ? 'ATTRIBUTES' : count % 3 === 0 ? 'TRIANGLES' : 'INDICES';
    const version = extension === 'KHR_meshopt_compression' ? 1 : 0;
    return {
      bytes: MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode, version),
      coding: { byteStride: stride, count, mode },
    };
  });
  const { bytes, offsets } = joinArrays(...coded.map((each) => each.bytes));
  let fallback = 0;
  document.bufferViews = views.map((view, v) => {
    const { bytes: stored, coding } = coded[v]!;
    const place = { buffer: 0, byteOffset: offsets[v]!, byteLength: stored.byteLength };
    if (!coding) return { ...view, ...place };
    const byteOffset = fallback;
    fallback += Math.ceil(view.byteLength / 4) * 4;
    return { ...view, buffer: 1, byteOffset, extensions: { [extension]: { ...place, ...coding } } };
  });
  document.buffers = [
    { byteLength: bytes.byteLength },
    { byteLength: fallback, extensions: { [extension]: { fallback: true } } },
  ];
  for (const list of ['extensionsUsed', 'extensionsRequired']) document[list] = [...(document[list] ?? []), extension];
  return writeGlb({ json: new TextEncoder().encode(JSON.stringify(document)), binary: bytes, unknown: [] });
}
