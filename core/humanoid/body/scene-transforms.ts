import { multiply, normalizeQuat, rotate, type Quat } from '../../math/quat.ts';
import { add, scale, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene, SceneNode } from '../../skeleton/scene.ts';

/** Where the nodes of a scene stand. Rotations are without scale; a node's scale is the mean of its three numbers. */
export interface SceneTransforms {
  /** Node indices, parents before children. */
  readonly order: readonly number[];
  readonly children: readonly (readonly number[])[];
  readonly positions: readonly Vec3[];
  readonly rotations: readonly Quat[];
  /** World metres for one unit of a child's translation, > 0. */
  readonly scales: readonly number[];
  readonly warnings: readonly string[];
}

/** Relative difference between the three numbers of a scale that float noise may cause. */
const SCALE_NOISE = 2e-3;

/** World transforms of all nodes. Throws a `RangeError` when parents are missing or go in a circle, or numbers are not finite. */
export function sceneTransforms(scene: CharacterScene): SceneTransforms {
  const { nodes } = scene;
  const children = childrenOf(nodes);
  const order = nodes.flatMap((node, i) => (node.parent < 0 ? [i] : []));
  for (let i = 0; i < order.length; i++) for (const child of children[order[i]!]!) order.push(child);
  if (order.length !== nodes.length) throw new RangeError('the nodes of a character must form trees, but some go in a circle');
  const positions: Vec3[] = [];
  const rotations: Quat[] = [];
  const scales: number[] = [];
  let uneven = 0;
  let mirrored = 0;
  let flat = 0;
  for (const i of order) {
    const node = nodes[i]!;
    checkFinite(node, i);
    const [x, y, z] = node.scale;
    const size = meanSize(node.scale);
    if (x < 0 || y < 0 || z < 0) mirrored++;
    if (isUneven(node.scale)) uneven++;
    if (size === 0) flat++;
    const rotation = normalizeQuat(node.rotation);
    const { parent } = node;
    positions[i] =
      parent < 0
        ? node.translation
        : add(positions[parent]!, rotate(rotations[parent]!, scale(node.translation, scales[parent]!)));
    rotations[i] = parent < 0 ? rotation : multiply(rotations[parent]!, rotation);
    scales[i] = (parent < 0 ? 1 : scales[parent]!) * (size === 0 ? 1 : size);
  }
  const warnings: string[] = [];
  if (uneven > 0) warnings.push(`${count(uneven)} scaled unevenly; the mean of the three scales is used.`);
  if (mirrored > 0) warnings.push(`${count(mirrored)} mirrored by a negative scale; the mirroring is not followed.`);
  if (flat > 0) warnings.push(`${count(flat)} scaled to nothing; scale 1 is used.`);
  return { order, children, positions, rotations, scales, warnings };
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
    if (!Number.isInteger(parent) || parent < -1 || parent >= nodes.length) {
      throw new RangeError(`node ${i}: the parent must be a node index or −1, got ${parent}`);
    }
    if (parent >= 0) children[parent]!.push(i);
  });
  return children;
}

function checkFinite(node: SceneNode, index: number): void {
  if (![...node.translation, ...node.rotation, ...node.scale].every(Number.isFinite)) {
    throw new RangeError(`node ${index} "${node.name}": translation, rotation and scale must be finite numbers`);
  }
}

function count(nodes: number): string {
  return nodes === 1 ? '1 node is' : `${nodes} nodes are`;
}
