import * as z from 'zod/mini';
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

const index = z.int().check(z.nonnegative());

const meshSchema = z.looseObject({
  primitives: z.array(
    z.looseObject({
      attributes: z.record(z.string(), index),
      indices: z.optional(index),
      mode: z.optional(index),
      extensions: z.optional(z.record(z.string(), z.unknown())),
      extras: z.optional(z.unknown()),
    }),
  ),
});

const skinSchema = z.looseObject({ joints: z.array(index), inverseBindMatrices: z.optional(index) });

type Primitive = z.infer<typeof meshSchema>['primitives'][number];

/** How the vertices of a mesh come into the world: with the node that holds it, or each with the joints of a skin. */
type Placing =
  | { readonly kind: 'rigid'; readonly node: number; readonly world: Matrix }
  | { readonly kind: 'skinned'; readonly joints: readonly number[]; readonly matrices: Float64Array };

type Read = (accessor: number) => AccessorValues;

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
  const seenOn = (node: number): Seen => {
    const known = extents.get(node);
    if (known) return known;
    const seen: Seen = { lowest: Infinity, highest: -Infinity, sample: createPointSample() };
    extents.set(node, seen);
    return seen;
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
        measureVertices(primitive, placeVertices(primitive, placing, read, weighted), read, seenOn);
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

/** What a mesh draws that can be read: neither what is compressed with Draco nor bones that were drawn for want of a body. */
export function readPrimitives(asset: GltfAsset, mesh: number): readonly Primitive[] {
  return primitivesIn(asset, mesh).filter((primitive) => !isDraco(primitive) && !isStick(primitive));
}

/** Whether any of a mesh is compressed with Draco. */
export function holdsDraco(asset: GltfAsset, mesh: number): boolean {
  return primitivesIn(asset, mesh).some(isDraco);
}

function isDraco({ extensions }: Primitive): boolean {
  return extensions?.['KHR_draco_mesh_compression'] !== undefined;
}

function primitivesIn({ document }: GltfAsset, meshIndex: number): readonly Primitive[] {
  const mesh = meshSchema.safeParse(document.meshes?.[meshIndex]);
  return mesh.success ? mesh.data.primitives : [];
}

function verticesOf({ document }: GltfAsset, { attributes, indices = -1 }: Primitive): number {
  const countOf = (accessor: number): number => document.accessors?.[accessor]?.count ?? 0;
  return countOf(attributes['POSITION'] ?? -1) + countOf(indices);
}

/** The skin's joints and the upper three rows of their matrices, column after column. */
export function readSkin({ document }: GltfAsset, skin: number, worlds: readonly Matrix[], read: Read): Placing {
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

/** Vertices of a primitive in the world, metres, with the nodes that they count for; −1 for none. */
interface PlacedVertices {
  readonly places: Float64Array;
  readonly nodes: Int32Array;
}

/** Brings the vertices of a primitive into the world, and adds the joints that have a weight on one of them to `weighted`. */
export function placeVertices({ attributes }: Primitive, placing: Placing, read: Read, weighted: Set<number>): PlacedVertices {
  const { values, count, components } = read(attributes['POSITION'] ?? -1);
  if (components !== 3) return { places: new Float64Array(0), nodes: new Int32Array(0) };
  const places = new Float64Array(3 * count);
  const nodes = new Int32Array(count).fill(-1);
  const put = (v: number, node: number, m: Matrix, stride: number, total: number): void => {
    if (writePlaced(places, values, v, m, stride, total)) nodes[v] = node;
  };
  if (placing.kind === 'rigid') {
    for (let v = 0; v < count; v++) put(v, placing.node, placing.world, 4, 1);
    return { places, nodes };
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
    if (joint >= 0) put(v, joint, blended, 3, total);
  }
  placing.joints.forEach((node, i) => {
    if (used[i] === 1) weighted.add(node);
  });
  return { places, nodes };
}

/** Measures placed vertices, and takes points of the triangles between them; of the vertices themselves where there are none. */
function measureVertices(
  primitive: Primitive,
  { places, nodes }: PlacedVertices,
  read: Read,
  seenOn: (node: number) => Seen,
): void {
  const corners = cornersOf(primitive, nodes.length, read);
  for (let v = 0; v < nodes.length; v++) {
    if (nodes[v]! < 0) continue;
    const seen = seenOn(nodes[v]!);
    const height = places[3 * v + 1]!;
    seen.lowest = Math.min(seen.lowest, height);
    seen.highest = Math.max(seen.highest, height);
    if (corners.length === 0) seen.sample.addPoint(places, v);
  }
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [a, b, c] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    const [onA, onB, onC] = [nodes[a] ?? -1, nodes[b] ?? -1, nodes[c] ?? -1];
    if (onA < 0 || onB < 0 || onC < 0) continue;
    const take = (node: number): void => {
      const own = (onA === node ? 1 : 0) | (onB === node ? 2 : 0) | (onC === node ? 4 : 0);
      seenOn(node).sample.addTriangle(places, a, b, c, own);
    };
    take(onA);
    if (onB !== onA) take(onB);
    if (onC !== onA && onC !== onB) take(onC);
  }
}

/** Modes of primitives that are drawn as triangles (glTF 2.0, section 3.7.2.1). */
const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

/** How many triangles a primitive of so many vertices or indices is drawn as; 0 where it is drawn as points or lines. */
function trianglesIn(mode: number, count: number): number {
  if (mode === TRIANGLES) return Math.floor(count / 3);
  return mode === TRIANGLE_STRIP || mode === TRIANGLE_FAN ? Math.max(0, count - 2) : 0;
}

/** How many triangles a primitive states that it has. */
export function statedTriangles({ document }: GltfAsset, { attributes, indices, mode = TRIANGLES }: Primitive): number {
  return trianglesIn(mode, document.accessors?.[indices ?? attributes['POSITION'] ?? -1]?.count ?? 0);
}

/** The vertices of all triangles of a primitive, three each, counter-clockwise seen from outside; none where it is drawn as points or lines. */
export function cornersOf({ indices, mode = TRIANGLES }: Primitive, vertices: number, read: Read): Uint32Array {
  const order = indices === undefined ? null : read(indices).values;
  const corners = new Uint32Array(3 * trianglesIn(mode, order ? order.length : vertices));
  for (let i = 0; i < corners.length; i++) {
    const triangle = Math.floor(i / 3);
    const corner = i % 3;
    // Every other triangle of a strip has its last two corners the other way round.
    const isTurned = mode === TRIANGLE_STRIP && triangle % 2 === 1 && corner > 0;
    const next = triangle + (isTurned ? 3 - corner : corner);
    const place = mode === TRIANGLES ? i : corner === 0 && mode === TRIANGLE_FAN ? 0 : next;
    corners[i] = order ? order[place]! : place;
  }
  return corners;
}

/** Writes vertex `v` under a matrix whose columns stand `stride` numbers apart, over `total`; returns whether it is where a vertex can be. */
function writePlaced(
  places: Float64Array,
  values: ArrayLike<number>,
  v: number,
  m: Matrix,
  stride: number,
  total: number,
): boolean {
  const at = 3 * v;
  for (let row = 0; row < 3; row++) {
    const place =
      (m[row]! * values[at]! +
        m[stride + row]! * values[at + 1]! +
        m[2 * stride + row]! * values[at + 2]! +
        m[3 * stride + row]!) /
      total;
    if (!(Math.abs(place) <= MAX_HEIGHT)) return false;
    places[at + row] = place;
  }
  return true;
}
