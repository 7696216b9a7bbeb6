import type { Rig } from '../../humanoid/body/rig.ts';
import { clampJoint, foldLimb, turnTo } from '../../humanoid/pulling/fold-limb.ts';
import { conjugate, fromRotationVector, rotate, shortestArc, slerp } from '../../math/quat.ts';
import { add, cross, normalize, scale, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { AskedPose } from './asked-body.ts';
import { limbInputsOf, TRUNK_INPUTS, trunkInputsOf, LIMB_INPUTS, type BodyMaps } from './body-maps.ts';
import { fromBodyAxes, otherAxisOf, otherSideOf, otherTurnOf, type BodyLimb, type BodyPlan } from './body-plan.ts';
import { trustIn, type Neighbours } from './neighbours.ts';
import {
  axesOf,
  bendAbout,
  easyBend,
  fromCarrier,
  LIMB,
  LIMB_EASY,
  LIMB_POLE,
  LIMB_TURNS,
  limbPlace,
  LIMBS,
  limbTurn,
  SHOULDER,
  SHOULDER_TURN,
  shoulderPlace,
  SHOULDERS,
  TRUNK,
  TRUNK_JOINTS,
} from './pose-row.ts';

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
const LIMB_PLACE = [0, 1, 2];
const LIMB_ALL = Array.from({ length: LIMB_INPUTS }, (_, i) => i);
const NOTHING: readonly number[] = [];
/** How far a bend is led from where examples have it to where it is easy for the hand or foot. Our choice, by trial on motion capture. */
const EASE = 0.6;
/**
 * What the present pose counts where no pose of the library is near: its trunk, and its bends beside expected ones that are certain. Where a hand's or foot's
 * direction is given, that tells more of the bend than the present one. Our choice, by trial on motion capture.
 */
const PRESENT_TRUNK = 0.4;
const PRESENT_ARM = 0.5;
const PRESENT_LEG = 0.3;

/** Writes what is expected where a row's numbers from `at` on are these. */
type Expect = (numbers: ArrayLike<number>, at: number, into: Float64Array) => void;

export function createPredictor(rig: Rig, plan: BodyPlan): Predictor {
  const { skeleton } = rig;
  const trunkInputs = new Float64Array(TRUNK_INPUTS);
  const limbInputs = new Float64Array(LIMB_INPUTS);
  const trunk = new Float64Array(3 * TRUNK_JOINTS);
  const turn = new Float64Array(3);
  const pole = new Float64Array(2);
  const ofNear = new Float64Array(3 * TRUNK_JOINTS);
  let isKept: (joint: number) => boolean = () => false;

  /** The joint turned by a rotation vector of the body's axes, by a `share` of the way from where it is. */
  function turnJoint(pose: Pose, joint: number, vector: Vec3, share: number, isRight: boolean): void {
    if (isKept(joint)) return;
    const wanted = fromRotationVector(vector);
    const own = fromBodyAxes(plan, joint, isRight ? otherTurnOf(wanted) : wanted);
    setRotation(pose, joint, share === 1 ? own : slerp(rotationOf(pose, joint), own, share));
    clampJoint(rig, pose, joint);
  }

  /**
   * Writes e(x) + c · (ȳ − e(x̄)): `expect` of what is asked and the near poses' mean numbers at `output`, less what is expected of their mean inputs, those at
   * `input`, by the confidence c in them.
   */
  function correct(
    expect: Expect,
    asked: ArrayLike<number>,
    near: Neighbours,
    input: number,
    output: number,
    into: Float64Array,
  ) {
    const { mean, confidence } = near;
    expect(asked, 0, into);
    expect(mean, input, ofNear);
    for (let k = 0; k < into.length; k++) into[k]! += confidence * (mean[output + k]! - ofNear[k]!);
  }

  function predictTrunk(pose: Pose, { row, hasPlace, hasAxes }: AskedPose, maps: BodyMaps, near: Neighbours): void {
    const known = [
      ...(hasPlace[0] ? HEAD_PLACE : NOTHING),
      ...(hasAxes[0] ? HEAD_AXES : NOTHING),
      ...HAND_PLACES.flatMap((inputs, hand) => (hasPlace[1 + hand] ? inputs : NOTHING)),
    ];
    const expect: Expect = (numbers, _, into) => maps.trunk.predict(trunkInputsOf(numbers, trunkInputs), known, into);
    correct(expect, row, near, 0, TRUNK, trunk);
    const share = hasPlace[0] ? 1 - PRESENT_TRUNK * strangenessOf(near) : trustIn(near, TRUNK, 3 * TRUNK_JOINTS);
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
    const expect: Expect = (numbers, at, into) =>
      maps.shoulder.predict(limbInputsOf(numbers, at, 3, limbInputs), LIMB_PLACE, into);
    const own = SHOULDERS + (arm.isRight ? SHOULDER : 0);
    correct(expect, shoulderPlace(plan, world, joint, arm, hand), near, own, own + SHOULDER_TURN, turn);
    turnJoint(pose, joint, vectorAt(turn, 0), 1, arm.isRight);
  }

  /** The limb folded to where its end is asked for. */
  function foldTo(pose: Pose, l: number, limb: BodyLimb, place: Vec3, asked: AskedPose, maps: BodyMaps, near: Neighbours): Pose {
    const world = forwardKinematics(skeleton, pose);
    const rotation = asked.rotations[limb.effector] ?? null;
    const seen = limbPlace(plan, world, limb, worldPosition(world, limb.upper), place);
    const turned = rotation && limbTurn(plan, world, limb, rotation);
    const numbers = turned ? [...seen, ...axesOf(turned), ...easyBend(limb, seen, turned)] : seen;
    const own = LIMBS + LIMB * l;
    correct(bendOf(limb, turned !== null, maps), numbers, near, own, own + LIMB_POLE, pole);
    if (!turned) leanToPresent(asked.pose, limb, near);
    const asLeft = rotate(
      conjugate(shortestArc(normalize(seen), limb.middle)),
      add(scale(limb.front, pole[0]!), scale(limb.aside, pole[1]!)),
    );
    const direction = rotate(conjugate(fromCarrier(plan, world, limb)), limb.isRight ? otherSideOf(asLeft) : asLeft);
    const folded = foldLimb(rig, pose, limb, limb.axis, place, direction);
    if (!rotation || isKept(limb.end)) return folded;
    const held = turnTo(rig, folded, limb.end, rotation);
    clampJoint(rig, held, limb.end);
    return held;
  }

  /** Adds to the expected bend that of the present pose, by how strange what is asked is to the library. */
  function leanToPresent(present: Pose, limb: BodyLimb, near: Neighbours): void {
    const world = forwardKinematics(skeleton, present);
    const line = normalize(limbPlace(plan, world, limb, worldPosition(world, limb.upper), worldPosition(world, limb.end)));
    const seen = rotate(fromCarrier(plan, world, limb), rotate(worldRotation(world, limb.bend), limb.axis));
    // Also a straight limb says where it would bend to.
    const [front, aside] = bendAbout(limb, line, cross(line, limb.isRight ? otherAxisOf(seen) : seen));
    const share = (limb.isArm ? PRESENT_ARM : PRESENT_LEG) * strangenessOf(near);
    pole[0]! += share * front;
    pole[1]! += share * aside;
  }

  /** Where a limb is expected to bend to, from the place of its end and, where that is known, how the end is turned. */
  function bendOf(limb: BodyLimb, hasTurn: boolean, maps: BodyMaps): Expect {
    const map = limb.isArm ? maps.arm : maps.leg;
    if (!hasTurn) {
      // An arm's place alone says little about its bend that holds from one body of motion to another.
      const known = limb.isArm ? NOTHING : LIMB_PLACE;
      return (numbers, at, into) => map.predict(limbInputsOf(numbers, at, 3, limbInputs), known, into);
    }
    return (numbers, at, into) => {
      map.predict(limbInputsOf(numbers, at, LIMB_INPUTS, limbInputs), LIMB_ALL, into);
      const certainty = numbers[at + LIMB_EASY + 2]!;
      for (let k = 0; k < 2; k++) into[k]! += EASE * (numbers[at + LIMB_EASY + k]! - certainty * into[k]!);
    };
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

/** 0 to 1: how far what is asked is from all that the library holds. */
function strangenessOf({ confidence }: Neighbours): number {
  const far = 1 - confidence;
  return far * far * far;
}

function vectorAt(numbers: Float64Array, at: number): Vec3 {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
}
