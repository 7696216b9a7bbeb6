import type { Goal } from '../../../ik/request/goals.ts';
import { add, distance, scale, subtract, ZERO, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../skeleton/forward-kinematics.ts';
import { moveBy, type Pose } from '../../../skeleton/pose.ts';
import { NEAR } from './carried-trunk.ts';
import { clampJoint } from '../../limbs/fold-limb.ts';
import { pinnedLimbs, type PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { withinReach } from './place-hips.ts';
import { plantLimbs } from './planted-goals.ts';
import type { Reaching } from '../request/pull-move.ts';
import { foldFrom, reachOut, type ReachedOut } from './reach-out.ts';
import { hipsAreKept, shiftWeight } from './shift-weight.ts';

/**
 * Rounds in which the body goes along with a limb that its limits keep from its target, and how far for a metre that it is kept back: a body that goes as far leaves
 * some two fifths of that. Our choice.
 */
const LIMIT_ROUNDS = 6;
const GOES_ALONG = 1.4;

/** What was built for a move: the pose, with its pinned limbs put back, and the goals that keep them there. */
export interface BuiltReach extends ReachedOut {
  readonly limbs: readonly PinnedLimb[];
  readonly planted: readonly Goal[];
}

/**
 * The pose in which a limb reaches for the target of a move: see `reachOut`. The weight is shifted before, and the body goes along with a limb that its limits
 * keep from its target: hips with a leg, as far as the others reach, and an arm's root with the trunk first.
 */
export function buildReach(move: Reaching): BuiltReach {
  const { rig, snapshot, handle, pins } = move;
  const limbs = pinnedLimbs(rig, snapshot, pins).filter(({ name }) => name !== handle);
  const shift = shiftWeight(move, limbs, (base) => foldFrom(move, base, null));
  const legs = limbs.filter(({ name }) => name.endsWith('Foot'));
  const isLeg = handle.endsWith('Foot');
  const asFarAsLegs = (further: Vec3): Vec3 => subtract(withinReach(legs, add(shift, further), false), shift);
  const allowed = (further: Vec3): Vec3 => (!isLeg ? further : hipsAreKept(move) ? ZERO : asFarAsLegs(further));
  const built = withinLimits(move, allowed, (further) => {
    const base = moveBy(snapshot, isLeg ? add(shift, further) : shift);
    return reachOut({ ...move, base, limbs, further: isLeg ? ZERO : further });
  });
  const { pose, goals: planted } = plantLimbs(rig, built.pose, limbs);
  return { ...built, pose, limbs, planted };
}

/** A limb that reaches for its target, its root carried further, as far as it is `allowed` to be, by what the limits of its own joints keep its end from there. */
function withinLimits(move: Reaching, allowed: (further: Vec3) => Vec3, reachFurther: (further: Vec3) => ReachedOut): ReachedOut {
  let further = ZERO;
  let built = reachFurther(further);
  for (let round = 0; round < LIMIT_ROUNDS; round++) {
    const next = allowed(add(further, scale(keptBack(move, built.pose), GOES_ALONG)));
    if (distance(next, further) < NEAR * move.rig.report.height) break;
    further = next;
    built = reachFurther(further);
  }
  return built;
}

/** By how much the limits of a limb's joints keep its end from where `pose` has it, metres of the world. */
function keptBack({ rig, limb: { upper, bend, end } }: Reaching, pose: Pose): Vec3 {
  const clamped = pose.slice();
  clampJoint(rig, clamped, upper);
  clampJoint(rig, clamped, bend);
  const [asked, allowed] = [pose, clamped].map((each) => worldPosition(forwardKinematics(rig.skeleton, each), end)) as [
    Vec3,
    Vec3,
  ];
  return subtract(asked, allowed);
}
