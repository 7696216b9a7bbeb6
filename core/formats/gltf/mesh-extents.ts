import { z } from 'zod';
import type { Vec3 } from '../../math/vec3.ts';
import type { CharacterScene, MeshExtent } from '../../skeleton/scene.ts';
import { createAccessorReader, type AccessorValues } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import type { Matrix } from './matrix.ts';
import { once } from './once.ts';
import { worldMatrices } from './scene-worlds.ts';
import { createPointSample, type PointSample } from './point-sample.ts';
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
  | { readonly kind: 'skinned'; readonly joints: readonly number[]; readonly matrices: Float64Array };

type Read = (accessor: number) => AccessorValues;
type Measure = (node: number, x: number, y: number, z: number) => void;

/** What was seen on one node. */
interface Seen {
  lowest: number;
  highest: number;
  readonly sample: PointSample;
}

/** What is known of a file's meshes. */
export type DrawnMeshes = Pick<CharacterScene, 'meshExtents' | 'weightedNodes'>;

/**
 * The heights between which the meshes of a checked file are drawn at rest, and some of their points, node by node: a rigid mesh counts for its node, a skinned
 * vertex, Σ wᵢ Wᵢ Bᵢ v, for the joint that moves it most; and all joints that have a weight on a vertex. What cannot be read (Draco, damaged numbers) is
 * left out, and so are bones that were drawn for want of a body; no extents when more is drawn than can be measured. A mesh is looked at once, however
 * many nodes hold it, with each skin once, since the nodes of skinned meshes do not place them; so the time follows from the size of the file and what is drawn.
 */
export function readMeshes(asset: GltfAsset, scene: Omit<CharacterScene, keyof DrawnMeshes>): DrawnMeshes {
  const { nodes = [] } = asset.document;
  const read = createAccessorReader(asset);
  const worlds = worldMatrices(scene);
  const extents = new Map<number, Seen>();
  const weighted = new Set<number>();
  const measure: Measure = (node, x, y, depth) => {
    if (!(Math.abs(x) <= MAX_HEIGHT && Math.abs(y) <= MAX_HEIGHT && Math.abs(depth) <= MAX_HEIGHT)) return;
    let extent = extents.get(node);
    if (!extent) {
      extent = { lowest: y, highest: y, sample: createPointSample() };
      extents.set(node, extent);
    } else if (y < extent.lowest) extent.lowest = y;
    else if (y > extent.highest) extent.highest = y;
    extent.sample.add(x, y, depth);
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
      if (left < 0) return { meshExtents: [] };
      try {
        const placing = skin === undefined ? ({ kind: 'rigid', node, world: worlds[node]! } as const) : skinOf(skin);
        measurePrimitive(primitive, placing, read, measure, weighted);
      } catch {
        // A mesh that cannot be read is not measured; the others are.
      }
    }
  }
  const meshExtents = [...extents].map(([node, { lowest, highest, sample }]): MeshExtent => ({
    node,
    lowest,
    highest,
    points: sample.points(),
  }));
  return {
    meshExtents: meshExtents.sort((a, b) => a.node - b.node),
    ...(weighted.size > 0 && { weightedNodes: [...weighted].sort((a, b) => a - b) }),
  };
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

/** The skin's joints and the upper three rows of their matrices, column after column. */
function readSkin({ document }: GltfAsset, skin: number, worlds: readonly Matrix[], read: Read): Placing {
  const { joints, inverseBindMatrices } = skinSchema.parse(document.skins?.[skin]);
  const inverses = inverseBindMatrices === undefined ? null : read(inverseBindMatrices).values;
  const matrices = new Float64Array(12 * joints.length);
  joints.forEach((joint, i) => writeSkinning(matrices, 12 * i, worlds[joint]!, inverses?.subarray(16 * i, 16 * i + 16)));
  return { kind: 'skinned', joints, matrices };
}

/** W · B, or W alone, without its last row. */
function writeSkinning(out: Float64Array, at: number, world: Matrix, inverse: ArrayLike<number> | undefined): void {
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) {
      const w = (k: number) => world[4 * k + row]!;
      const b = (k: number) => inverse![4 * column + k]!;
      out[at + 3 * column + row] = inverse ? w(0) * b(0) + w(1) * b(1) + w(2) * b(2) + w(3) * b(3) : w(column);
    }
  }
}

/** Measures the vertices of a primitive, and adds the joints that have a weight on one of them to `weighted`. */
function measurePrimitive(
  { attributes }: Primitive,
  placing: Placing,
  read: Read,
  measure: Measure,
  weighted: Set<number>,
): void {
  const { values, count, components } = read(attributes['POSITION'] ?? -1);
  if (components !== 3) return;
  if (placing.kind === 'rigid') {
    const m = placing.world;
    for (let v = 0; v < count; v++) measure(placing.node, ...placed(values, v, m, 4, 1));
    return;
  }
  const sets = [0, 1].flatMap((set) => {
    const [joints, weights] = [attributes[`JOINTS_${set}`], attributes[`WEIGHTS_${set}`]];
    return joints === undefined || weights === undefined ? [] : [{ joints: read(joints).values, weights: read(weights).values }];
  });
  const { matrices } = placing;
  /** Σ wᵢ Wᵢ Bᵢ of one vertex. */
  const blended = new Float64Array(12);
  const used = new Uint8Array(placing.joints.length);
  for (let v = 0; v < count; v++) {
    blended.fill(0);
    let total = 0;
    let heaviest = 0;
    let joint = -1;
    for (const { joints, weights } of sets) {
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        const weight = weights[k]!;
        const from = 12 * joints[k]!;
        if (!(weight > 0) || !(from < matrices.length)) continue;
        for (let i = 0; i < 12; i++) blended[i]! += weight * matrices[from + i]!;
        total += weight;
        used[joints[k]!] = 1;
        if (weight <= heaviest) continue;
        heaviest = weight;
        joint = placing.joints[joints[k]!]!;
      }
    }
    if (joint >= 0) measure(joint, ...placed(values, v, blended, 3, total));
  }
  placing.joints.forEach((node, i) => {
    if (used[i] === 1) weighted.add(node);
  });
}

/** Vertex `v` under a matrix whose columns stand `stride` numbers apart, over `total`. */
function placed(values: ArrayLike<number>, v: number, m: Matrix, stride: number, total: number): Vec3 {
  const row = (r: number) =>
    (m[r]! * values[3 * v]! +
      m[stride + r]! * values[3 * v + 1]! +
      m[2 * stride + r]! * values[3 * v + 2]! +
      m[3 * stride + r]!) /
    total;
  return [row(0), row(1), row(2)];
}
