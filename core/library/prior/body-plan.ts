import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import { sided, SIDES } from '../../humanoid/body/found-bones.ts';
import { limbOf, limbPlaces, type Limb } from '../../humanoid/body/limbs.ts';
import { perRig } from '../../humanoid/body/per-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import { planeFrame } from '../../humanoid/limbs/fold-limb.ts';
import { bendAxisOf } from '../../humanoid/limbs/pinned-limbs.ts';
import { conjugate, fromAxes, multiply, rotate, type Quat } from '../../math/quat.ts';
import { cross, distance, normalize, rejectFrom, subtract, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';

/** What a body is seen from: joints, lengths and directions of a rig, in the axes x left, y up, z ahead that all figures share. */
export interface BodyPlan {
  readonly hips: number;
  /**
   * Head, left hand, right hand, left foot, right foot; chest, upper chest, left elbow, right elbow, left knee, right knee. Undefined where the rig lacks
   * the bone.
   */
  readonly effectors: readonly (number | undefined)[];
  /** Spine, chest, upper chest, neck, head. */
  readonly trunk: readonly (number | undefined)[];
  /** The joint that carries the arms. */
  readonly chest: number;
  /** Left and right collar bone. */
  readonly shoulders: readonly (number | undefined)[];
  /** Left arm, right arm, left leg, right leg. */
  readonly limbs: readonly (BodyLimb | null)[];
  /** Metres from hips to head at rest. */
  readonly trunkLength: number;
  /** From each joint's frame at rest to the body's axes. */
  readonly frames: readonly Quat[];
}

export interface BodyLimb extends Limb {
  /** The effectors at its end and at its bend, indices into {@link BodyPlan.effectors}. */
  readonly effector: number;
  readonly bendEffector: number;
  readonly isRight: boolean;
  readonly isArm: boolean;
  /** Metres of its two bones together. */
  readonly length: number;
  /** Share of it that the bone above the bend has. */
  readonly upperShare: number;
  /** At rest, as if the limb were a left one: x along the bone below the bend, z what the bend turns about; body axes. */
  readonly lowerAtRest: Quat;
  /** What its bend turns about when it flexes, a unit vector of the bend's own frame. */
  readonly axis: Vec3;
  /** Direction of the body, as if the limb were a left one, from which its bend is measured, and where the bend is to be seen then. */
  readonly middle: Vec3;
  readonly front: Vec3;
  readonly aside: Vec3;
}

const TRUNK: readonly HumanoidBone[] = ['spine', 'chest', 'upperChest', 'neck', 'head'];
const EFFECTOR_BONES: readonly HumanoidBone[] = [
  ...(['head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const),
  ...(['chest', 'upperChest', 'leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'rightLowerLeg'] as const),
];

/** Directions from which the bend of a limb turns least from pose to pose: arms half down and ahead, legs down. Our choice, by trial on motion capture. */
const ARM_MIDDLE: Vec3 = normalize([0.5, -0.6, 0.6]);
const LEG_MIDDLE: Vec3 = [0, -1, 0];

/** The plan of a rig; null for a rig without hips or head. */
export const bodyPlanOf: (rig: Rig) => BodyPlan | null = perRig(measurePlan);

function measurePlan(rig: Rig): BodyPlan | null {
  const { skeleton, humanoid } = rig;
  const { left, up, forward } = bodyOf(rig).frame;
  const { hips, head } = humanoid;
  if (hips === undefined || head === undefined) return null;
  const world = worldAtRest(skeleton);
  const trunkLength = distance(worldPosition(world, hips), worldPosition(world, head));
  if (trunkLength === 0) return null;
  const toBody = conjugate(fromAxes(left, up, forward));
  return {
    hips,
    effectors: EFFECTOR_BONES.map((bone) => humanoid[bone]),
    trunk: TRUNK.map((bone) => humanoid[bone]),
    chest: humanoid.upperChest ?? humanoid.chest ?? humanoid.spine ?? hips,
    shoulders: [humanoid.leftShoulder, humanoid.rightShoulder],
    limbs: (['Hand', 'Foot'] as const).flatMap((part) => SIDES.map((side) => limbIn(rig, world, toBody, side, part))),
    trunkLength,
    frames: skeleton.names.map((_, joint) => multiply(toBody, worldRotation(world, joint))),
  };
}

function limbIn(rig: Rig, world: WorldTransforms, toBody: Quat, side: 'left' | 'right', part: 'Hand' | 'Foot'): BodyLimb | null {
  const limb = limbOf(rig, sided(side, part));
  if (!limb) return null;
  const [root, bend, end] = limbPlaces(world, limb);
  const isArm = part === 'Hand';
  const isRight = side === 'right';
  const axis = bendAxisOf(rig, side, part);
  const lower = rotate(toBody, subtract(end, bend));
  const hinge = rotate(toBody, rotate(worldRotation(world, limb.bend), axis));
  const middle = isArm ? ARM_MIDDLE : LEG_MIDDLE;
  const front = normalize(rejectFrom(isArm ? [0, -1, -0.3] : [0, 0, 1], middle));
  return {
    ...limb,
    effector: (isArm ? 1 : 3) + (isRight ? 1 : 0),
    bendEffector: (isArm ? 7 : 9) + (isRight ? 1 : 0),
    isRight,
    isArm,
    length: distance(root, bend) + distance(bend, end),
    upperShare: distance(root, bend) / (distance(root, bend) + distance(bend, end)),
    lowerAtRest: isRight ? planeFrame(otherSideOf(lower), otherAxisOf(hinge)) : planeFrame(lower, hinge),
    axis,
    middle,
    front,
    aside: cross(middle, front),
  };
}

/** How a joint with this world rotation is turned from rest: from the body's axes to the world. */
export function bodyTurn({ frames }: BodyPlan, joint: number, rotation: Quat): Quat {
  return multiply(rotation, conjugate(frames[joint]!));
}

/** A joint's own rotation in the body's axes, so that it means the same on every figure and on both sides. */
export function inBodyAxes({ frames }: BodyPlan, joint: number, own: Quat): Quat {
  const frame = frames[joint]!;
  return multiply(multiply(frame, own), conjugate(frame));
}

/** The inverse of {@link inBodyAxes}. */
export function fromBodyAxes({ frames }: BodyPlan, joint: number, turn: Quat): Quat {
  const frame = frames[joint]!;
  return multiply(multiply(conjugate(frame), turn), frame);
}

/** A place of the world seen from the hips: body axes, in lengths of the trunk. */
export function placeFromHips({ trunkLength }: BodyPlan, toBody: Quat, hips: Vec3, [x, y, z]: Vec3): Vec3 {
  const [px, py, pz] = rotate(toBody, [x - hips[0], y - hips[1], z - hips[2]]);
  return [px / trunkLength, py / trunkLength, pz / trunkLength];
}

/** A vector of one side of the body on the other. */
export function otherSideOf([x, y, z]: Vec3): Vec3 {
  return [-x, y, z];
}

/** What something turns about on one side of the body, on the other. */
export function otherAxisOf([x, y, z]: Vec3): Vec3 {
  return [x, -y, -z];
}

/** A rotation of one side of the body on the other. */
export function otherTurnOf([x, y, z, w]: Quat): Quat {
  return [x, -y, -z, w];
}
