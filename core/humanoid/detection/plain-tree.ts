import { distance, dot, length, scale, subtract } from '../../math/vec3.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { partOfTree } from './part-of-tree.ts';

/** A tree without the joints that tell nothing of a body's shape. */
export interface PlainTree {
  readonly tree: JointTree;
  /** The joint of the whole tree for each joint of this one. */
  readonly joints: readonly number[];
}

/** Distances as shares of a bone's length: at the same place, and beside the bone's line. */
const SAME_PLACE = 0.01;
const BESIDE = 0.02;
/** Share of a body's joints that is drawn or carries what is, from which the others are no part of it. */
const MOSTLY_DRAWN = 0.25;

/**
 * The tree without what rigs hang beside a body's bones: joints at the end of which nothing is drawn (`withoutBare`), as controls, sockets and the
 * ends of toes and fingers are, and last joints that lie where their parent or another joint does, or on the line to another joint, as twist
 * bones do. A last joint that the file marks the end of is kept.
 */
export function plainTree(tree: JointTree, withoutBare: boolean): PlainTree {
  const isKept = tree.nodes.map(() => true);
  const carries = carriesDrawn(tree);
  const looksDrawn = carries.filter(Boolean).length >= MOSTLY_DRAWN * tree.count;
  for (let j = tree.count - 1; j >= 0; j--) {
    if (withoutBare && looksDrawn && !carries[j]) isKept[j] = false;
    const children = tree.children[j]!.filter((c) => isKept[c]);
    const isLast = (c: number) => tree.ends[c]!.length === 0 && !tree.children[c]!.some((below) => isKept[below]);
    for (const child of children) if (isLast(child) && isBeside(tree, child, children, isLast)) isKept[child] = false;
  }
  return without(tree, isKept);
}

/** For each joint whether something is drawn on it or below it. */
function carriesDrawn({ count, parents, isDrawn }: JointTree): boolean[] {
  const carries = [...isDrawn];
  for (let j = count - 1; j > 0; j--) if (carries[j] && parents[j]! >= 0) carries[parents[j]!] = true;
  return carries;
}

/** Whether a last joint lies where its parent or a sibling that goes on does, or on the way to a sibling. */
function isBeside(
  { positions, parents, reach }: JointTree,
  joint: number,
  siblings: readonly number[],
  isLast: (joint: number) => boolean,
): boolean {
  const parent = parents[joint]!;
  const way = subtract(positions[joint]!, positions[parent]!);
  if (length(way) <= SAME_PLACE * reach[parent]!) return true;
  return siblings.some((sibling) => {
    if (sibling === joint) return false;
    const bone = subtract(positions[sibling]!, positions[parent]!);
    const share = dot(way, bone) / (dot(bone, bone) || 1);
    if (length(subtract(way, scale(bone, share))) > BESIDE * length(bone)) return false;
    const isThere = distance(positions[joint]!, positions[sibling]!) <= SAME_PLACE * length(bone);
    return isThere ? !isLast(sibling) : share > 0 && share < 1;
  });
}

/** The tree of the joints that are kept, which hang from kept ones. */
function without(tree: JointTree, isKept: readonly boolean[]): PlainTree {
  const joints = tree.nodes.flatMap((_, j) => (isKept[j] ? [j] : []));
  return {
    tree: partOfTree(
      tree,
      joints,
      joints.map((joint) => tree.parents[joint]!),
    ),
    joints,
  };
}
