import { sideOf } from './found-bones.ts';
import { conjugate, multiply, normalizeQuat, quatAt, type Quat } from '../../math/quat.ts';
import { hypot } from '../../math/elementary.ts';
import { UNIT_LENGTH_TOLERANCE } from '../../math/tolerances.ts';
import { distance, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { HumanoidBone } from './bones.ts';
import type { HandleName } from './handles.ts';
import { hocksOf } from './hock.ts';
import { perRig } from './per-rig.ts';
import type { Rig } from './rig.ts';

/** An arm or a leg. */
export type LimbName = 'leftArm' | 'rightArm' | 'leftLeg' | 'rightLeg';

/** The joints of an arm or a leg: what moves to bring a hand or a foot to its place. */
export interface Limb {
  readonly name: LimbName;
  /** The joint of the upper arm or thigh. */
  readonly upper: number;
  /** Elbow or knee. */
  readonly bend: number;
  /** Wrist or ankle. */
  readonly end: number;
  /** The joint between bend and end that turns back as far as the bend turns: the hock of an animal's leg, −1 in other limbs. */
  readonly hock: number;
  /** Joints from `end` up to `upper`, both included. */
  readonly joints: readonly number[];
  /** Metres from the upper joint to the end when the limb is straight. */
  readonly length: number;
}

const LIMBS: readonly (readonly [name: LimbName, upper: HumanoidBone, bend: HumanoidBone, end: HumanoidBone])[] = [
  ['leftArm', 'leftUpperArm', 'leftLowerArm', 'leftHand'],
  ['rightArm', 'rightUpperArm', 'rightLowerArm', 'rightHand'],
  ['leftLeg', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot'],
  ['rightLeg', 'rightUpperLeg', 'rightLowerLeg', 'rightFoot'],
];

/** The limbs of a character that have all their bones, each hanging from the one above it. */
export const limbsOf: (rig: Rig) => readonly Limb[] = perRig((rig) => {
  const { humanoid, skeleton } = rig;
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const apart = (a: number, b: number): number => distance(vec3At(rest.positions, a), vec3At(rest.positions, b));
  return LIMBS.flatMap(([name, ...bones]): Limb[] => {
    const [upper, bend, end] = bones.map((bone) => humanoid[bone]);
    if (upper === undefined || bend === undefined || end === undefined) return [];
    const joints: number[] = [];
    for (let joint = end; joint >= 0 && joints.at(-1) !== upper; joint = skeleton.parents[joint]!) joints.push(joint);
    if (joints.at(-1) !== upper) return [];
    const hock = name.endsWith('Leg') ? (hocksOf(rig)[sideOf(name)] ?? -1) : -1;
    const below = hock < 0 ? apart(bend, end) : apart(bend, hock) + apart(hock, end);
    return [{ name, upper, bend, end, hock, joints, length: apart(upper, bend) + below }];
  });
});

const LIMB_OF: Readonly<Partial<Record<HandleName, LimbName>>> = {
  leftHand: 'leftArm',
  leftElbow: 'leftArm',
  rightHand: 'rightArm',
  rightElbow: 'rightArm',
  leftFoot: 'leftLeg',
  leftKnee: 'leftLeg',
  rightFoot: 'rightLeg',
  rightKnee: 'rightLeg',
};

/** The limb that a hand, a foot, an elbow or a knee belongs to; null for other handles, and where the rig lacks a joint of it. */
export function limbOf(rig: Rig, handle: HandleName): Limb | null {
  return limbsOf(rig).find(({ name }) => name === LIMB_OF[handle]) ?? null;
}

/** World metres. */
export function limbPlaces(world: WorldTransforms, { upper, bend, end }: Limb): readonly [upper: Vec3, bend: Vec3, end: Vec3] {
  return [worldPosition(world, upper), worldPosition(world, bend), worldPosition(world, end)];
}

/** The world rotation that a joint of the pose has at its rest rotation: the rotations of all above it, one after the other, and its own rest. */
export function restingIn({ skeleton }: Rig, pose: Pose, joint: number): Quat {
  let resting = quatAt(skeleton.rest, joint);
  for (let above = skeleton.parents[joint]!; above >= 0; above = skeleton.parents[above]!) {
    const own = rotationOf(pose, above);
    // Rotations whose length is not 1 count by their direction, as in forward kinematics.
    const turn = Math.abs(hypot(...own) - 1) > UNIT_LENGTH_TOLERANCE ? normalizeQuat(own) : own;
    resting = multiply(multiply(quatAt(skeleton.rest, above), turn), resting);
  }
  return resting;
}

/** A new pose in which the joint is turned by `rotation` in world axes; everything below it turns along. Its quaternion has the sign that is nearer to what it was. */
export function turnJoint(rig: Rig, pose: Pose, joint: number, rotation: Quat): Pose {
  return turnTo(rig, pose, joint, multiply(rotation, multiply(restingIn(rig, pose, joint), rotationOf(pose, joint))));
}

/** The same with the world rotation of the joint set: with P the one that it has at its rest rotation, its own becomes conj(P) · rotation. */
export function turnTo(rig: Rig, pose: Pose, joint: number, rotation: Quat): Pose {
  const own = rotationOf(pose, joint);
  const turned = pose.slice();
  const [x, y, z, w] = normalizeQuat(multiply(conjugate(restingIn(rig, pose, joint)), rotation));
  const sign = x * own[0] + y * own[1] + z * own[2] + w * own[3] < 0 ? -1 : 1;
  setRotation(turned, joint, [sign * x, sign * y, sign * z, sign * w]);
  return turned;
}

/** Whether a joint is so stiff that no pull turns it. */
export function isLocked({ skeleton }: Rig, joint: number): boolean {
  return skeleton.stiffness[joint]! >= 1;
}
