import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, rotate, shortestArc } from '../../math/quat.ts';
import { add, cross, normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { AskedPose } from './asked-body.ts';
import { LIMB_INPUTS, limbInputsOf, type BodyMaps } from './body-maps.ts';
import { otherAxisOf, otherSideOf, type BodyLimb, type BodyPlan } from './body-plan.ts';
import { createCorrection, strangenessOf, type Expect } from './expectation.ts';
import type { Neighbours } from './neighbours.ts';
import { axesOf, bendAbout, easyBend, fromCarrier, LIMB, LIMB_EASY, LIMB_POLE, limbPlace, LIMBS, limbTurn } from './pose-row.ts';

/** Direction of the world from the root of limb `l` to where it bends when its end is at `place`; see {@link createBendPredictor}. */
export type BendPredictor = (
  l: number,
  limb: BodyLimb,
  place: Vec3,
  world: WorldTransforms,
  asked: AskedPose,
  maps: BodyMaps,
  near: Neighbours,
) => Vec3;

const LIMB_PLACE = [0, 1, 2];
const LIMB_ALL = Array.from({ length: LIMB_INPUTS }, (_, i) => i);
const NOTHING: readonly number[] = [];
/** How far a bend is led from where examples have it to where it is easy for the hand or foot. Our choice, by trial on motion capture. */
const EASE = 0.6;
/**
 * What the present bend counts beside an expected one that is certain, where no pose of the library is near. Where a hand's or foot's direction is given,
 * that tells more of the bend than the present one. Our choice, by trial on motion capture.
 */
const PRESENT_ARM = 0.5;
const PRESENT_LEG = 0.3;

/**
 * Finds where limbs bend: where the place of the bend is asked, to there; otherwise as poses of the library with the end like this do, led to where it is easy
 * for an end whose rotation is asked, and to the present bend where nothing near is known. `world` holds the pose with the trunk in place.
 */
export function createBendPredictor(rig: Rig, plan: BodyPlan): BendPredictor {
  const { skeleton } = rig;
  const limbInputs = new Float64Array(LIMB_INPUTS);
  const pole = new Float64Array(2);
  const correct = createCorrection();

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

  return (l, limb, place, world, asked, maps, near) => {
    const root = worldPosition(world, limb.upper);
    const bend = asked.places[limb.bendEffector];
    if (bend) return subtract(bend, root);
    const rotation = asked.rotations[limb.effector];
    const seen = limbPlace(plan, world, limb, root, place);
    const turned = rotation && limbTurn(plan, world, limb, rotation);
    const numbers = turned ? [...seen, ...axesOf(turned), ...easyBend(limb, seen, turned)] : seen;
    const own = LIMBS + LIMB * l;
    correct(bendOf(limb, Boolean(turned), maps), numbers, near, own, own + LIMB_POLE, pole);
    if (!turned) leanToPresent(asked.pose, limb, near);
    const asLeft = rotate(
      conjugate(shortestArc(normalize(seen), limb.middle)),
      add(scale(limb.front, pole[0]!), scale(limb.aside, pole[1]!)),
    );
    return rotate(conjugate(fromCarrier(plan, world, limb)), limb.isRight ? otherSideOf(asLeft) : asLeft);
  };
}
