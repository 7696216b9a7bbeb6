import { conjugate, multiply, normalizeQuat, type Quat } from '../../math/quat.ts';
import { forwardKinematics, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { HumanoidBone } from './bones.ts';
import type { HandleName } from './handles.ts';
import { hocksOf } from './hock.ts';
import type { Rig } from './rig.ts';

/** The joints of an arm or a leg. */
export interface Limb {
  readonly upper: number;
  /** Elbow or knee. */
  readonly bend: number;
  /** Wrist or ankle. */
  readonly end: number;
  /** The joint between bend and end that turns back as far as the bend turns: the hock of an animal's leg, −1 in other limbs. */
  readonly hock: number;
  /** Whether the handle is the limb's pole rather than its end. */
  readonly isPole: boolean;
}

type LimbBones = readonly [upper: HumanoidBone, bend: HumanoidBone, end: HumanoidBone];

const LEFT_ARM: LimbBones = ['leftUpperArm', 'leftLowerArm', 'leftHand'];
const RIGHT_ARM: LimbBones = ['rightUpperArm', 'rightLowerArm', 'rightHand'];
const LEFT_LEG: LimbBones = ['leftUpperLeg', 'leftLowerLeg', 'leftFoot'];
const RIGHT_LEG: LimbBones = ['rightUpperLeg', 'rightLowerLeg', 'rightFoot'];

const ENDS: Readonly<Partial<Record<HandleName, LimbBones>>> = {
  leftHand: LEFT_ARM,
  rightHand: RIGHT_ARM,
  leftFoot: LEFT_LEG,
  rightFoot: RIGHT_LEG,
};

const POLES: Readonly<Partial<Record<HandleName, LimbBones>>> = {
  leftElbow: LEFT_ARM,
  rightElbow: RIGHT_ARM,
  leftKnee: LEFT_LEG,
  rightKnee: RIGHT_LEG,
};

/** The limb that a handle belongs to; null for the trunk and the head, and where the rig lacks a joint of it. */
export function limbOf(rig: Rig, handle: HandleName): Limb | null {
  const isPole = handle in POLES;
  const joints = (ENDS[handle] ?? POLES[handle])?.map((bone) => rig.humanoid[bone]);
  const [upper, bend, end] = joints ?? [];
  if (upper === undefined || bend === undefined || end === undefined) return null;
  const isLeg = handle.endsWith('Foot') || handle.endsWith('Knee');
  const hock = isLeg ? (hocksOf(rig)[handle.startsWith('left') ? 'left' : 'right'] ?? -1) : -1;
  return { upper, bend, end, hock, isPole };
}

/** How many joints a limb has from its end up to its upper joint, both included: 3, and what lies between them. */
export function linksOf({ skeleton }: Rig, { upper, end }: Pick<Limb, 'upper' | 'end'>): number {
  let links = 1;
  for (let joint = end; joint !== upper && joint >= 0; joint = skeleton.parents[joint]!) links++;
  return links;
}

/** A new pose in which the joint is turned by `rotation` in world axes; everything below it turns along. Its quaternion has the sign that is nearer to what it was. */
export function turnJoint(rig: Rig, pose: Pose, joint: number, rotation: Quat): Pose {
  // With P the joint's world rotation at rest in this pose, its own rotation becomes conj(P) · rotation · P · q.
  const own = rotationOf(pose, joint);
  const resting = multiply(worldRotation(forwardKinematics(rig.skeleton, pose), joint), conjugate(own));
  const turned = pose.slice();
  const [x, y, z, w] = normalizeQuat(multiply(multiply(conjugate(resting), multiply(rotation, resting)), own));
  const sign = x * own[0] + y * own[1] + z * own[2] + w * own[3] < 0 ? -1 : 1;
  setRotation(turned, joint, [sign * x, sign * y, sign * z, sign * w]);
  return turned;
}

/** Whether a joint is so stiff that no pull turns it. */
export function isLocked({ skeleton }: Rig, joint: number): boolean {
  return skeleton.stiffness[joint]! >= 1;
}
