import type { HumanoidBone } from './bones.ts';
import type { JointTree } from './joint-tree.ts';

/**
 * Names the joints of the trunk by their order from the hips: one is the spine, two are spine and chest, of more than three the
 * middle one by height is the chest.
 */
export function trunkBones(tree: JointTree, trunk: readonly number[]): [HumanoidBone, number][] {
  const first = trunk[0];
  const last = trunk.at(-1);
  if (first === undefined || last === undefined) return [];
  if (trunk.length === 1) return [['spine', first]];
  if (trunk.length === 2)
    return [
      ['spine', first],
      ['chest', last],
    ];
  const middleHeight = (tree.positions[first]![1] + tree.positions[last]![1]) / 2;
  const chest = trunk
    .slice(1, -1)
    .reduce((best, j) => (distanceTo(tree, j, middleHeight) < distanceTo(tree, best, middleHeight) ? j : best));
  return [
    ['spine', first],
    ['chest', chest],
    ['upperChest', last],
  ];
}

function distanceTo(tree: JointTree, joint: number, height: number): number {
  return Math.abs(tree.positions[joint]![1] - height);
}
