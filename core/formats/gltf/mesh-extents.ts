import { z } from 'zod';
import type { CharacterScene, MeshExtent } from '../../skeleton/scene.ts';
import { createAccessorReader, type AccessorValues } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import type { Matrix } from './matrix.ts';
import { once } from './once.ts';
import { worldMatrices } from './scene-worlds.ts';
import { isStick } from './stick-mark.ts';

/** More vertices and primitives than any character has: a file that draws more is not measured. */
const MOST_DRAWN = 1 << 23;
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
  | { readonly kind: 'skinned'; readonly joints: readonly number[]; readonly rows: Float64Array };

type Read = (accessor: number) => AccessorValues;
type Measure = (node: number, y: number) => void;

/**
 * The heights between which the meshes of a checked file are drawn at rest, node by node: a rigid mesh counts for its node, a skinned
 * vertex, Σ wᵢ Wᵢ Bᵢ v, for the joint that moves it most. What cannot be read (Draco, damaged numbers) is left out, and so are bones that
 * were drawn for want of a body; empty when more is drawn than can be measured. A mesh is looked at once, however many nodes hold it, with
 * each skin once, since the nodes of skinned meshes do not place them; so the time follows from the size of the file and what is drawn.
 */
export function readMeshExtents(asset: GltfAsset, scene: Omit<CharacterScene, 'meshExtents'>): MeshExtent[] {
  const { nodes = [] } = asset.document;
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
  const primitivesOf = once((mesh) => readPrimitives(asset, mesh));
  const skinOf = once((skin) => readSkin(asset, skin, worlds, read));
  const measured = new Set<string>();
  let left = MOST_DRAWN;
  for (const node of scene.meshNodes) {
    const { mesh, skin } = nodes[node]!;
    if (skin !== undefined) {
      const pair = `${mesh} ${skin}`;
      if (measured.has(pair)) continue;
      measured.add(pair);
    }
    for (const primitive of primitivesOf(mesh!)) {
      left -= 1 + verticesOf(asset, primitive);
      if (left < 0) return [];
      try {
        const placing = skin === undefined ? ({ kind: 'rigid', node, world: worlds[node]! } as const) : skinOf(skin);
        measurePrimitive(primitive, placing, read, measure);
      } catch {
        // A mesh that cannot be read is not measured; the others are.
      }
    }
  }
  return [...extents].map(([node, extent]) => ({ node, ...extent })).sort((a, b) => a.node - b.node);
}

function readPrimitives({ document }: GltfAsset, meshIndex: number): readonly Primitive[] {
  const mesh = meshSchema.safeParse(document.meshes?.[meshIndex]);
  if (!mesh.success) return [];
  return mesh.data.primitives.filter(
    (primitive) => primitive.extensions?.['KHR_draco_mesh_compression'] === undefined && !isStick(primitive),
  );
}

function verticesOf({ document }: GltfAsset, { attributes }: Primitive): number {
  return document.accessors?.[attributes['POSITION'] ?? -1]?.count ?? 0;
}

/** The skin's joints and the rows of their matrices that give heights. */
function readSkin({ document }: GltfAsset, skin: number, worlds: readonly Matrix[], read: Read): Placing {
  const { joints, inverseBindMatrices } = skinSchema.parse(document.skins?.[skin]);
  const inverses = inverseBindMatrices === undefined ? null : read(inverseBindMatrices).values;
  const rows = new Float64Array(4 * joints.length);
  joints.forEach((joint, i) => rows.set(heightRow(worlds[joint]!, inverses?.subarray(16 * i, 16 * i + 16)), 4 * i));
  return { kind: 'skinned', joints, rows };
}

/** The second row of W · B, or of W alone. */
function heightRow(world: Matrix, inverse: ArrayLike<number> | undefined): number[] {
  const row = (column: number) => world[4 * column + 1]!;
  if (!inverse) return [row(0), row(1), row(2), row(3)];
  return [0, 4, 8, 12].map(
    (c) => row(0) * inverse[c]! + row(1) * inverse[c + 1]! + row(2) * inverse[c + 2]! + row(3) * inverse[c + 3]!,
  );
}

function measurePrimitive({ attributes }: Primitive, placing: Placing, read: Read, measure: Measure): void {
  const { values, count, components } = read(attributes['POSITION'] ?? -1);
  if (components !== 3) return;
  /** World y of vertex `v` under four numbers of a row. */
  const height = (alongX: number, alongY: number, alongZ: number, shift: number, v: number) =>
    alongX * values[3 * v]! + alongY * values[3 * v + 1]! + alongZ * values[3 * v + 2]! + shift;
  if (placing.kind === 'rigid') {
    const m = placing.world;
    for (let v = 0; v < count; v++) measure(placing.node, height(m[1]!, m[5]!, m[9]!, m[13]!, v));
    return;
  }
  const sets = [0, 1].flatMap((set) => {
    const [joints, weights] = [attributes[`JOINTS_${set}`], attributes[`WEIGHTS_${set}`]];
    return joints === undefined || weights === undefined ? [] : [{ joints: read(joints).values, weights: read(weights).values }];
  });
  const { rows } = placing;
  for (let v = 0; v < count; v++) {
    let y = 0;
    let total = 0;
    let heaviest = 0;
    let joint = -1;
    for (const { joints, weights } of sets) {
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        const weight = weights[k]!;
        const row = 4 * joints[k]!;
        if (!(weight > 0) || !(row < rows.length)) continue;
        y += weight * height(rows[row]!, rows[row + 1]!, rows[row + 2]!, rows[row + 3]!, v);
        total += weight;
        if (weight <= heaviest) continue;
        heaviest = weight;
        joint = placing.joints[joints[k]!]!;
      }
    }
    if (joint >= 0) measure(joint, y / total);
  }
}
