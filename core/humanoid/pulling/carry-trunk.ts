import { conjugate, IDENTITY, multiply, normalizeQuat, rotate, shortestArc, slerp, type Quat } from '../../math/quat.ts';
import { add, length, normalize, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { limitProjector } from '../../skeleton/project-limit.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { Handle } from '../body/handles.ts';
import type { Rig } from '../body/rig.ts';
import type { PinnedLimb } from './pinned-limbs.ts';
import { ankleOnTiptoe, shinLean } from './plant-limbs.ts';

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
  /** World rotation that neck and head give what is grabbed, as far as their limits allow; null where that turns with the trunk. */
  readonly turn?: Quat | null;
}

const TRUNK: readonly HumanoidBone[] = ['spine', 'chest', 'upperChest', 'neck', 'head', 'leftShoulder', 'rightShoulder'];
/** Rounds in which the hips take over what the trunk does not reach, over flat feet and then with heels up, and in which the trunk's joints turn. */
const FLAT_ROUNDS = 12;
const HEEL_ROUNDS = 12;
const LEANS = 6;
/** Share of the body's height within which a place counts as reached while the body is carried. */
const NEAR = 1e-4;
/** Share of the body's height for which no heel comes up, the solve does that, and how many times as far a target has to be for heels to do it all. */
const SLIGHT = 2e-3;
const SLIGHT_FADES = 3;
/** Rounds in which the hips are drawn back to where all legs reach. */
const DRAWS = 12;
const HALVINGS = 22;
/** Share of the thigh that the hips go back at most, to keep feet flat. */
const SIT_BACK = 0.8;
/** Places on the way back at which the lean of a shin is looked at. */
const HUMP_SAMPLES = 8;

/**
 * The snapshot with its hips moved along, turned as they were, and its trunk leant until the handle is at `target`, as far as the legs' lengths and the
 * trunk's limits allow. What a trunk over flat feet does not reach, it reaches with its heels up. The pose follows from snapshot and target alone, and
 * without leaps.
 */
export function carryTrunk(pull: TrunkPull, target: Vec3): Pose {
  const { rig, snapshot, grabbed, legs, share, hipsStay, turn = null } = pull;
  const near = NEAR * rig.report.height;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const point = pointOf(world, grabbed.joint, grabbed.offset);
  const upright = trunkOf(rig, world, snapshot, trunkChain(rig, grabbed.joint, turn), point, turn);
  const way = subtract(target, point);
  const wanted: Vec3 = hipsStay ? ZERO : [share[0] * way[0], share[1] * way[1], share[0] * way[2]];
  if (upright.joints.length === 0) return moveBy(snapshot, withinReach(legs, wanted, true));
  let by = hipsStay ? ZERO : drawIn(legs, wanted, false);
  let leaning = lean(upright, subtract(target, by));
  let slight = SLIGHT * rig.report.height;
  for (let round = 0; round < FLAT_ROUNDS + HEEL_ROUNDS && !hipsStay; round++) {
    const heelsRise = round >= FLAT_ROUNDS;
    const missing = subtract(subtract(target, by), leaning.point);
    if (round === FLAT_ROUNDS) slight *= Math.max(0, 1 - length(missing) / (SLIGHT_FADES * slight));
    const left = length(missing) - (heelsRise ? slight : 0);
    if (left < near && (heelsRise || length(missing) < near)) break;
    by = drawIn(legs, add(by, scale(missing, left / length(missing))), heelsRise);
    leaning = lean(upright, subtract(target, by));
  }
  const pose = moveBy(snapshot, by);
  for (const { joint, own } of leaning.joints) setRotation(pose, joint, own);
  return pose;
}

/** The joints of a trunk that lean, from the hips up, and the point that they bring to a target. World, metres, with the hips where the snapshot has them. */
interface Trunk {
  readonly joints: readonly TrunkJoint[];
  readonly point: Vec3;
  /** World rotation that the last of the joints takes, and how many of the last turn for that instead of leaning. */
  readonly turn: Quat | null;
  readonly turning: number;
}

interface TrunkJoint {
  readonly joint: number;
  readonly place: Vec3;
  /** World rotation of the joint where it is at rest, and its own rotation on top of that. */
  readonly resting: Quat;
  readonly own: Quat;
  /** The rotation inside its limit that is nearest to one. */
  readonly allowed: (own: Quat) => Quat;
}

function trunkOf(rig: Rig, world: WorldTransforms, pose: Pose, chain: readonly number[], point: Vec3, turn: Quat | null): Trunk {
  const joints = chain.map((joint): TrunkJoint => {
    const own = rotationOf(pose, joint);
    const resting = multiply(worldRotation(world, joint), conjugate(own));
    return { joint, place: worldPosition(world, joint), resting, own, allowed: limitProjector(rig.skeleton.limits[joint]!) };
  });
  const turning = turn ? chain.filter((joint) => joint === rig.humanoid.neck || joint === rig.humanoid.head).length : 0;
  return { joints, point, turn, turning };
}

/** The joints that lean: those of the trunk that carry the handle, and its own where that is to be turned. */
function trunkChain({ humanoid, skeleton }: Rig, joint: number, turn: Quat | null): number[] {
  const carriers = new Set<number>(turn ? [joint] : []);
  for (let j = skeleton.parents[joint]!; j >= 0; j = skeleton.parents[j]!) carriers.add(j);
  return TRUNK.flatMap((bone) => {
    const own = humanoid[bone];
    return own !== undefined && carriers.has(own) && skeleton.stiffness[own]! < 1 ? [own] : [];
  });
}

/** The pose with the whole body moved by `by`, metres of the world. */
export function moveBy(pose: Pose, by: Vec3): Pose {
  const moved = pose.slice();
  for (let i = 0; i < 3; i++) moved[i]! += by[i]!;
  return moved;
}

/**
 * Each joint in turn takes over its share of what is left to the target, inside its limit. Neck and head instead take over what is left of the turn, so that
 * the head looks where it looked while the trunk below it leans.
 */
function lean(upright: Trunk, target: Vec3): Trunk {
  const { turn: wantedTurn, turning } = upright;
  const leaning = [...upright.joints];
  const leans = leaning.length - turning;
  const last = leaning.length - 1;
  const turnOf = ({ resting, own }: TrunkJoint): Quat => multiply(resting, own);
  let at = upright.point;
  for (let round = 0; round < LEANS; round++) {
    for (let i = 0; i < leaning.length; i++) {
      const { place, resting, own, allowed } = leaning[i]!;
      const arc =
        wantedTurn && i >= leans
          ? slerp(IDENTITY, multiply(wantedTurn, conjugate(turnOf(leaning[last]!))), 1 / (leaning.length - i))
          : slerp(IDENTITY, shortestArc(subtract(at, place), subtract(target, place)), 1 / (leans - i));
      const wanted = normalizeQuat(multiply(conjugate(resting), multiply(arc, multiply(resting, own))));
      const next = allowed(wanted);
      leaning[i] = { ...leaning[i]!, own: next };
      const turn = multiply(multiply(resting, multiply(next, conjugate(own))), conjugate(resting));
      const turned = (somewhere: Vec3): Vec3 => add(place, rotate(turn, subtract(somewhere, place)));
      at = turned(at);
      for (let k = i + 1; k < leaning.length; k++) {
        const above = leaning[k]!;
        leaning[k] = { ...above, place: turned(above.place), resting: multiply(turn, above.resting) };
      }
    }
  }
  return { ...upright, joints: leaning, point: at };
}

/** `by` as far as the legs allow, over flat feet or with heels that may rise. */
function drawIn(legs: readonly PinnedLimb[], by: Vec3, heelsRise: boolean): Vec3 {
  const moved = withinReach(legs, by, heelsRise);
  return heelsRise ? moved : sitBack(legs, moved);
}

/** `by` shortened until every leg reaches its foot, on tiptoe where it may. */
export function withinReach(legs: readonly PinnedLimb[], by: Vec3, onTiptoe: boolean): Vec3 {
  let moved = by;
  for (let draw = 0; draw < DRAWS; draw++) {
    for (const leg of legs) {
      const root = add(leg.plane.root, moved);
      const line = subtract(root, onTiptoe ? ankleOnTiptoe(leg, root) : leg.plane.end);
      const span = length(line);
      if (span > leg.longest) moved = add(moved, scale(line, (leg.longest - span) / span));
    }
  }
  return moved;
}

/**
 * The hips further back where the ankles of flat feet cannot bend as far as the legs would have them. Where a shin leans even further at first, going back
 * helps the less the smaller the excess is beside that: hips do not leap back for an ankle that is just on its limit.
 */
function sitBack(legs: readonly PinnedLimb[], by: Vec3): Vec3 {
  let moved = by;
  for (const leg of legs) {
    const { sole, plane } = leg;
    if (!sole) continue;
    const level = normalize([sole.ahead[0], 0, sole.ahead[2]]);
    const from = moved;
    const back = (metres: number): Vec3 => subtract(from, scale(level, metres));
    const excessAt = (metres: number): number => shinLean(leg, sole, add(plane.root, back(metres)), 0) - sole.ankle.dorsiflexion;
    const excess = excessAt(0);
    if (excess <= 0) continue;
    let [low, high] = [0, SIT_BACK * plane.upperLength];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      if (excessAt(middle) <= 0) high = middle;
      else low = middle;
    }
    let most = excess;
    for (let sample = 1; sample < HUMP_SAMPLES; sample++) most = Math.max(most, excessAt((high * sample) / HUMP_SAMPLES));
    moved = back((high * excess) / most);
  }
  return moved;
}
