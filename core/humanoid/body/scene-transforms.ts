import { IDENTITY, multiply, normalizeQuat, rotate, type Quat } from '../../math/quat.ts';
import { add, length, timesEach, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene, SceneNode } from '../../skeleton/scene.ts';

/**
 * Where the nodes of a scene stand. A scale S = σ ρ |S| has a sign σ = ±1 that all axes share, and half a turn ρ where only some axes are negative: the children of
 * a node stand in a space that is turned by the node and by ρ, and scaled by σ |S|, so that mirrored nodes are exact.
 */
export interface SceneTransforms {
  /** Node indices, parents before children. */
  readonly order: readonly number[];
  readonly children: readonly (readonly number[])[];
  readonly positions: readonly Vec3[];
  /** The nodes' own world rotations. */
  readonly rotations: readonly Quat[];
  /** World rotations of the spaces that children stand in: those of the nodes, turned by ρ. */
  readonly spaces: readonly Quat[];
  /** World metres for one unit of a child's translation along each axis of its space, σ |S|: all > 0 or all < 0. Below uneven scales as at rest. */
  readonly scales: readonly Vec3[];
  readonly warnings: readonly string[];
}

/** Relative difference between the three numbers of a scale that float noise may cause. */
const SCALE_NOISE = 2e-3;

/** World transforms of all nodes of a checked scene. Throws a `RangeError` when parents go in a circle. */
export function sceneTransforms(scene: CharacterScene): SceneTransforms {
  const { nodes } = scene;
  const children = childrenOf(nodes);
  const order = nodes.flatMap((node, i) => (node.parent < 0 ? [i] : []));
  for (let i = 0; i < order.length; i++) for (const child of children[order[i]!]!) order.push(child);
  if (order.length !== nodes.length) throw new RangeError('the parents of nodes must not go in a circle');
  const positions: Vec3[] = [];
  const rotations: Quat[] = [];
  const spaces: Quat[] = [];
  const scales: Vec3[] = [];
  let uneven = 0;
  let flat = 0;
  for (const i of order) {
    const node = nodes[i]!;
    if (isUneven(node.scale)) uneven++;
    if (meanSize(node.scale) === 0) flat++;
    const rotation = normalizeQuat(node.rotation);
    const { parent } = node;
    const placed = parent < 0 ? node.translation : place(positions[parent]!, spaces[parent]!, scales[parent]!, node.translation);
    positions[i] = placed;
    rotations[i] = parent < 0 ? rotation : multiply(spaces[parent]!, rotation);
    const { turn, factors } = partsOf(node.scale);
    spaces[i] = turn === IDENTITY ? rotations[i] : multiply(rotations[i], turn);
    scales[i] = parent < 0 ? factors : timesEach(alongAxes(scales[parent]!, multiply(rotation, turn)), factors);
  }
  const warnings: string[] = [];
  if (uneven > 0) warnings.push(`${count(uneven)} scaled unevenly, which joints below follow only as they stand at rest.`);
  if (flat > 0) warnings.push(`${count(flat)} scaled to nothing; scale 1 is used.`);
  return { order, children, positions, rotations, spaces, scales, warnings };
}

/** The world place of a point of a space: p + R (s ⊙ x). */
function place(origin: Vec3, space: Quat, factors: Vec3, at: Vec3): Vec3 {
  return add(origin, rotate(space, timesEach(at, factors)));
}

/** A scale as half a turn ρ and factors σ |S|; the mean of three that differ by float noise, 1 of none. */
function partsOf([x, y, z]: Vec3): { readonly turn: Quat; readonly factors: Vec3 } {
  const size = meanSize([x, y, z]);
  const sign = x * y * z < 0 ? -1 : 1;
  const even = sign * (size === 0 ? 1 : size);
  const factors: Vec3 = isUneven([x, y, z]) ? [sign * Math.abs(x), sign * Math.abs(y), sign * Math.abs(z)] : [even, even, even];
  const axis = [x, y, z].findIndex((value, i, all) => value * sign >= 0 && all.some((other, j) => j !== i && other * sign < 0));
  return { turn: axis < 0 ? IDENTITY : [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, 0], factors };
}

/** How long the turned axes are in a space that is scaled by `factors`: exact where they stay axes of that space, or all factors are the same. */
function alongAxes(factors: Vec3, turn: Quat): Vec3 {
  const [x, y, z] = factors;
  if (x === y && y === z) return factors;
  const along = (axis: Vec3): number => Math.sign(x) * length(timesEach(rotate(turn, axis), factors));
  return [along(UNIT_X), along(UNIT_Y), along(UNIT_Z)];
}

/** Whether a scale is not the same along all axes, beyond what float noise may cause. */
export function isUneven(factors: Vec3): boolean {
  const size = meanSize(factors);
  return Math.max(...factors.map((value) => Math.abs(Math.abs(value) - size))) > SCALE_NOISE * size;
}

function meanSize([x, y, z]: Vec3): number {
  return (Math.abs(x) + Math.abs(y) + Math.abs(z)) / 3;
}

function childrenOf(nodes: readonly SceneNode[]): number[][] {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, i) => {
    if (parent >= 0) children[parent]!.push(i);
  });
  return children;
}

function count(nodes: number): string {
  return nodes === 1 ? '1 node is' : `${nodes} nodes are`;
}
