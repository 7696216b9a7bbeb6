import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import { perRig } from '../../humanoid/body/per-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';

/** Seconds for which the body goes on with the speed that it has: momentum is kept. */
export const FELT_BY_ROOT = 1;

/** The same of a foot's way through the world. */
export const FELT_BY_FOOT = 1;

/** The same of joints that are no bone of the table. */
const FELT = 0.3;

/**
 * Seconds for which a bone's rotation goes on as it does at a key, without the side in its name. Fitted to dances, ball games and walks of three captured
 * people, where it comes nearest to what they did over 6 to 31 frames of 30 a second: limbs swing on, ends of limbs and the neck tremble.
 */
const FELT_BY_BONE: Readonly<Record<string, number>> = {
  hips: 0.8,
  spine: 0.45,
  chest: 0.45,
  upperChest: 0.2,
  neck: 0.2,
  head: 0.4,
  Shoulder: 0.65,
  UpperArm: 0.65,
  LowerArm: 0.65,
  Hand: 0.35,
  UpperLeg: 0.65,
  LowerLeg: 0.65,
  Foot: 0.2,
  Toes: 0.07,
};

/** One a joint: seconds for which its rotation goes on as it does at a key. */
export const feltSpeeds: (rig: Rig) => Float64Array = perRig((rig) => {
  const felt = new Float64Array(rig.skeleton.count).fill(FELT);
  for (const [bone, joint] of Object.entries(rig.humanoid) as [HumanoidBone, number][])
    felt[joint] = FELT_BY_BONE[bone.replace(/^(left|right)/, '')] ?? FELT;
  return felt;
});
