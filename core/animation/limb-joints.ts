import type { HumanoidBone } from '../humanoid/body/bones.ts';
import { hocksOf } from '../humanoid/body/hock.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { distance, vec3At } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { restPose } from '../skeleton/pose.ts';

export type LimbName = 'leftArm' | 'rightArm' | 'leftLeg' | 'rightLeg';

/** An arm or a leg: what moves to bring a hand or a foot to its place. */
export interface Limb {
  readonly name: LimbName;
  /** The wrist or ankle. */
  readonly end: number;
  /** The joint of the upper arm or thigh. */
  readonly top: number;
  /** Joints from `end` up to `top`, both included. */
  readonly joints: readonly number[];
  /** Metres from top to end when the limb is straight. */
  readonly length: number;
  /** The elbow or knee. */
  readonly middle: number;
  /** The joint below it that turns back as far as it turns: the hock of an animal's leg, −1 in other limbs. */
  readonly hock: number;
}

const LIMBS: readonly (readonly [name: LimbName, top: HumanoidBone, middle: HumanoidBone, end: HumanoidBone])[] = [
  ['leftArm', 'leftUpperArm', 'leftLowerArm', 'leftHand'],
  ['rightArm', 'rightUpperArm', 'rightLowerArm', 'rightHand'],
  ['leftLeg', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot'],
  ['rightLeg', 'rightUpperLeg', 'rightLowerLeg', 'rightFoot'],
];

/** The limbs of a character that have all their bones. */
export function limbsOf(rig: Rig): Limb[] {
  const { humanoid, skeleton } = rig;
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const apart = (a: number, b: number) => distance(vec3At(rest.positions, a), vec3At(rest.positions, b));
  return LIMBS.flatMap(([name, topBone, middleBone, endBone]) => {
    const [top, middle, end] = [humanoid[topBone], humanoid[middleBone], humanoid[endBone]];
    if (top === undefined || middle === undefined || end === undefined) return [];
    const joints: number[] = [];
    for (let joint = end; joint >= 0 && joints.at(-1) !== top; joint = skeleton.parents[joint]!) joints.push(joint);
    if (joints.at(-1) !== top) return [];
    const hock = name.endsWith('Leg') ? (hocksOf(rig)[name.startsWith('left') ? 'left' : 'right'] ?? -1) : -1;
    const below = hock < 0 ? apart(middle, end) : apart(middle, hock) + apart(hock, end);
    return [{ name, end, top, joints, length: apart(top, middle) + below, middle, hock }];
  });
}
