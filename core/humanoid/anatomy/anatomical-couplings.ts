import { hypot } from '../../math/elementary.ts';
import { DEGREES } from '../../math/angles.ts';
import { conjugate, multiply } from '../../math/quat.ts';
import { COUPLING_RISE } from '../../math/tolerances.ts';
import { canDrive, type Coupling } from '../../skeleton/couplings.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { legBend, type BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidMap } from '../body/bones.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import { ellipseOf, swingTwistOf } from './limit-frames.ts';
import { MOTION_RANGES } from './motion-ranges.ts';

/** Knee flexion from which the hamstrings no longer hold the hip back. Our choice. */
const SLACK_KNEE = 90 * DEGREES;
/** Swing from the middle of its reach from which an arm turns less, and the share of its turn that is left at the end. Our choice. */
const FREE_SWING = 70 * DEGREES;
const TURN_LEFT = 0.75;

/**
 * Limits that depend on another joint or on their own swing: the hip flexes 90° with a straight knee and 125° with a bent one; an arm
 * near the end of its reach turns less. `limits` are the joints' limits; a coupling that the rest pose would break, or whose knee
 * turns all around, is left out.
 */
export function anatomicalCouplings(body: BodyGeometry, map: HumanoidMap, limits: readonly Limit[]): Coupling[] {
  return SIDES.flatMap((side) => [...hipCoupling(body, map, limits, side), ...shoulderCoupling(map, limits, side)]);
}

function hipCoupling(body: BodyGeometry, map: HumanoidMap, limits: readonly Limit[], side: Side): Coupling[] {
  const [joint, hinge] = [map[sided(side, 'UpperLeg')], map[sided(side, 'LowerLeg')]];
  if (joint === undefined || hinge === undefined) return [];
  const [cone, knee] = [limits[joint], limits[hinge]];
  if (cone?.kind !== 'swingTwist' || !canDrive(knee)) return [];
  const { flexion, straightKneeFlexion } = MOTION_RANGES.hip;
  const { atRest } = legBend(body, side);
  // About +y of the hip's cone the thigh flexes; its half-angle there stands for the full flexion.
  const wide = cone.swing[2];
  const narrow = Math.max(0.1, wide - (flexion - straightKneeFlexion) * DEGREES);
  const narrowed = { ...cone, swing: [cone.swing[0], cone.swing[1], narrow, cone.swing[3]] as const };
  if (!allowsRest(narrowed)) return [];
  const points = [
    [-atRest, narrow],
    [SLACK_KNEE - atRest, wide],
  ] as const;
  return [{ kind: 'swingByHinge', joint, hinge, side: 2, points }];
}

function shoulderCoupling(map: HumanoidMap, limits: readonly Limit[], side: Side): Coupling[] {
  const joint = map[sided(side, 'UpperArm')];
  const cone = joint === undefined ? undefined : limits[joint];
  if (joint === undefined || cone?.kind !== 'swingTwist') return [];
  const [min, max] = cone.twist;
  const farthest = Math.max(...cone.swing);
  const { swing } = swingTwistOf(multiply(conjugate(cone.parentFrame), cone.childFrame));
  if (farthest - FREE_SWING < COUPLING_RISE || hypot(...swing) > FREE_SWING) return [];
  const points = [
    [FREE_SWING, min, max],
    [farthest, TURN_LEFT * min, TURN_LEFT * max],
  ] as const;
  return [{ kind: 'twistBySwing', joint, points }];
}

function allowsRest(limit: Limit): boolean {
  if (limit.kind !== 'swingTwist') return false;
  const { swing } = swingTwistOf(multiply(conjugate(limit.parentFrame), limit.childFrame));
  return ellipseOf(limit.swing, swing).ratio <= 1;
}
