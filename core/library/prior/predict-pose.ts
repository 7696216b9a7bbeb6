import type { Rig } from '../../humanoid/body/rig.ts';
import { turnJoint, turnTo } from '../../humanoid/body/limbs.ts';
import { clampJoint, foldLimb } from '../../humanoid/limbs/fold-limb.ts';
import { fromRotationVector, shortestArc, slerp } from '../../math/quat.ts';
import { normalize, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { AskedPose } from './asked-body.ts';
import { LIMB_INPUTS, limbInputsOf, TRUNK_INPUTS, trunkInputsOf, type BodyMaps } from './body-maps.ts';
import { fromBodyAxes, otherTurnOf, type BodyLimb, type BodyPlan } from './body-plan.ts';
import { createCorrection, strangenessOf, type Expect } from './expectation.ts';
import { createTrunkFit } from './fit-trunk.ts';
import { trustIn, type Neighbours } from './neighbours.ts';
import { LIMB, LIMB_TURNS, LIMBS, SHOULDER, SHOULDER_TURN, shoulderPlace, SHOULDERS, TRUNK, TRUNK_JOINTS } from './pose-row.ts';
import { createBendPredictor } from './predict-bend.ts';

/** Builds the pose that a library expects; owns its scratch. */
export interface Predictor {
  /**
   * A new pose: what all poses have in common, corrected by how the nearest ones differ from that, as far as they are near. Where none is near, trunk and
   * bends stay nearer to the present pose.
   */
  predict(asked: AskedPose, maps: BodyMaps, near: Neighbours, isKept: (joint: number) => boolean): Pose;
}

/** Inputs of the trunk's map that each effector brings: place, axes. */
const HEAD_PLACE = [0, 1, 2];
const HEAD_AXES = [3, 4, 5, 6, 7, 8];
const HAND_PLACES = [
  [9, 10, 11],
  [12, 13, 14],
];
const CHEST_PLACES = [
  [15, 16, 17],
  [18, 19, 20],
];
/** The chest and the upper chest among the effectors of a plan, and how many joints of the trunk, the lowest, they tell of. */
const CHESTS = 5;
const CHEST_JOINTS = 3;
const LIMB_PLACE = [0, 1, 2];
const NOTHING: readonly number[] = [];
/** What the present trunk counts where no pose of the library is near. Our choice, by trial on motion capture. */
const PRESENT_TRUNK = 0.6;

export function createPredictor(rig: Rig, plan: BodyPlan): Predictor {
  const { skeleton } = rig;
  const trunkInputs = new Float64Array(TRUNK_INPUTS);
  const shoulderInputs = new Float64Array(LIMB_INPUTS);
  const trunk = new Float64Array(3 * TRUNK_JOINTS);
  const turn = new Float64Array(3);
  const correct = createCorrection();
  const bendOf = createBendPredictor(rig, plan);
  const fitTrunk = createTrunkFit(rig, plan);
  let isKept: (joint: number) => boolean = () => false;

  /** The joint turned by a rotation vector of the body's axes, by a `share` of the way from where it is. */
  function turnTowards(pose: Pose, joint: number, vector: Vec3, share: number, isRight: boolean): void {
    if (isKept(joint)) return;
    const wanted = fromRotationVector(vector);
    const own = fromBodyAxes(plan, joint, isRight ? otherTurnOf(wanted) : wanted);
    setRotation(pose, joint, share === 1 ? own : slerp(rotationOf(pose, joint), own, share));
    clampJoint(rig, pose, joint);
  }

  function predictTrunk(pose: Pose, { row, hasPlace, hasAxes }: AskedPose, maps: BodyMaps, near: Neighbours): void {
    const known = [
      ...(hasPlace[0] ? HEAD_PLACE : NOTHING),
      ...(hasAxes[0] ? HEAD_AXES : NOTHING),
      ...HAND_PLACES.flatMap((inputs, hand) => (hasPlace[1 + hand] ? inputs : NOTHING)),
      ...CHEST_PLACES.flatMap((inputs, chest) => (hasPlace[CHESTS + chest] ? inputs : NOTHING)),
    ];
    const expect: Expect = (numbers, _, into) => maps.trunk.predict(trunkInputsOf(numbers, trunkInputs), known, into);
    correct(expect, row, near, 0, TRUNK, trunk);
    const told = 1 - PRESENT_TRUNK * strangenessOf(near);
    const untold = trustIn(near, TRUNK, 3 * TRUNK_JOINTS);
    const hasChest = hasPlace[CHESTS]! || hasPlace[CHESTS + 1]!;
    plan.trunk.forEach((joint, i) => {
      const share = hasPlace[0] || (hasChest && i < CHEST_JOINTS) ? told : untold;
      if (joint !== undefined) turnTowards(pose, joint, vectorAt(trunk, 3 * i), share, false);
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
    const expect: Expect = (numbers, at, into) =>
      maps.shoulder.predict(limbInputsOf(numbers, at, 3, shoulderInputs), LIMB_PLACE, into);
    const own = SHOULDERS + (arm.isRight ? SHOULDER : 0);
    correct(expect, shoulderPlace(plan, world, joint, arm, hand), near, own, own + SHOULDER_TURN, turn);
    turnTowards(pose, joint, vectorAt(turn, 0), 1, arm.isRight);
  }

  /** The collar bones of arms whose hands are asked for. */
  function predictShoulders(pose: Pose, { places }: AskedPose, maps: BodyMaps, near: Neighbours): void {
    for (const limb of plan.limbs) {
      const place = limb?.isArm ? places[limb.effector] : null;
      if (!limb || !place || isKept(limb.upper) || isKept(limb.bend)) continue;
      predictShoulder(pose, forwardKinematics(skeleton, pose), limb, place, maps, near);
    }
  }

  /** The limb folded to where its end is asked for. */
  function foldTo(pose: Pose, l: number, limb: BodyLimb, place: Vec3, asked: AskedPose, maps: BodyMaps, near: Neighbours): Pose {
    const direction = bendOf(l, limb, place, forwardKinematics(skeleton, pose), asked, maps, near);
    const folded = foldLimb(rig, pose, limb, limb.axis, place, direction);
    const rotation = asked.rotations[limb.effector];
    if (!rotation || isKept(limb.end)) return folded;
    const held = turnTo(rig, folded, limb.end, rotation);
    clampJoint(rig, held, limb.end);
    return held;
  }

  /** A limb whose end nothing asks of follows the near poses, as far as they are near and agree. */
  function follow(pose: Pose, l: number, limb: BodyLimb, near: Neighbours): void {
    const { mean } = near;
    const share = trustIn(near, LIMBS + LIMB * l + LIMB_TURNS, 9);
    const shoulder = limb.isArm ? plan.shoulders[limb.isRight ? 1 : 0] : undefined;
    if (shoulder !== undefined) {
      const own = SHOULDERS + (limb.isRight ? SHOULDER : 0) + SHOULDER_TURN;
      turnTowards(pose, shoulder, vectorAt(mean, own), share, limb.isRight);
    }
    [limb.upper, limb.bend, limb.end].forEach((joint, i) =>
      turnTowards(pose, joint, vectorAt(mean, LIMBS + LIMB * l + LIMB_TURNS + 3 * i), share, limb.isRight),
    );
  }

  /** The pose with a limb turned so that its bend points to where it is asked for. */
  function pointBend(pose: Pose, limb: BodyLimb, place: Vec3): Pose {
    const world = forwardKinematics(skeleton, pose);
    const root = worldPosition(world, limb.upper);
    const arc = shortestArc(normalize(subtract(worldPosition(world, limb.bend), root)), normalize(subtract(place, root)));
    const turned = turnJoint(rig, pose, limb.upper, arc);
    clampJoint(rig, turned, limb.upper);
    return turned;
  }

  function predictLimb(pose: Pose, l: number, limb: BodyLimb, asked: AskedPose, maps: BodyMaps, near: Neighbours): Pose {
    const place = asked.places[limb.effector];
    if (!place) {
      follow(pose, l, limb, near);
      const bend = asked.places[limb.bendEffector];
      return bend && !isKept(limb.upper) ? pointBend(pose, limb, bend) : pose;
    }
    if (isKept(limb.upper) || isKept(limb.bend)) return pose;
    return foldTo(pose, l, limb, place, asked, maps, near);
  }

  return {
    predict(asked, maps, near, kept) {
      isKept = kept;
      const pose: Pose = asked.pose.slice();
      predictTrunk(pose, asked, maps, near);
      const [head = null, ...hands] = asked.places.slice(0, 3);
      const [headRotation = null] = head ? asked.rotations : [];
      if (head) fitTrunk(pose, { head, headRotation, hands: [] }, isKept);
      predictShoulders(pose, asked, maps, near);
      fitTrunk(pose, { head, headRotation, hands }, isKept);
      return plan.limbs.reduce((built, limb, l) => (limb ? predictLimb(built, l, limb, asked, maps, near) : built), pose);
    },
  };
}

function vectorAt(numbers: Float64Array, at: number): Vec3 {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
}
