import type { HumanoidBone } from './bones.ts';
import { perRig } from './per-rig.ts';
import type { Rig } from './rig.ts';

/** The humanoid bones of a rig by the index of the joint that stands for them. */
const bonesOf = perRig((rig) => new Map(Object.entries(rig.humanoid).map(([bone, joint]) => [joint, bone as HumanoidBone])));

/** `leftUpperArm` → `Left upper arm`. */
export function inWords(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The humanoid bone that a joint stands for, or null. */
export function boneOf(rig: Rig, joint: number): HumanoidBone | null {
  return bonesOf(rig).get(joint) ?? null;
}

/** What a joint is called where a line begins: its bone in words, or its own name. */
export function jointLabel(rig: Rig, joint: number): string {
  const bone = boneOf(rig, joint);
  return bone ? inWords(bone) : (rig.skeleton.names[joint] ?? `Joint ${joint}`);
}

/** The same within a sentence: `left upper arm`; a name of its own stays as it is spelled. */
export function jointInSentence(rig: Rig, joint: number): string {
  const label = jointLabel(rig, joint);
  return boneOf(rig, joint) ? label.toLowerCase() : label;
}
