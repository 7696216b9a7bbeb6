import { readGlb, writeGlb } from '../../core/formats/gltf/glb.ts';
import { conjugate, fromAxes, multiply, rotate, type Quat } from '../../core/math/quat.ts';
import type { Vec3 } from '../../core/math/vec3.ts';

/** The turns that lay +Y of a file along each axis. */
export const LAYINGS: Readonly<Record<string, Quat>> = {
  z: fromAxes([1, 0, 0], [0, 0, 1], [0, -1, 0]),
  '-z': fromAxes([1, 0, 0], [0, 0, -1], [0, 1, 0]),
  x: fromAxes([0, -1, 0], [1, 0, 0], [0, 0, 1]),
  '-x': fromAxes([0, 1, 0], [-1, 0, 0], [0, 0, 1]),
  '-y': [0, 0, 1, 0],
};

interface PlainFile {
  nodes: { children?: number[]; translation?: Vec3; rotation?: Quat; mesh?: number; skin?: number }[];
  skins?: { inverseBindMatrices: number }[];
  meshes?: { primitives: { attributes: { POSITION: number } }[] }[];
  animations?: { channels: { sampler: number; target: { node: number; path: string } }[]; samplers: { output: number }[] }[];
  accessors: { bufferView: number; byteOffset?: number; count: number; min?: unknown; max?: unknown }[];
  bufferViews: { byteOffset?: number; byteStride?: number }[];
}

/** A GLB of one skinned body with all that it holds turned: nodes, bind matrices, skinned vertices and clips, as an exporter does that mistakes the axes. */
export function laidGlb(bytes: Uint8Array, turn: Quat): Uint8Array {
  const glb = readGlb(bytes);
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as PlainFile;
  const binary = glb.binary!.slice();
  const view = new DataView(binary.buffer);
  /** Replaces rows of numbers of an accessor. */
  const change = (accessor: number, size: number, changed: (row: number[]) => readonly number[]) => {
    const { bufferView, byteOffset = 0, count } = json.accessors[accessor]!;
    const { byteOffset: start = 0, byteStride = 4 * size } = json.bufferViews[bufferView]!;
    for (let i = 0; i < count; i++) {
      const at = start + byteOffset + i * byteStride;
      const row = Array.from({ length: size }, (_, k) => view.getFloat32(at + 4 * k, true));
      changed(row).forEach((value, k) => view.setFloat32(at + 4 * k, value, true));
    }
    delete json.accessors[accessor]!.min;
    delete json.accessors[accessor]!.max;
  };
  const carried = new Set(json.nodes.flatMap(({ children = [] }) => children));
  json.nodes.forEach((node, i) => {
    if (carried.has(i)) return;
    node.translation = rotate(turn, node.translation ?? [0, 0, 0]);
    node.rotation = multiply(turn, node.rotation ?? [0, 0, 0, 1]);
  });
  // B⁻¹ becomes B⁻¹ R⁻¹: its first three columns are turned among themselves.
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis) => rotate(conjugate(turn), axis));
  for (const { inverseBindMatrices } of json.skins ?? []) {
    change(inverseBindMatrices, 16, (m) => [
      ...axes.flatMap(([x, y, z]) => [0, 1, 2, 3].map((row) => x * m[row]! + y * m[4 + row]! + z * m[8 + row]!)),
      ...m.slice(12),
    ]);
  }
  const skinned = new Set(json.nodes.flatMap(({ mesh, skin }) => (mesh !== undefined && skin !== undefined ? [mesh] : [])));
  const places = new Set(
    [...skinned].flatMap((mesh) => json.meshes![mesh]!.primitives.map(({ attributes }) => attributes.POSITION)),
  );
  for (const accessor of places) change(accessor, 3, (place) => rotate(turn, place as unknown as Vec3));
  for (const { channels, samplers } of json.animations ?? []) {
    for (const { sampler, target } of channels) {
      if (carried.has(target.node)) continue;
      const { output } = samplers[sampler]!;
      if (target.path === 'rotation') change(output, 4, (q) => multiply(turn, q as unknown as Quat));
      if (target.path === 'translation') change(output, 3, (place) => rotate(turn, place as unknown as Vec3));
    }
  }
  return writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)), binary });
}
