import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';

/** `leftUpperArm` → `Left upper arm`. */
export function inWords(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The humanoid bone that a joint stands for, or null. */
export function boneOf(rig: Rig, joint: number): HumanoidBone | null {
  const found = Object.entries(rig.humanoid).find(([, index]) => index === joint);
  return found ? (found[0] as HumanoidBone) : null;
}

/** What a joint is called on screen: its bone in words, or its own name. */
export function jointLabel(rig: Rig, joint: number): string {
  const bone = boneOf(rig, joint);
  return bone ? inWords(bone) : (rig.skeleton.names[joint] ?? `Joint ${joint}`);
}
