import type { Rig } from '../../humanoid/body/rig.ts';
import { clampJoint, foldLimb, turnTo } from '../../humanoid/pulling/fold-limb.ts';
import { conjugate, fromRotationVector, rotate, shortestArc, slerp } from '../../math/quat.ts';
import { add, normalize, scale, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { AskedPose } from './asked-body.ts';
import { askedLimb, askedTrunk, LIMB_INPUTS, TRUNK_INPUTS, type BodyMaps } from './body-maps.ts';
import { fromBodyAxes, otherSideOf, otherTurnOf, type BodyLimb, type BodyPlan } from './body-plan.ts';
import { trustIn, type Neighbours } from './neighbours.ts';
import {
  fromCarrier,
  LIMB,
  LIMB_POLE,
  LIMB_TURNS,
  limbAxes,
  limbPlace,
  LIMBS,
  SHOULDER,
  SHOULDER_TURN,
  shoulderPlace,
  SHOULDERS,
  TRUNK,
  TRUNK_JOINTS,
} from './pose-row.ts';

/** Builds the pose that a library expects; owns its scratch. */
export interface Predictor {
  /** A new pose. Where the nearest poses are near, they say how; further away what all poses have in common does. */
  predict(asked: AskedPose, maps: BodyMaps, near: Neighbours, isKept: (joint: number) => boolean): Pose;
}

/** Inputs of the trunk's map that each effector brings: place, axes. */
const HEAD_PLACE = [0, 1, 2];
const HEAD_AXES = [3, 4, 5, 6, 7, 8];
const HAND_PLACES = [
  [9, 10, 11],
  [12, 13, 14],
];
const LIMB_PLACE = [0, 1, 2];
const LIMB_ALL = Array.from({ length: LIMB_INPUTS }, (_, i) => i);
const NOTHING: readonly number[] = [];

export function createPredictor(rig: Rig, plan: BodyPlan): Predictor {
  const { skeleton } = rig;
  const trunkInputs = new Float64Array(TRUNK_INPUTS);
  const limbInputs = new Float64Array(LIMB_INPUTS);
  const trunk = new Float64Array(3 * TRUNK_JOINTS);
  const turn = new Float64Array(3);
  const pole = new Float64Array(2);
  let isKept: (joint: number) => boolean = () => false;

  /** The joint turned by a rotation vector of the body's axes, by a `share` of the way from where it is. */
  function turnJoint(pose: Pose, joint: number, vector: Vec3, share: number, isRight: boolean): void {
    if (isKept(joint)) return;
    const wanted = fromRotationVector(vector);
    const own = fromBodyAxes(plan, joint, isRight ? otherTurnOf(wanted) : wanted);
    setRotation(pose, joint, share === 1 ? own : slerp(rotationOf(pose, joint), own, share));
    clampJoint(rig, pose, joint);
  }

  function predictTrunk(pose: Pose, { row, hasPlace, hasAxes }: AskedPose, maps: BodyMaps, near: Neighbours): void {
    askedTrunk(row, trunkInputs);
    const known = [
      ...(hasPlace[0] ? HEAD_PLACE : NOTHING),
      ...(hasAxes[0] ? HEAD_AXES : NOTHING),
      ...HAND_PLACES.flatMap((inputs, hand) => (hasPlace[1 + hand] ? inputs : NOTHING)),
    ];
    maps.trunk.predict(trunkInputs, known, trunk);
    blendNear(near, TRUNK, trunk);
    const share = hasPlace[0] ? 1 : trustIn(near, TRUNK, 3 * TRUNK_JOINTS);
    plan.trunk.forEach((joint, i) => {
      if (joint !== undefined) turnJoint(pose, joint, vectorAt(trunk, 3 * i), share, false);
    });
  }

  function predictShoulder(
    pose: Pose,
    world: WorldTransforms,
    arm: BodyLimb,
    hand: Vec3,
    maps: BodyMaps,
    near: Neighbours,
  ): void {
    const joint = plan.shoulders[arm.isRight ? 1 : 0];
    if (joint === undefined) return;
    limbInputs.set(shoulderPlace(plan, world, joint, arm, hand));
    maps.shoulder.predict(limbInputs, LIMB_PLACE, turn);
    blendNear(near, SHOULDERS + (arm.isRight ? SHOULDER : 0) + SHOULDER_TURN, turn);
    turnJoint(pose, joint, vectorAt(turn, 0), 1, arm.isRight);
  }

  /** The limb folded to where its end is asked for. */
  function foldTo(pose: Pose, l: number, limb: BodyLimb, place: Vec3, asked: AskedPose, maps: BodyMaps, near: Neighbours): Pose {
    const world = forwardKinematics(skeleton, pose);
    const rotation = asked.rotations[limb.effector] ?? null;
    const seen = limbPlace(plan, world, limb, worldPosition(world, limb.upper), place);
    askedLimb(seen, rotation && limbAxes(plan, world, limb, rotation), limbInputs);
    // An arm's place alone says little about its bend that holds from one body of motion to another.
    const known = rotation ? LIMB_ALL : limb.isArm ? NOTHING : LIMB_PLACE;
    maps[limb.isArm ? 'arm' : 'leg'].predict(limbInputs, known, pole);
    blendNear(near, LIMBS + LIMB * l + LIMB_POLE, pole);
    const asLeft = rotate(
      conjugate(shortestArc(normalize(seen), limb.middle)),
      add(scale(limb.front, pole[0]!), scale(limb.aside, pole[1]!)),
    );
    const direction = rotate(conjugate(fromCarrier(plan, world, limb)), limb.isRight ? otherSideOf(asLeft) : asLeft);
    const folded = foldLimb(rig, pose, limb, limb.axis, place, direction);
    if (!rotation || isKept(limb.end)) return folded;
    const turned = turnTo(rig, folded, limb.end, rotation);
    clampJoint(rig, turned, limb.end);
    return turned;
  }

  /** A limb of which nothing is asked follows the near poses, as far as they are near and agree. */
  function follow(pose: Pose, l: number, limb: BodyLimb, near: Neighbours): void {
    const { mean } = near;
    const share = trustIn(near, LIMBS + LIMB * l + LIMB_TURNS, 9);
    const shoulder = limb.isArm ? plan.shoulders[limb.isRight ? 1 : 0] : undefined;
    if (shoulder !== undefined) {
      const own = SHOULDERS + (limb.isRight ? SHOULDER : 0) + SHOULDER_TURN;
      turnJoint(pose, shoulder, vectorAt(mean, own), share, limb.isRight);
    }
    [limb.upper, limb.bend, limb.end].forEach((joint, i) =>
      turnJoint(pose, joint, vectorAt(mean, LIMBS + LIMB * l + LIMB_TURNS + 3 * i), share, limb.isRight),
    );
  }

  return {
    predict(asked, maps, near, kept) {
      isKept = kept;
      let pose: Pose = asked.pose.slice();
      predictTrunk(pose, asked, maps, near);
      plan.limbs.forEach((limb, l) => {
        if (!limb) return;
        const place = asked.places[limb.effector];
        if (!place) return follow(pose, l, limb, near);
        if (isKept(limb.upper) || isKept(limb.bend)) return undefined;
        if (limb.isArm) predictShoulder(pose, forwardKinematics(skeleton, pose), limb, place, maps, near);
        pose = foldTo(pose, l, limb, place, asked, maps, near);
      });
      return pose;
    },
  };
}

/** Moves `into` from what it holds towards the mean of the near poses' numbers at `offset` of their rows, as far as these are near. */
function blendNear({ mean, confidence }: Neighbours, offset: number, into: Float64Array): void {
  for (let k = 0; k < into.length; k++) into[k]! += confidence * (mean[offset + k]! - into[k]!);
}

function vectorAt(numbers: Float64Array, at: number): Vec3 {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
}
