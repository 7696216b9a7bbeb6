import { spellOut } from '../../math/check-values.ts';
import { hypot } from '../../math/elementary.ts';
import type { Quat } from '../../math/quat.ts';
import { distance, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { bodyTree } from './body-tree.ts';
import { readBoneName, type NamedBone } from './bone-names.ts';
import type { SceneTransforms } from './scene-transforms.ts';

/** The joints of a character as its file has them, before anything is known about their meaning; parents before children. */
export interface JointTree {
  readonly count: number;
  /** Node index in the file. */
  readonly nodes: readonly number[];
  readonly names: readonly string[];
  /** What each joint's name says. */
  readonly meanings: readonly NamedBone[];
  readonly parents: readonly number[];
  readonly children: readonly (readonly number[])[];
  /** Whether several joints hang from each in the file, also from those of a tree of which some were left out. */
  readonly forks: readonly boolean[];
  /** Length of the longest way down from each joint, metres. */
  readonly reach: readonly number[];
  /** World, at rest. */
  readonly positions: readonly Vec3[];
  readonly rotations: readonly Quat[];
  /** Rest positions of the file's nodes below each joint that are no joints themselves and show nothing: ends of bones. */
  readonly ends: readonly (readonly Vec3[])[];
  /** Whether something is drawn on each joint itself: where its skin could not be read, whether that has it; true for all of a body without a skin. */
  readonly isDrawn: readonly boolean[];
  /** How wide or deep what is drawn on each joint is at rest, the larger of both along X and Z, metres; 0 where nothing is known to be drawn. */
  readonly drawnWidths: readonly number[];
  /** Whether the file's animations turn each joint; true for all of a file whose animations turn no body. */
  readonly isTurned: readonly boolean[];
}

/** Joints that must move a skin, or be turned by animations, before those that do not tell anything. */
const FEWEST_TELLING = 8;

/** More joints than any character has: a file with more is a scene of something else. */
const MOST_JOINTS = 4096;

/**
 * Chooses the nodes that are joints: those of skins and declared bones, `extra` ones, and what stands between them up to their common
 * ancestor. A character without skin and declarations gives all nodes of the tree that is its body.
 */
export function chooseJoints(scene: CharacterScene, transforms: SceneTransforms, extra: readonly number[]): JointTree {
  const { nodes } = scene;
  const chosen = new Set([...scene.skinJoints, ...Object.values(scene.declaredBones), ...extra]);
  for (const node of chosen) {
    if (!nodes[node]) throw new RangeError(`a joint must be one of the ${nodes.length} nodes, got ${spellOut(node)}`);
  }
  if (scene.skinJoints.length === 0 && Object.keys(scene.declaredBones).length === 0) {
    for (const node of rigidJoints(scene, transforms)) chosen.add(node);
  }
  addBetween(scene, transforms, chosen);
  if (chosen.size > MOST_JOINTS) {
    throw new RangeError(`no usable skeleton: a character has at most ${MOST_JOINTS} joints, but there are ${chosen.size}`);
  }
  const joints = transforms.order.filter((node) => chosen.has(node));
  const indices = new Map(joints.map((node, j) => [node, j]));
  const parents = joints.map((node) => nearestJoint(scene, indices, nodes[node]!.parent));
  const children: number[][] = joints.map(() => []);
  parents.forEach((parent, j) => {
    if (parent >= 0) children[parent]!.push(j);
  });
  const shown = new Set(scene.meshNodes);
  const names = joints.map((node) => nodes[node]!.name);
  const positions = joints.map((node) => transforms.positions[node]!);
  const drawnWidths = joints.map(() => 0);
  const drawn = new Set<number>();
  for (const { node, points } of scene.meshExtents) {
    const joint = nearestJoint(scene, indices, node);
    if (joint >= 0) drawnWidths[joint] = Math.max(drawnWidths[joint]!, widthOf(points));
    drawn.add(joint);
  }
  const skin = new Set(scene.skinJoints);
  const skinned = scene.meshExtents.filter(({ node }) => skin.has(node)).length;
  const turned = new Set(scene.turningNodes?.map((node) => indices.get(node) ?? -1));
  return {
    count: joints.length,
    nodes: joints,
    names,
    meanings: names.map(readBoneName),
    parents,
    children,
    forks: children.map(({ length }) => length > 1),
    reach: reachBelow(parents, positions),
    positions,
    rotations: joints.map((node) => transforms.rotations[node]!),
    ends: joints.map((node) =>
      transforms.children[node]!.flatMap((c) => (chosen.has(c) || shown.has(c) ? [] : [transforms.positions[c]!])),
    ),
    isDrawn: joints.map((node, j) => {
      if (skinned >= FEWEST_TELLING) return drawn.has(j);
      return skin.size < FEWEST_TELLING || skin.has(node);
    }),
    drawnWidths,
    isTurned: joints.map((_, j) => turned.size < FEWEST_TELLING || turned.has(j)),
  };
}

/** The larger extent of points along X and Z, 0 of none; `points` 3 × n. */
function widthOf(points: readonly number[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  points.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  });
  return Math.max(0, high[0]! - low[0]!, high[2]! - low[2]!);
}

/** Length of the longest way down from each joint, parents before children. */
export function reachBelow(parents: readonly number[], positions: readonly Vec3[]): number[] {
  const reach = parents.map(() => 0);
  for (let j = parents.length - 1; j > 0; j--) {
    const parent = parents[j]!;
    if (parent >= 0) reach[parent] = Math.max(reach[parent]!, distance(positions[parent]!, positions[j]!) + reach[j]!);
  }
  return reach;
}

/** The joint of `node` or of its nearest ancestor that is a joint; −1 when there is none. */
export function nearestJoint(scene: CharacterScene, indices: ReadonlyMap<number, number>, node: number): number {
  for (let n = node; n >= 0; n = scene.nodes[n]!.parent) {
    const joint = indices.get(n);
    if (joint !== undefined) return joint;
  }
  return -1;
}

/**
 * Nodes of a character made of rigid parts: all of its body's tree, without meshes that only hang at the end of a part, and without the ends of
 * bones: nodes at which nothing hangs and nothing is drawn, below a part that is. Those that are called bones are found by {@link bonesBeside}.
 */
function rigidJoints(scene: CharacterScene, transforms: SceneTransforms): number[] {
  const { children, positions } = transforms;
  const shown = new Set(scene.meshNodes);
  return bodyTree(scene, transforms).filter((node) => {
    const { parent } = scene.nodes[node]!;
    const isLeaf = children[node]!.length === 0 && parent >= 0;
    const isPart = shown.has(node) && isLeaf;
    if (isLeaf && !isPart && shown.has(parent)) return false;
    return !(isPart && samePlace(positions[node]!, positions[parent]!));
  });
}

function samePlace(a: Vec3, b: Vec3): boolean {
  return distance(a, b) < 1e-6 * (1 + hypot(...a));
}

/** Adds the ancestors of the chosen nodes up to the node that carries them all. */
function addBetween(scene: CharacterScene, { order }: SceneTransforms, chosen: Set<number>): void {
  const all = chosen.size;
  const carried = new Int32Array(scene.nodes.length);
  for (const node of order.toReversed()) {
    if (chosen.has(node)) carried[node]!++;
    const { parent } = scene.nodes[node]!;
    if (parent >= 0) carried[parent]! += carried[node]!;
  }
  for (const node of order) if (carried[node]! > 0 && carried[node]! < all) chosen.add(node);
  const common = order.findLast((node) => carried[node] === all);
  if (common !== undefined) chosen.add(common);
}

/** Nodes below the joints of a tree that are bones by their names, show nothing and are not among the joints: unskinned hands and feet. */
export function bonesBeside(scene: CharacterScene, { order }: SceneTransforms, tree: JointTree): number[] {
  const shown = new Set(scene.meshNodes);
  const joints = new Set(tree.nodes);
  const taken = new Set(tree.meanings.map(key));
  const found = new Set<number>();
  for (const node of order) {
    const { parent, name } = scene.nodes[node]!;
    if (joints.has(node) || shown.has(node) || !(joints.has(parent) || found.has(parent))) continue;
    const meaning = readBoneName(name);
    if (meaning.role !== null && !taken.has(key(meaning))) found.add(node);
  }
  return [...found];
}

function key({ role, side, numbers }: NamedBone): string {
  return `${role} ${side} ${numbers.join(' ')}`;
}
