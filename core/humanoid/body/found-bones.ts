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

/** The joints from below `top` down to `bottom`, both left out, from the top; empty when `bottom` does not hang from `top`. */
export function pathBetween(tree: JointTree, top: number, bottom: number): number[] {
  if (!hangsFrom(tree.parents, bottom, top)) return [];
  const path: number[] = [];
  for (let j = tree.parents[bottom]!; j > top; j = tree.parents[j]!) path.push(j);
  return path.reverse();
}
