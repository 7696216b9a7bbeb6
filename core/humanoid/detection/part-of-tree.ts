import { reachBelow, type JointTree } from '../body/joint-tree.ts';

/**
 * The tree of some joints of another. `joints`: joints of the whole tree, parents before children; `parents`: for each the joint of the whole
 * tree that it hangs from, one of `joints`, or −1.
 */
export function partOfTree(tree: JointTree, joints: readonly number[], parents: readonly number[]): JointTree {
  const places = new Map(joints.map((joint, i) => [joint, i]));
  const pick = <Item>(items: readonly Item[]): Item[] => joints.map((joint) => items[joint]!);
  const above = parents.map((parent) => (parent < 0 ? -1 : places.get(parent)!));
  const children: number[][] = joints.map(() => []);
  above.forEach((parent, j) => {
    if (parent >= 0) children[parent]!.push(j);
  });
  const positions = pick(tree.positions);
  return {
    count: joints.length,
    nodes: pick(tree.nodes),
    names: pick(tree.names),
    meanings: pick(tree.meanings),
    parents: above,
    children,
    forks: pick(tree.forks),
    reach: reachBelow(above, positions),
    positions,
    rotations: pick(tree.rotations),
    ends: pick(tree.ends),
    isDrawn: pick(tree.isDrawn),
    drawnWidths: pick(tree.drawnWidths),
    isTurned: pick(tree.isTurned),
  };
}
