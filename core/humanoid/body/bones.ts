import { checkText } from '../../math/check-values.ts';
/** Canonical humanoid bones: VRM 1.0's names. */
export const HUMANOID_BONES = [
  'hips',
  'spine',
  'chest',
  'upperChest',
  'neck',
  'head',
  'leftEye',
  'rightEye',
  'jaw',
  'leftShoulder',
  'leftUpperArm',
  'leftLowerArm',
  'leftHand',
  'rightShoulder',
  'rightUpperArm',
  'rightLowerArm',
  'rightHand',
  'leftUpperLeg',
  'leftLowerLeg',
  'leftFoot',
  'leftToes',
  'rightUpperLeg',
  'rightLowerLeg',
  'rightFoot',
  'rightToes',
  'leftThumbMetacarpal',
  'leftThumbProximal',
  'leftThumbDistal',
  'leftIndexProximal',
  'leftIndexIntermediate',
  'leftIndexDistal',
  'leftMiddleProximal',
  'leftMiddleIntermediate',
  'leftMiddleDistal',
  'leftRingProximal',
  'leftRingIntermediate',
  'leftRingDistal',
  'leftLittleProximal',
  'leftLittleIntermediate',
  'leftLittleDistal',
  'rightThumbMetacarpal',
  'rightThumbProximal',
  'rightThumbDistal',
  'rightIndexProximal',
  'rightIndexIntermediate',
  'rightIndexDistal',
  'rightMiddleProximal',
  'rightMiddleIntermediate',
  'rightMiddleDistal',
  'rightRingProximal',
  'rightRingIntermediate',
  'rightRingDistal',
  'rightLittleProximal',
  'rightLittleIntermediate',
  'rightLittleDistal',
] as const;

/** A bone of {@link HUMANOID_BONES}. */
export type HumanoidBone = (typeof HUMANOID_BONES)[number];

/** The bones between hips and neck, from below: a body may lack some of them. */
export const SPINE: readonly HumanoidBone[] = ['spine', 'chest', 'upperChest'];
/** The same with the hips. */
export const TRUNK: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest'];

/** Which joint of a skeleton stands for each humanoid bone. */
export type HumanoidMap = Readonly<Partial<Record<HumanoidBone, number>>>;

/** The same bone on the other side; middle bones are their own counterparts. */
export function otherSide(bone: HumanoidBone): HumanoidBone {
  checkText(bone, 'the bone');
  return onOtherSide(bone);
}

/** The same of any name that may begin with a side, as those of bones and handles do. */
export function onOtherSide<Name extends string>(name: Name): Name {
  return name.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left')) as Name;
}

export function isFinger(bone: HumanoidBone): boolean {
  return /Thumb|Index|Middle|Ring|Little/.test(bone);
}
