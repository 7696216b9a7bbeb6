import { clamp } from '../../../math/angles.ts';
import { defaultStiffness } from '../../anatomy/anatomical-limits.ts';
import type { Limb } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';

/** Stiffness that both sides' arms and legs have by default. */
const UPPER_STIFFNESS = defaultStiffness('leftUpperArm');
const BEND_STIFFNESS = defaultStiffness('leftLowerArm');

/** How far the upper joint or the bend of a limb was made stiffer than by default, as a share of what there is to 1, 0 to 1. */
export function stiffenedShare({ skeleton }: Rig, { upper, bend }: Limb): number {
  const share = (joint: number, usual: number): number => (skeleton.stiffness[joint]! - usual) / (1 - usual);
  return clamp(Math.max(share(upper, UPPER_STIFFNESS), share(bend, BEND_STIFFNESS)), 0, 1);
}
