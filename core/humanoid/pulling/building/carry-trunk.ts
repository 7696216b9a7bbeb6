import { firstWhere } from '../../../math/search-interval.ts';
import { add, distance, length, subtract, ZERO, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../skeleton/forward-kinematics.ts';
import { moveBy, type Pose } from '../../../skeleton/pose.ts';
import { carriedPose, legsBelow, legsReach, NEAR, stand, type Carried, type TrunkPull } from './carried-trunk.ts';
import { trunkBelow, withTilt, type Trunk } from './lean-trunk.ts';
import { betweenFeet, sitBack } from './place-hips.ts';
import { stayOverFeet } from './stay-over-feet.ts';

/** Rounds in which the hips take over what the trunk does not reach, and whether they sit back in the first: over flat feet, and then tilted aside. */
const FLAT = { rounds: 12, sitsBack: true };
const TILTED = { rounds: 8, sitsBack: false };
/** The same with heels up. */
const HEEL_ROUNDS = 12;
/** Radians by which hips bow with the trunk at most, and by which they tilt aside and turn for what it does not reach so. Our choice. */
const MOST_BOW = 0.8;
const MOST_TILT = 0.5;

/** A body that was carried towards a target, and whether the balance holds it back from there. */
export interface CarriedBody {
  readonly pose: Pose;
  readonly isHeldBack: boolean;
}

/**
 * The snapshot with its hips moved along and its trunk leant until the handle is at `target`, as far as the legs' lengths and the trunk's limits allow. A body bows
 * from its hips: they are the lowest joint of the trunk that leans ahead or back. What a trunk over flat feet does not reach, it reaches with its hips tilted aside
 * by the least angle, where they may tilt, and then with its heels up. The pose follows from snapshot and target alone, and without leaps.
 */
export function carryTrunk(pull: TrunkPull, target: Vec3): CarriedBody {
  const { rig, snapshot, grabbed, legs, along, hipsStay, hipsKeepTurn, tilts, turn = null } = pull;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const point = pointOf(world, grabbed.joint, grabbed.offset);
  const standing = trunkBelow(rig, world, snapshot, grabbed.joint, point, turn, !hipsKeepTurn);
  const tiltedBy = (aside: number): Trunk => withTilt(standing, MOST_BOW, aside);
  const trunk = tiltedBy(0);
  const wanted = along(subtract(target, point));
  if (trunk.joints.length === 0) return firm(moveBy(snapshot, hipsStay ? ZERO : legsReach(pull, legs, wanted, true)));
  if (hipsStay) return firm(carriedPose(pull, stand(trunk, target, ZERO)));
  const flat = followFlat(pull, trunk, target, sitBack(legs, legsReach(pull, legs, wanted, false)), FLAT);
  const reaches = ({ missing }: Carried): boolean => length(missing) < NEAR * rig.report.height;
  const carriedBy = (aside: number): Carried => followFlat(pull, tiltedBy(aside), target, flat.by, TILTED);
  const asideFor = (): number => firstWhere(0, MOST_TILT, (aside) => reaches(carriedBy(aside)));
  const best = tilts && trunk.hipsLeft && !reaches(flat) ? carriedBy(asideFor()) : flat;
  const followed = followOnTiptoe(pull, best, target);
  const balanced = stayOverFeet(pull, followed, target);
  return { pose: carriedPose(pull, balanced), isHeldBack: balanced !== followed };
}

function firm(pose: Pose): CarriedBody {
  return { pose, isHeldBack: false };
}

/**
 * Hips that begin at `from` take over what the trunk does not reach, and stay where a leg reaches that a tilt has taken away, the feet flat. They sit back once
 * only: each time adds to the one before it, and many let hips leap back for a slight excess.
 */
function followFlat(pull: TrunkPull, trunk: Trunk, target: Vec3, from: Vec3, { rounds, sitsBack }: typeof FLAT): Carried {
  const { rig, legs, tilts } = pull;
  let carried = stand(trunk, target, from);
  for (let round = 0; round < rounds; round++) {
    const now = legsBelow(trunk, legs);
    let by = legsReach(pull, now, add(carried.by, carried.missing), false);
    if (round === 0 && sitsBack) by = sitBack(now, by);
    if (tilts) by = betweenFeet(now, by);
    if (distance(by, carried.by) < NEAR * rig.report.height) break;
    carried = stand(trunk, target, by);
  }
  return carried;
}

/** The same with heels up. */
function followOnTiptoe(pull: TrunkPull, flat: Carried, target: Vec3): Carried {
  const { rig, legs } = pull;
  const { trunk } = flat;
  let carried = flat;
  for (let round = 0; round < HEEL_ROUNDS; round++) {
    const { by, missing } = carried;
    if (length(missing) < NEAR * rig.report.height) break;
    carried = stand(trunk, target, legsReach(pull, legsBelow(trunk, legs), add(by, missing), true));
  }
  return carried;
}
