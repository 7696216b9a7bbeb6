import { z } from 'zod';
import type { CharacterScene, MeshExtent } from '../../../core/skeleton/scene.ts';
import { createAccessorReader, type AccessorValues } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { multiplyMatrices, type Matrix } from './matrix.ts';
import { worldMatrices } from './scene-worlds.ts';
import { isStick } from './stick-mark.ts';

/** More vertices than any character has: what is beyond them is not measured. */
const MOST_VERTICES = 2 ** 23;
/** Largest height that is believed, metres. */
const MAX_HEIGHT = 1e6;

const index = z.int().nonnegative();

const meshSchema = z.looseObject({
  primitives: z.array(
    z.looseObject({
      attributes: z.record(z.string(), index),
      extensions: z.record(z.string(), z.unknown()).optional(),
      extras: z.unknown().optional(),
    }),
  ),
});

const skinSchema = z.looseObject({ joints: z.array(index), inverseBindMatrices: index.optional() });

type Primitive = z.infer<typeof meshSchema>['primitives'][number];

/** How the vertices of a mesh come into the world: with the node that holds it, or each with the joints of a skin. */
type Placing =
  | { readonly kind: 'rigid'; readonly node: number; readonly world: Matrix }
  | { readonly kind: 'skinned'; readonly joints: readonly number[]; readonly matrices: readonly Matrix[] };

/**
 * The heights between which the meshes of a checked file are drawn at rest, node by node: a rigid mesh counts for its node, a skinned
 * vertex, Σ wᵢ Wᵢ Bᵢ v, for the joint that moves it most. What cannot be read (Draco, damaged numbers) is
 * left out, and so are bones that were drawn for want of a body.
 */
export function readMeshExtents(asset: GltfAsset, scene: Omit<CharacterScene, 'meshExtents'>): MeshExtent[] {
  const read = createAccessorReader(asset);
  const worlds = worldMatrices(scene);
  const extents = new Map<number, { lowest: number; highest: number }>();
  const measure = (node: number, y: number) => {
    if (!(Math.abs(y) <= MAX_HEIGHT)) return;
    const extent = extents.get(node);
    if (!extent) extents.set(node, { lowest: y, highest: y });
    else if (y < extent.lowest) extent.lowest = y;
    else if (y > extent.highest) extent.highest = y;
  };
  let left = MOST_VERTICES;
  for (const node of scene.meshNodes) {
    for (const primitive of primitivesOf(asset, node)) {
      try {
        const positions = read(primitive.attributes['POSITION'] ?? -1);
        left -= positions.count;
        if (left < 0) return [];
        measurePrimitive(primitive, positions, placingOf(asset, node, worlds, read), read, measure);
      } catch {
        // A mesh that cannot be read is not measured; the others are.
      }
    }
  }
  return [...extents].map(([node, extent]) => ({ node, ...extent })).sort((a, b) => a.node - b.node);
}

function primitivesOf({ document }: GltfAsset, node: number): readonly Primitive[] {
  const mesh = meshSchema.safeParse(document.meshes?.[document.nodes![node]!.mesh!]);
  if (!mesh.success) return [];
  return mesh.data.primitives.filter(
    (primitive) => primitive.extensions?.['KHR_draco_mesh_compression'] === undefined && !isStick(primitive),
  );
}

function placingOf(
  { document }: GltfAsset,
  node: number,
  worlds: readonly Matrix[],
  read: (accessor: number) => AccessorValues,
): Placing {
  const { skin } = document.nodes![node]!;
  if (skin === undefined) return { kind: 'rigid', node, world: worlds[node]! };
  const { joints, inverseBindMatrices } = skinSchema.parse(document.skins?.[skin]);
  const inverses = inverseBindMatrices === undefined ? null : read(inverseBindMatrices).values;
  const matrices = joints.map((joint, i) => {
    const world = worlds[joint]!;
    return inverses ? multiplyMatrices(world, Array.from(inverses.subarray(16 * i, 16 * i + 16))) : world;
  });
  return { kind: 'skinned', joints, matrices };
}

function measurePrimitive(
  { attributes }: Primitive,
  { values, count, components }: AccessorValues,
  placing: Placing,
  read: (accessor: number) => AccessorValues,
  measure: (node: number, y: number) => void,
): void {
  if (components !== 3) return;
  /** World y of vertex `v` under a matrix. */
  const height = (m: Matrix, v: number) =>
    m[1]! * values[3 * v]! + m[5]! * values[3 * v + 1]! + m[9]! * values[3 * v + 2]! + m[13]!;
  if (placing.kind === 'rigid') {
    for (let v = 0; v < count; v++) measure(placing.node, height(placing.world, v));
    return;
  }
  const sets = [0, 1].flatMap((set) => {
    const [joints, weights] = [attributes[`JOINTS_${set}`], attributes[`WEIGHTS_${set}`]];
    return joints === undefined || weights === undefined ? [] : [{ joints: read(joints).values, weights: read(weights).values }];
  });
  for (let v = 0; v < count; v++) {
    let y = 0;
    let total = 0;
    let heaviest = 0;
    let joint = -1;
    for (const { joints, weights } of sets) {
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        const weight = weights[k]!;
        const matrix = placing.matrices[joints[k]!];
        if (!(weight > 0) || !matrix) continue;
        y += weight * height(matrix, v);
        total += weight;
        if (weight <= heaviest) continue;
        heaviest = weight;
        joint = placing.joints[joints[k]!]!;
      }
    }
    if (joint >= 0) measure(joint, y / total);
  }
}
