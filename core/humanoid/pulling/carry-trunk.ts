import type { Quat } from '../../math/quat.ts';
import { softStretch } from '../../math/soft-stretch.ts';
import { add, length, normalize, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Handle } from '../body/handles.ts';
import type { Rig } from '../body/rig.ts';
import { applyLean, leanTrunk, trunkBelow } from './lean-trunk.ts';
import type { PinnedLimb } from './pinned-limbs.ts';
import { ankleOnTiptoe, raiseHeel, shinLean } from './plant-limbs.ts';
import { firstWhere, overHump } from './search-interval.ts';

/** What is carried, and how. World, metres. */
export interface TrunkPull {
  readonly rig: Rig;
  readonly snapshot: Pose;
  /** What is brought to a target: a point of the hips or of what they carry. */
  readonly grabbed: Pick<Handle, 'joint' | 'offset'>;
  readonly legs: readonly PinnedLimb[];
  /** Share of the way that the hips go along at first: sideways and ahead, and up and down. */
  readonly share: readonly [level: number, upright: number];
  /** Whether the hips keep their place. */
  readonly hipsStay: boolean;
  /** Whether heels stay down where little is missing, which a solve may do without them. */
  readonly sparesHeels: boolean;
  /** World rotation that neck and head give what is grabbed, as far as their limits allow; null where that turns with the trunk. */
  readonly turn?: Quat | null;
}

/** Rounds in which the hips take over what the trunk does not reach, over flat feet and then with heels up. */
const FLAT_ROUNDS = 12;
const HEEL_ROUNDS = 12;
/** Share of the body's height within which a place counts as reached while the body is carried. */
const NEAR = 1e-4;
/** Share of the body's height for which spared heels stay down, and how many times as far a target has to be for heels to do it all. */
const SLIGHT = 2e-3;
const SLIGHT_FADES = 3;
/** Rounds in which the hips are drawn back to where all legs reach. */
const DRAWS = 12;
/** Share of the thigh that the hips go back at most, to keep feet flat. */
const SIT_BACK = 0.8;
/** Radians before an ankle's limit from which hips go back. Our choice: without it they begin to all at once. */
const SOFT_ANKLE = 0.12;
/** Rounds in which the hips go back once more: each adds to the one before it, and many let hips leap back for a slight excess. */
const SIT_ROUNDS = 1;

/**
 * The snapshot with its hips moved along, turned as they were, and its trunk leant until the handle is at `target`, as far as the legs' lengths and the
 * trunk's limits allow. What a trunk over flat feet does not reach, it reaches with its heels up. The pose follows from snapshot and target alone, and
 * without leaps.
 */
export function carryTrunk(pull: TrunkPull, target: Vec3): Pose {
  const { rig, snapshot, grabbed, legs, share, hipsStay, sparesHeels, turn = null } = pull;
  const near = NEAR * rig.report.height;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const point = pointOf(world, grabbed.joint, grabbed.offset);
  const trunk = trunkBelow(rig, world, snapshot, grabbed.joint, point, turn);
  const way = subtract(target, point);
  const wanted: Vec3 = hipsStay ? ZERO : [share[0] * way[0], share[1] * way[1], share[0] * way[2]];
  if (trunk.joints.length === 0) return moveBy(snapshot, withinReach(legs, wanted, true));
  let by = hipsStay ? ZERO : sitBack(legs, withinReach(legs, wanted, false));
  let at = leanTrunk(trunk, subtract(target, by));
  let slight = sparesHeels ? SLIGHT * rig.report.height : 0;
  for (let round = 0; round < FLAT_ROUNDS + HEEL_ROUNDS && !hipsStay; round++) {
    const heelsRise = round >= FLAT_ROUNDS;
    const missing = subtract(subtract(target, by), at);
    if (round === FLAT_ROUNDS && slight > 0) slight *= Math.max(0, 1 - length(missing) / (SLIGHT_FADES * slight));
    const left = length(missing) - (heelsRise ? slight : 0);
    if (left < near && (heelsRise || length(missing) < near)) break;
    by = withinReach(legs, add(by, scale(missing, left / length(missing))), heelsRise);
    if (round < SIT_ROUNDS) by = sitBack(legs, by);
    at = leanTrunk(trunk, subtract(target, by));
  }
  const pose = moveBy(snapshot, by);
  applyLean(trunk, pose);
  return pose;
}

/** The pose with the whole body moved by `by`, metres of the world. */
export function moveBy(pose: Pose, by: Vec3): Pose {
  const moved = pose.slice();
  for (let i = 0; i < 3; i++) moved[i]! += by[i]!;
  return moved;
}

/** `by` shortened until every leg reaches its foot, on tiptoe where it may. */
export function withinReach(legs: readonly PinnedLimb[], by: Vec3, onTiptoe: boolean): Vec3 {
  let moved = by;
  for (let draw = 0; draw < DRAWS; draw++) {
    const before = moved;
    for (const leg of legs) {
      const root = add(leg.plane.root, moved);
      const line = subtract(root, onTiptoe ? ankleOnTiptoe(leg, root) : leg.plane.end);
      const span = length(line);
      if (span > leg.longest) moved = add(moved, scale(line, (leg.longest - span) / span));
    }
    if (moved === before) break;
  }
  return moved;
}

/**
 * The hips further back where the ankles of flat feet cannot bend as far as the legs would have them: softly, from a little before an ankle's limit, unless the
 * snapshot has it nearer to that. Where a shin leans even further at first, going back helps the less the smaller the excess is beside that: hips do not leap
 * back for an ankle that is just on its limit.
 */
function sitBack(legs: readonly PinnedLimb[], by: Vec3): Vec3 {
  let moved = by;
  for (const leg of legs) {
    const { sole, plane } = leg;
    if (!sole) continue;
    const level = normalize([sole.ahead[0], 0, sole.ahead[2]]);
    const from = moved;
    const back = (metres: number): Vec3 => subtract(from, scale(level, metres));
    const flat = raiseHeel(leg, sole, 0);
    const leanAt = (metres: number): number => shinLean(leg, sole, add(plane.root, back(metres)), flat);
    const { dorsiflexion, lean } = sole.ankle;
    const asked = leanAt(0);
    const firm = Math.max(dorsiflexion - SOFT_ANKLE, lean);
    const allowed = firm < dorsiflexion ? softStretch(asked, firm, dorsiflexion - firm) : dorsiflexion;
    const excessAt = (metres: number): number => leanAt(metres) - allowed;
    if (asked <= allowed) continue;
    const enough = firstWhere(0, SIT_BACK * plane.upperLength, (metres) => excessAt(metres) <= 0);
    moved = back(overHump(0, enough, excessAt));
  }
  return moved;
}
