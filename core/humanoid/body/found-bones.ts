import type { HumanoidBone } from './bones.ts';
import type { JointTree } from './joint-tree.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** A joint that was found for a humanoid bone. */
export interface FoundBone {
  readonly joint: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly reason: string;
}

export type FoundBones = Map<HumanoidBone, FoundBone>;

export const SIDES = ['left', 'right'] as const;

export type Side = (typeof SIDES)[number];

/** `sided('left', 'UpperArm')` is `leftUpperArm`. */
export function sided<Name extends string>(side: Side, name: Name): `${Side}${Name}` {
  return `${side}${name}`;
}

/** The side that a name begins with: of `leftHand`, `left`. */
export function sideOf(name: string): Side {
  return name.startsWith('left') ? 'left' : 'right';
}

/** The nearest joint that carries all the given ones (it may be one of them); −1 when they have none in common. */
export function commonAncestor(parents: ArrayLike<number>, joints: readonly number[]): number {
  if (joints.length === 0) return -1;
  return joints.reduce((a, b) => {
    let left = a;
    let right = b;
    while (left !== right) {
      if (left > right) left = parents[left]!;
      else right = parents[right]!;
    }
    return left;
  });
}

/** The joints from below `top` down to `bottom`, both left out, from the top; empty when `bottom` does not hang from `top`. */
export function pathBetween(tree: JointTree, top: number, bottom: number): number[] {
  if (!hangsFrom(tree.parents, bottom, top)) return [];
  const path: number[] = [];
  for (let j = tree.parents[bottom]!; j > top; j = tree.parents[j]!) path.push(j);
  return path.reverse();
}
