import type { Goal } from '../../ik/request/goals.ts';
import { add, distance, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { moveBy, NEAR } from './carried-trunk.ts';
import { clampJoint } from './fold-limb.ts';
import { pinnedLimbs, type PinnedLimb } from './pinned-limbs.ts';
import { withinReach } from './place-hips.ts';
import { plantLimbs } from './planted-goals.ts';
import type { Reaching } from './pull-move.ts';
import { foldFrom, reachOut, type ReachedOut } from './reach-out.ts';
import { hipsAreKept, shiftWeight } from './shift-weight.ts';

/** Rounds in which hips go along with a leg that its limits keep from its target. Our choice. */
const LIMIT_ROUNDS = 6;

/** What was built for a move: the pose, with its pinned limbs put back, and the goals that keep them there. */
export interface BuiltReach extends ReachedOut {
  readonly limbs: readonly PinnedLimb[];
  readonly planted: readonly Goal[];
}

/**
 * The pose in which a limb reaches for the target of a move: see `reachOut`. The weight is shifted before, and hips go along where limits keep a leg from its
 * target.
 */
export function buildReach(move: Reaching): BuiltReach {
  const { rig, snapshot, handle, pins } = move;
  const limbs = pinnedLimbs(rig, snapshot, pins).filter(({ name }) => name !== handle);
  const reachFrom = (by: Vec3): ReachedOut => reachOut({ ...move, base: moveBy(snapshot, by), limbs });
  const shift = shiftWeight(move, limbs, (base) => foldFrom(move, base, null));
  const built = handle.endsWith('Foot') && !hipsAreKept(move) ? withinLimits(move, limbs, shift, reachFrom) : reachFrom(shift);
  const { pose, goals: planted } = plantLimbs(rig, built.pose, limbs);
  return { ...built, pose, limbs, planted };
}

/**
 * A leg that reaches for its target. Its hips have moved by `shift`, and by what the limits of the leg's own joints keep its end from there, as far as the other
 * legs reach.
 */
function withinLimits(
  move: Reaching,
  limbs: readonly PinnedLimb[],
  shift: Vec3,
  reachFrom: (by: Vec3) => ReachedOut,
): ReachedOut {
  const legs = limbs.filter(({ name }) => name.endsWith('Foot'));
  let by = shift;
  let built = reachFrom(by);
  for (let round = 0; round < LIMIT_ROUNDS; round++) {
    const next = withinReach(legs, add(by, keptBack(move, built.pose)), false);
    if (distance(next, by) < NEAR * move.rig.report.height) break;
    by = next;
    built = reachFrom(by);
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
