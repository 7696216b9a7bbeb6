import { hypot } from '../../math/elementary.ts';
import type { createAccessorReader } from './gltf-accessors.ts';
import { invertAffine, type Matrix } from './matrix.ts';
import type { GlbBuilder } from './glb-builder.ts';

/** A file that is written otherwise: a copy of its description, list by list, and what adds numbers to it. */
export interface Rewriting extends Pick<GlbBuilder, 'accessor'> {
  readonly json: Record<string, unknown>;
}

interface Primitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly targets?: readonly Readonly<Record<string, number>>[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * Adds a mesh whose vertices are those of `mesh` under the linear part of `stretch`, and returns its index: places and differences of places go with it, normals
 * with its inverse, turned round, and tangents keep their sides. Null where a primitive is compressed with Draco.
 */
export function stretchedMesh(
  { json, accessor }: Rewriting,
  mesh: number,
  stretch: Matrix,
  read: ReturnType<typeof createAccessorReader>,
): number | null {
  const meshes = [...(json['meshes'] as { primitives: Primitive[] }[])];
  const own = meshes[mesh]!;
  const inverse = invertAffine(stretch);
  if (!inverse || own.primitives.some(({ extensions }) => extensions?.['KHR_draco_mesh_compression'] !== undefined)) return null;
  // N = (L⁻¹)ᵀ
  const normal = [0, 4, 8, 0, 1, 5, 9, 0, 2, 6, 10].map((at) => inverse[at]!);
  const stretched = (attributes: Readonly<Record<string, number>>, areDifferences: boolean): Record<string, number> =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, index]) => {
        if (name !== 'POSITION' && name !== 'NORMAL' && name !== 'TANGENT') return [name, index];
        const { values, components } = read(index);
        const turned = turnedBy(name === 'NORMAL' ? normal : stretch, values, components, name !== 'POSITION' && !areDifferences);
        return [name, accessor(turned, components === 4 ? 'VEC4' : 'VEC3', { withBounds: name === 'POSITION' })];
      }),
    );
  const primitives = own.primitives.map((primitive) => ({
    ...primitive,
    attributes: stretched(primitive.attributes, false),
    ...(primitive.targets && { targets: primitive.targets.map((target) => stretched(target, true)) }),
  }));
  meshes.push({ ...own, primitives });
  json['meshes'] = meshes;
  return meshes.length - 1;
}

/** The first three components of each element under a matrix, of length 1 where `isUnit`; a fourth stays. */
function turnedBy(m: Matrix, values: ArrayLike<number>, components: number, isUnit: boolean): Float32Array {
  const turned = Float32Array.from(values);
  for (let i = 0; i < values.length; i += components) {
    const [x, y, z] = [values[i]!, values[i + 1]!, values[i + 2]!];
    const rows = [0, 1, 2].map((row) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z);
    const length = isUnit ? hypot(rows[0]!, rows[1]!, rows[2]) || 1 : 1;
    rows.forEach((value, row) => (turned[i + row] = value / length));
  }
  return turned;
}
