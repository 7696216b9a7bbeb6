import type { BoneRole } from '../body/bone-names.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { Side } from '../body/found-bones.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

export const FINGERS = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;

export type Finger = (typeof FINGERS)[number];

/** The bones of one finger for its joints from the hand outward; a metacarpal of a finger other than the thumb is left out before. */
export function fingerBones(side: Side, finger: Finger, joints: readonly number[]): [HumanoidBone, number][] {
  const parts =
    finger !== 'Thumb'
      ? (['Proximal', 'Intermediate', 'Distal'] as const)
      : joints.length >= 3
        ? (['Metacarpal', 'Proximal', 'Distal'] as const)
        : (['Proximal', 'Distal'] as const);
  return parts.flatMap((part, i): [HumanoidBone, number][] => {
    const joint = joints[i];
    return joint === undefined ? [] : [[`${side}${finger}${part}` as HumanoidBone, joint]];
  });
}

/** The finger bones of one hand as names tell them, also where the fingers hang beside the hand. */
export function namedFingers(tree: JointTree, side: Side, hand: number): [HumanoidBone, number][] {
  const carrier = tree.parents[hand]! >= 0 ? tree.parents[hand]! : hand;
  const joints = tree.names.flatMap((_, j) =>
    tree.meanings[j]!.side === side && j !== hand && hangsFrom(tree.parents, j, carrier) ? [j] : [],
  );
  const numbering = fingerNumbering(tree, joints);
  return FINGERS.flatMap((finger, number) => {
    const role = finger.toLowerCase() as BoneRole;
    const own = joints.filter((j) => {
      const meaning = tree.meanings[j]!;
      if (meaning.role === role) return !(meaning.phalanx === 0 && finger !== 'Thumb');
      return meaning.role === 'finger' && numbering !== null && meaning.numbers[0] === number + numbering;
    });
    return fingerBones(side, finger, inLine(tree, own));
  });
}

/** Number of the thumb where fingers are only numbered: 0 for "Finger0" (3ds Max Biped), 1 for "finger1-1"; null when they are not. */
function fingerNumbering(tree: JointTree, joints: readonly number[]): number | null {
  const numbers = joints.flatMap((j) => (tree.meanings[j]!.role === 'finger' ? [tree.meanings[j]!.numbers] : []));
  if (numbers.some(([finger]) => finger === 0)) return 0;
  return numbers.length > 0 && numbers.every((each) => each.length === 2) ? 1 : null;
}

/** The joints that form one chain from the first on. */
function inLine(tree: JointTree, joints: readonly number[]): number[] {
  const chain: number[] = [];
  for (const j of joints) if (chain.length === 0 || hangsFrom(tree.parents, j, chain.at(-1)!)) chain.push(j);
  return chain;
}
