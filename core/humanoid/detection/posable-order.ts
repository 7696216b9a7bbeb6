import { isFinger } from '../body/bones.ts';
import { parentBones } from './disorder.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';
import type { FoundBones } from '../body/found-bones.ts';
import type { JointTree } from '../body/joint-tree.ts';

/** The joints in the order and hierarchy in which a body is posed. */
export interface PosableOrder {
  /** Tree joints, parents before children, limb by limb. */
  readonly order: readonly number[];
  /** For each place in `order`, the place of its parent, or −1. */
  readonly parents: readonly number[];
}

/**
 * Hangs every bone below its parent bone where the file does not: feet that a control rig keeps at the root, fingers beside the hand,
 * legs beside the hips. Everything else stays where it is.
 */
export function posableOrder(tree: JointTree, bones: FoundBones): PosableOrder {
  const parents = [...tree.parents];
  for (const [bone, found] of bones) {
    const parent = parentBones(bone).find((candidate) => bones.has(candidate));
    if (parent === undefined) continue;
    const target = bones.get(parent)!.joint;
    const moved = isFinger(bone) ? besideHand(tree, found.joint, target) : found.joint;
    if (hangsFrom(parents, found.joint, target) || hangsFrom(parents, target, moved)) continue;
    parents[moved] = target;
  }
  const order = depthFirst(parents);
  const place = new Map(order.map((joint, i) => [joint, i]));
  return { order, parents: order.map((joint) => (parents[joint]! < 0 ? -1 : place.get(parents[joint]!)!)) };
}

/** The whole branch that carries a finger beside the hand: a palm of its own moves with the hand too. */
function besideHand(tree: JointTree, finger: number, hand: number): number {
  let branch = finger;
  for (let up = tree.parents[branch]!; up >= 0 && !hangsFrom(tree.parents, hand, up); up = tree.parents[up]!) branch = up;
  return branch;
}

/** All joints of trees, parents before children, branch by branch; `parents`: for each its parent, or −1, in any order. */
export function depthFirst(parents: readonly number[]): number[] {
  const children: number[][] = parents.map(() => []);
  const pending: number[] = [];
  parents.forEach((parent, j) => (parent < 0 ? pending : children[parent]!).push(j));
  pending.reverse();
  const order: number[] = [];
  while (pending.length > 0) {
    const joint = pending.pop()!;
    order.push(joint);
    pending.push(...children[joint]!.toReversed());
  }
  return order;
}
