import { isUneven } from '../../humanoid/body/scene-transforms.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAccessorReader } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { createGlbBuilder } from './glb-builder.ts';
import { composeMatrix, invertAffine, multiplyMatrices, type Matrix, type Transform } from './matrix.ts';
import { stretchedMesh, type Rewriting } from './stretched-mesh.ts';

/** Difference, as a share, up to which a scale that is animated stays what it is at rest. */
const STILL = 1e-4;

/** Where a node below an uneven scale stands, as seen from what its topmost uneven node hangs on. */
interface Place {
  /** Its world matrix A there, skewed as the file has it. */
  readonly matrix: Matrix;
  /** The rotations and mirrorings of the way down alone, without places: O. */
  readonly turn: Matrix;
}

/**
 * A file in which no joint that turns hangs below an uneven scale: such scales are applied to the bones, to the surfaces that hang on them and to the clips, so that all
 * stands as it did and turns without being skewed. Null where there are none, and where that cannot be: scales below them are zero or animated, or meshes cannot be read.
 */
export function applyUnevenScale(asset: GltfAsset, scene: CharacterScene): Uint8Array | null {
  const tops = skewingNodes(scene);
  if (tops.length === 0 || asset.container !== 'glb' || asset.binary === null) return null;
  const places = placesBelow(scene, tops);
  if ([...places.keys()].some((node) => scene.nodes[node]!.scale.some((factor) => factor === 0))) return null;
  const builder = createGlbBuilder(asset);
  const writing: Rewriting = { json: { ...asset.json }, accessor: builder.accessor };
  try {
    const read = createAccessorReader(asset);
    moveNodes(writing, scene, places, new Set(tops));
    bindSkins(writing, places, read);
    if (!stretchMeshes(writing, places, read)) return null;
    if (!moveKeys(writing, scene, places, read)) return null;
  } catch {
    // What cannot be read cannot be written otherwise: the file stays as it is, and is refused where that matters.
    return null;
  }
  return builder.finish(writing.json);
}

/** The topmost nodes whose uneven scale skews a joint that turns: one strictly below them on which another hangs. */
function skewingNodes({ nodes, skinJoints }: CharacterScene): number[] {
  const joints = new Set(skinJoints.length > 0 ? skinJoints : nodes.keys());
  const turning = new Set([...joints].flatMap((joint) => (joints.has(nodes[joint]!.parent) ? [nodes[joint]!.parent] : [])));
  const tops = new Set<number>();
  for (const joint of turning) {
    let top = -1;
    for (let node = nodes[joint]!.parent; node >= 0; node = nodes[node]!.parent) if (isUneven(nodes[node]!.scale)) top = node;
    if (top >= 0) tops.add(top);
  }
  return [...tops].sort((a, b) => a - b);
}

function placesBelow({ nodes }: CharacterScene, tops: readonly number[]): Map<number, Place> {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, child) => children[parent]?.push(child));
  const places = new Map<number, Place>();
  const order = [...tops];
  for (let i = 0; i < order.length; i++) {
    const node = order[i]!;
    const above = places.get(nodes[node]!.parent);
    const local = composeMatrix(nodes[node]!);
    const turn = composeMatrix({ ...nodes[node]!, translation: [0, 0, 0], scale: signsOf(nodes[node]!) });
    places.set(
      node,
      above
        ? { matrix: multiplyMatrices(above.matrix, local), turn: multiplyMatrices(above.turn, turn) }
        : { matrix: local, turn },
    );
    order.push(...children[node]!);
  }
  return places;
}

/** t′ = O⁻¹ (p − p of the parent), with p the place that the node had; of its scale the signs stay. */
function moveNodes(
  { json }: Rewriting,
  { nodes }: CharacterScene,
  places: ReadonlyMap<number, Place>,
  tops: ReadonlySet<number>,
): void {
  const list = json['nodes'] as Record<string, unknown>[];
  json['nodes'] = list.map((node, n) => {
    const place = places.get(n);
    if (!place) return node;
    const { matrix: _, scale: _scale, ...rest } = node;
    const { parent, translation, rotation } = nodes[n]!;
    const above = tops.has(n) ? undefined : places.get(parent)!;
    const moved = above
      ? stretchedBy(invertAffine(above.turn)!, subtract(originOf(place.matrix), originOf(above.matrix)))
      : translation;
    const scale = signsOf(nodes[n]!);
    return { ...rest, translation: moved, rotation, ...(scale.some((sign) => sign < 0) && { scale }) };
  });
}

/** B′ = W′⁻¹ W B, with W the joint's matrix and W′ its turn at the same place: bound surfaces stay where they are. */
function bindSkins(
  { json, accessor }: Rewriting,
  places: ReadonlyMap<number, Place>,
  read: ReturnType<typeof createAccessorReader>,
): void {
  const skins = (json['skins'] ?? []) as { joints: number[]; inverseBindMatrices?: number }[];
  json['skins'] = skins.map((skin) => {
    if (!skin.joints.some((joint) => places.has(joint))) return skin;
    const bound = skin.inverseBindMatrices === undefined ? null : read(skin.inverseBindMatrices).values;
    const values = new Float32Array(16 * skin.joints.length);
    skin.joints.forEach((joint, j) => {
      const own = bound ? Array.from(bound.subarray(16 * j, 16 * j + 16)) : UNIT;
      const place = places.get(joint);
      values.set(place ? multiplyMatrices(stretchOf(place), own) : own, 16 * j);
    });
    return { ...skin, inverseBindMatrices: accessor(values, 'MAT4') };
  });
  if (skins.length === 0) delete json['skins'];
}

/** Gives rigid meshes the form that the scale gave them; false where one cannot be read. */
function stretchMeshes(
  writing: Rewriting,
  places: ReadonlyMap<number, Place>,
  read: ReturnType<typeof createAccessorReader>,
): boolean {
  const nodes = writing.json['nodes'] as { mesh?: number; skin?: number }[];
  for (const [node, place] of places) {
    const { mesh, skin } = nodes[node]!;
    if (mesh === undefined || skin !== undefined) continue;
    const stretched = stretchedMesh(writing, mesh, stretchOf(place), read);
    if (stretched === null) return false;
    nodes[node] = { ...nodes[node]!, mesh: stretched };
  }
  return true;
}

/** Places in keys become those of the new spaces, t′ = L t; scales that stay as at rest are left out. False where a scale changes. */
function moveKeys(
  { json, accessor }: Rewriting,
  { nodes }: CharacterScene,
  places: ReadonlyMap<number, Place>,
  read: ReturnType<typeof createAccessorReader>,
): boolean {
  type Channel = { sampler: number; target: { node?: number; path: string } };
  type Animation = { channels: Channel[]; samplers: { output: number }[] };
  const animations = (json['animations'] ?? []) as Animation[];
  let isStill = true;
  const moved = animations.flatMap((animation) => {
    const samplers = [...animation.samplers];
    const channels = animation.channels.flatMap((channel): Channel[] => {
      const { node = -1, path } = channel.target;
      const place = places.get(node);
      if (!place || (path !== 'scale' && path !== 'translation')) return [channel];
      const sampler = animation.samplers[channel.sampler]!;
      const { values } = read(sampler.output);
      if (path === 'scale') {
        const { scale } = nodes[node]!;
        isStill &&= values.every((value, i) => Math.abs(value - scale[i % 3]!) <= STILL * Math.abs(scale[i % 3]!));
        return [];
      }
      const above = places.get(nodes[node]!.parent);
      if (!above) return [channel];
      const stretch = stretchOf(above);
      const keys = new Float32Array(values.length);
      for (let i = 0; i < keys.length; i += 3) keys.set(stretchedBy(stretch, [values[i]!, values[i + 1]!, values[i + 2]!]), i);
      samplers.push({ ...sampler, output: accessor(keys, 'VEC3') });
      return [{ ...channel, sampler: samplers.length - 1 }];
    });
    return channels.length > 0 ? [{ ...animation, channels, samplers }] : [];
  });
  if (moved.length > 0) json['animations'] = moved;
  else delete json['animations'];
  return isStill;
}

const UNIT: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** L = O⁻¹ A: what the scale does to a node's own space, which keeps its place and its turn. */
function stretchOf({ matrix, turn }: Place): Matrix {
  return multiplyMatrices(invertAffine(turn)!, [...Array.from(matrix).slice(0, 12), 0, 0, 0, 1]);
}

function signsOf({ scale }: Transform): Vec3 {
  return scale.map((factor) => (factor < 0 ? -1 : 1)) as unknown as Vec3;
}

function stretchedBy(m: Matrix, [x, y, z]: Vec3): Vec3 {
  return [0, 1, 2].map((row) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z) as unknown as Vec3;
}

function originOf(m: Matrix): Vec3 {
  return [m[12]!, m[13]!, m[14]!];
}
