import { add, distance, dot, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { commonAncestor } from '../../skeleton/hierarchy.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { depthFirst } from './posable-order.ts';
import { partOfTree } from './part-of-tree.ts';
import { findSymmetry } from './shape-symmetry.ts';

/** Share of a body's height up to which a joint lies on the floor. */
const ON_FLOOR = 0.25;
/** Share of the drawn joints from which they hang together: a branch that has as many is a body, and others are what it holds. */
const TOGETHER = 0.5;
/** How many times as long as another a branch is that carries it: the two sides of a body are modelled alike. */
const LONGER = 1.01;

/**
 * The bones of a body that its file hangs apart, hung together; the same tree for all others. In rigs that controls drive, trunk, arms, legs and face hang
 * from controls of their own, which draw nothing, or from a root on the floor. The longest branch of drawn joints in the body's middle is its trunk, and
 * each other one is hung from the bone that it starts nearest to, of the trunk or a longer branch. Controls are left out: joints that draw nothing
 * and are none of `kept`, which are those that move a skin a little or were meant by somebody.
 */
export function gatherBody(tree: JointTree, kept: ReadonlySet<number>): JointTree {
  if (tree.isDrawn.every(Boolean)) return tree;
  const joints = tree.nodes.flatMap((_, j) => (tree.isDrawn[j] || kept.has(j) ? [j] : []));
  const isBone = new Set(joints);
  const above = (joint: number): number => {
    const parent = tree.parents[joint]!;
    return parent < 0 || isBone.has(parent) ? parent : above(parent);
  };
  const apart = partOfTree(tree, joints, joints.map(above));
  if (rootsOf(apart).length < 2 || hangsTogether(apart)) return tree;
  const bones = hungAs(apart, hungFromTwins(tree, joints, apart));
  const roots = rootsOf(bones);
  const jointOf = new Map(tree.nodes.map((node, j) => [node, j]));
  const carrier = commonAncestor(
    tree.parents,
    roots.map((root) => jointOf.get(bones.nodes[root]!)!),
  );
  if (roots.length === 1 || hangsTogether(bones)) return bones;
  if (carrier >= 0 && !isOnFloor(tree, carrier)) return tree;
  const trunk = trunkOf(bones, roots);
  return trunk === null ? tree : hungAs(bones, hungTogether(bones, roots, trunk));
}

function rootsOf({ parents }: JointTree): number[] {
  return parents.flatMap((parent, j) => (parent < 0 ? [j] : []));
}

/** The tree with other parents. */
function hungAs(tree: JointTree, parents: readonly number[]): JointTree {
  const order = depthFirst(parents);
  return partOfTree(
    tree,
    order,
    order.map((j) => parents[j]!),
  );
}

/** Share of the body's height within which a control lies at the place of a bone. */
const AT_PLACE = 1e-3;

/**
 * The parent of each of some bones, which are `joints` of the whole tree, when every root hangs from the twin of a control above it: the bone at the same place, which that control
 * moves. Rigify hangs each deforming bone, or each limb of them, from a chain of controls that has the shape of the body.
 */
function hungFromTwins(tree: JointTree, joints: readonly number[], bones: JointTree): number[] {
  const heights = tree.positions.map((position) => position[1]);
  const near = AT_PLACE * (Math.max(...heights) - Math.min(...heights));
  const hung = [...bones.parents];
  const known = new Map<number, readonly number[]>();
  /** The bones at the place of a control. */
  const twinsOf = (control: number): readonly number[] => {
    const place = tree.positions[control]!;
    const found =
      known.get(control) ??
      bones.positions.flatMap((at, bone) => (Math.abs(at[1] - place[1]) <= near && distance(at, place) <= near ? [bone] : []));
    known.set(control, found);
    return found;
  };
  /** Whether a bone hangs, as far as it does by now, from another. */
  const hangsBelow = (bone: number, other: number): boolean => {
    for (let j = bone; j >= 0; j = hung[j]!) if (j === other) return true;
    return false;
  };
  for (const root of rootsOf(bones)) {
    for (let control = tree.parents[joints[root]!]!; control >= 0 && hung[root]! < 0; control = tree.parents[control]!) {
      if (distance(tree.positions[control]!, bones.positions[root]!) <= near) continue;
      hung[root] = twinsOf(control).find((bone) => !hangsBelow(bone, root)) ?? -1;
    }
  }
  return hung;
}

function isOnFloor({ positions }: JointTree, joint: number): boolean {
  const heights = positions.map((position) => position[1]);
  const lowest = Math.min(...heights);
  return heights[joint]! - lowest < ON_FLOOR * (Math.max(...heights) - lowest);
}

function hangsTogether({ parents, count }: JointTree): boolean {
  const sizes = parents.map(() => 1);
  for (let j = count - 1; j >= 0; j--) if (parents[j]! >= 0) sizes[parents[j]!]! += sizes[j]!;
  return Math.max(...sizes) >= TOGETHER * count;
}

/** The root of the longest branch that is its own mirror image; null where none is. */
function trunkOf(bones: JointTree, roots: readonly number[]): number | null {
  const { mirror } = findSymmetry(bones);
  const middle = roots.filter((root) => mirror[root] === root);
  return middle.reduce<number | null>(
    (best, root) => (best === null || bones.reach[root]! > bones.reach[best]! ? root : best),
    null,
  );
}

/**
 * The joint that each hangs from when every root but the trunk's hangs from the bone that it lies nearest to, of the trunk or of a longer branch, so that
 * both sides hang alike; −1 for the trunk's.
 */
function hungTogether(bones: JointTree, roots: readonly number[], trunk: number): number[] {
  const { positions, children, reach } = bones;
  const hung = [...bones.parents];
  const longest = children.map((below, j) =>
    below.reduce((most, child) => Math.max(most, distance(positions[child]!, positions[j]!)), 0),
  );
  const branches = roots.map((root) => ({
    root,
    length: root === trunk ? Infinity : reach[root]!,
    joints: branchOf(bones, root),
  }));
  for (const { root, length } of branches) {
    if (root === trunk) continue;
    const point = positions[root]!;
    let least = Infinity;
    for (const other of branches) {
      if (!(other.length > length * LONGER)) continue;
      for (const joint of other.joints) {
        // Most lie so far away that none of their bones is nearer.
        if (distance(point, positions[joint]!) - longest[joint]! >= least) continue;
        const away = distanceToBones(bones, joint, point);
        if (away >= least) continue;
        least = away;
        hung[root] = joint;
      }
    }
  }
  return hung;
}

function branchOf({ children }: JointTree, root: number): number[] {
  const branch = [root];
  for (let i = 0; i < branch.length; i++) branch.push(...children[branch[i]!]!);
  return branch;
}

/** Metres from a point to a joint, or to the bones that go on from it where it lies beside them. */
function distanceToBones({ positions, children }: JointTree, joint: number, point: Vec3): number {
  const start = positions[joint]!;
  const ways = children[joint]!.flatMap((child): number[] => {
    const bone = subtract(positions[child]!, start);
    const along = dot(subtract(point, start), bone) / (dot(bone, bone) || 1);
    return along > 0 && along < 1 ? [distance(point, add(start, scale(bone, along)))] : [];
  });
  return Math.min(distance(point, start), ...ways);
}
