import { length, subtract } from '../../math/vec3.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { bonesBeside } from './beside-bones.ts';
import { partOfTree } from './part-of-tree.ts';

/** A tree without the joints that tell nothing of a body's shape. */
export interface PlainTree {
  readonly tree: JointTree;
  /** The joint of the whole tree for each joint of this one. */
  readonly joints: readonly number[];
}

/** Share of the longest way down from a joint within which a joint below it lies where it does. */
const SAME_PLACE = 0.01;
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
    const bones = children.map((c) => ({
      end: subtract(tree.positions[c]!, tree.positions[j]!),
      isLast: tree.ends[c]!.length === 0 && !tree.children[c]!.some((below) => isKept[below]),
    }));
    const isBeside = bonesBeside(bones);
    bones.forEach(({ end, isLast }, c) => {
      if (isLast && (length(end) <= SAME_PLACE * tree.reach[j]! || isBeside(c))) isKept[children[c]!] = false;
    });
  }
  return without(tree, isKept);
}

/** For each joint whether something is drawn on it or below it. */
function carriesDrawn({ count, parents, isDrawn }: JointTree): boolean[] {
  const carries = [...isDrawn];
  for (let j = count - 1; j > 0; j--) if (carries[j] && parents[j]! >= 0) carries[parents[j]!] = true;
  return carries;
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
