import { checkRig } from '../body/check-rig.ts';
import { bringExpressions, mirrorExpressions } from './expression-names.ts';
import {
  anglePacked,
  copyPacked,
  divideLeftPacked,
  divideRightPacked,
  multiplyPacked,
  normalizePacked,
} from '../../math/packed-quats.ts';
import { toRadians, wrapAngle } from '../../math/angles.ts';
import { atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, quatAt, rotate, slerp, type Quat } from '../../math/quat.ts';
import { cross, dot, rejectFrom, scale, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { checkPose, restPose, rotationIndex, rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { AnyNames } from '../../skeleton/skeleton.ts';
import { bendFollower, rollAlone, rolled, rollsIn, type BendFollower, type LimbRolls, type SeenRoll } from './bend-follower.ts';
import { otherSide, type HumanoidBone } from '../body/bones.ts';
import { facingFrame } from '../body/body-frame.ts';
import { legLength } from '../body/leg-length.ts';
import { axesOf, canonicalRotations } from './canonical-frames.ts';
import { mirrorTurn, mirrorVector } from './mirror.ts';
import { flexionOfSource, hockFollowers, TAKEN_OVER, type HockFollower } from './hock-follower.ts';
import { createRotationLimiter, limitRotation, type RotationLimiter } from './rotation-limiter.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';

/** Turns a pose of one rig into the pose that means the same on another. */
export type Retarget<Names = AnyNames, Others = AnyNames> = (pose: Pose<Names>) => Pose<Others>;

/** The same for the poses of a motion, whose limbs' rolls are steadied from frame to frame in between. */
export interface MotionRetarget {
  /** By how much upper arms and thighs would roll in a pose of the source whose world transforms these are. */
  readonly rollsIn: (world: WorldTransforms) => ReadonlyMap<HumanoidBone, SeenRoll>;
  readonly apply: (world: WorldTransforms, rolls: LimbRolls) => Pose;
}

/** Radians that neck and head miss together from which on the roll of the neck is not believed; up to there less and less. Less than the last is rounding. */
const NECK_ROLLED = toRadians(10);
const LEAST_MISSING = 1e-9;

/** Bones of the trunk in order: a body with fewer of them bends the same in all. */
const TRUNK: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest'];

/** How one target joint takes its turn: between two source bones (`t` from the first to the second). */
interface Follower {
  readonly bone: HumanoidBone;
  readonly canonical: Float64Array;
  /** Indices among the source's bones. */
  readonly from: number;
  readonly to: number;
  readonly t: number;
}

/** An elbow or a knee. Unit vectors in the joint's frame. */
interface Hinge {
  readonly axis: Vec3;
  /** The lower bone. */
  readonly along: Vec3;
  /** Share of the turn that it takes: 1, or what a hock below it leaves. */
  readonly share: number;
}

/** A neck whose head hangs from it. */
interface Neck {
  readonly joint: number;
  readonly headJoint: number;
  /** The neck's canonical rotation in the target. */
  readonly canonical: Quat;
  /** Where the neck, the head and the bone that carries both are among the source's bones. */
  readonly neck: number;
  readonly head: number;
  readonly carrier: number;
  /** Rest-relative rotations of neck and head that are wanted, whatever their limits, 4 each. */
  readonly wanted: Float64Array;
}

/** Everything about two rigs that is the same for all poses, and room for one. */
interface Transfer {
  readonly to: Rig;
  /** Of each source bone: its joint, its canonical rotation, and which bone's turn it gives, its own or the other side's; −1 for none. */
  readonly joints: readonly number[];
  readonly canonical: Float64Array;
  readonly gives: readonly number[];
  /** One a target joint; null for those that take no turn. */
  readonly followers: readonly (Follower | null)[];
  readonly bends: BendFollower;
  /** Of each joint that is an elbow or a knee and nothing else than a hinge; null for all others. */
  readonly hinges: readonly (Hinge | null)[];
  /** By joint. */
  readonly hocks: ReadonlyMap<number, HockFollower>;
  /** Null where there is no neck to be steadied. */
  readonly neck: Neck | null;
  readonly limiter: RotationLimiter;
  /** The turn from the source's facing into the target's. */
  readonly intoTarget: Quat;
  readonly packedIntoTarget: Float64Array;
  readonly size: number;
  readonly hips: number;
  readonly restHips: Vec3;
  /** The normal of the mirror; null unless each side takes the other's turns. */
  readonly across: Vec3 | null;
  /** Turns of the source's bones since the canonical pose, 4 each. */
  readonly turns: Float64Array;
  /** World rotations of the target's joints, 4 each. */
  readonly worlds: Float64Array;
}

/**
 * Prepares to bring poses of `from` onto `to`: rotations away from the canonical T-pose are copied by bone meaning, so that differing
 * rest poses, bone axes, facings and numbers of trunk bones do not matter; the hips' displacement is scaled by leg length. Results are
 * inside the target's limits; what a hinge cannot do (a turning forearm) goes to the next joint.
 */
export function createRetarget<Names, Others>(from: Rig<Names>, to: Rig<Others>): Retarget<Names, Others> {
  return forPoses(from, createTransfer(from, to, false));
}

/** {@link createRetarget} in two steps, for motions. */
export function createMotionRetarget(from: Rig, to: Rig): MotionRetarget {
  const transfer = createTransfer(from, to, false);
  return {
    rollsIn: (world) => rollsIn(transfer.bends, world),
    apply: (world, rolls) => transferred(transfer, world, rolls, null),
  };
}

/** Poses of a rig seen in a mirror, by canonical rotations: also for bodies whose two sides do not rest alike. */
export function createMirror(rig: Rig): Retarget {
  return forPoses(rig, createTransfer(rig, rig, true));
}

function forPoses(from: Rig, transfer: Transfer): Retarget {
  const world = createWorldTransforms(from.skeleton);
  return (pose) => {
    forwardKinematics(from.skeleton, pose, world);
    const rolls = new Map<HumanoidBone, number>();
    for (const [bone, seen] of rollsIn(transfer.bends, world)) rolls.set(bone, rollAlone(seen));
    const result = transferred(transfer, world, rolls, pose);
    const { to, across } = transfer;
    if (across) mirrorExpressions(to.skeleton.expressions, pose, result);
    else bringExpressions(from.skeleton, pose, to.skeleton, result);
    return result;
  };
}

/** `isMirrored`: each side takes the other's turns, mirrored, and joints outside the map keep their rotation (`from` is `to`). */
function createTransfer(from: Rig, to: Rig, isMirrored: boolean): Transfer {
  const [source, target] = [bodyOf(from), bodyOf(to)];
  const sourceCanonical = canonicalRotations(source, from.report.facing);
  const bones = [...sourceCanonical.keys()];
  const [seen, shown] = [facingFrame(from.report.facing), facingFrame(to.report.facing)];
  const hips = from.humanoid.hips!;
  const intoTarget = multiply(axesOf(shown), conjugate(axesOf(seen)));
  const gives = bones.map((bone) => bones.indexOf(isMirrored ? otherSide(bone) : bone));
  const hocks = hockFollowers(from, to, isMirrored);
  return {
    to,
    joints: bones.map((bone) => from.humanoid[bone]!),
    canonical: Float64Array.from([...sourceCanonical.values()].flat()),
    gives,
    followers: followersOf(to, canonicalRotations(target, to.report.facing), bones, gives),
    bends: bendFollower(source, target, from.humanoid, (bone) => to.skeleton.limits[to.humanoid[bone]!]!.kind === 'hinge'),
    hinges: hingesOf(to, target, hocks),
    hocks,
    neck: isMirrored ? null : neckOf(to, target, bones),
    limiter: createRotationLimiter(to.skeleton.limits),
    intoTarget,
    packedIntoTarget: Float64Array.from(intoTarget),
    size: legLength(to) / legLength(from),
    hips,
    restHips: vec3At(forwardKinematics(from.skeleton, restPose(from.skeleton)).positions, hips),
    across: isMirrored ? seen.left : null,
    turns: new Float64Array(4 * bones.length),
    worlds: new Float64Array(4 * to.skeleton.count),
  };
}

/** `kept` is the pose whose rotations joints without a turn keep; null leaves them at rest. */
function transferred(transfer: Transfer, world: WorldTransforms, rolls: LimbRolls, kept: Pose | null): Pose {
  const { to, followers, hinges, hocks, neck, limiter, intoTarget, size, hips, restHips, across, turns, worlds } = transfer;
  writeTurns(transfer, world);
  const { skeleton } = to;
  const { count, parents, rest } = skeleton;
  const result = restPose(skeleton);
  const moved = subtract(vec3At(world.positions, hips), restHips);
  result.set(across ? mirrorVector(moved, across) : scale(rotate(intoTarget, moved), size), 0);
  for (let j = 0; j < count; j++) {
    const parent = parents[j]!;
    const at = rotationIndex(j);
    if (parent < 0) copyPacked(rest, 4 * j, worlds, 4 * j);
    else multiplyPacked(worlds, 4 * parent, rest, 4 * j, worlds, 4 * j);
    const follower = followers[j]!;
    if (follower === null) {
      if (across && kept) copyPacked(kept, at, result, at);
      const hock = hocks.get(j);
      if (hock) {
        result.set(turnOfHock(hock, world, result), at);
        limitRotation(limiter, j, result, at);
      }
    } else {
      writeTurned(follower, turns, result, at);
      if (!across && (rolls.get(follower.bone) ?? 0) !== 0) {
        result.set(rolled(transfer.bends, follower.bone, rotationOf(result, j), rolls), at);
      }
      divideLeftPacked(worlds, 4 * j, result, at, result, at);
      const hinge = hinges[j]!;
      if (hinge) result.set(bentAs(hinge, rotationOf(result, j)), at);
      normalizePacked(result, at);
      if (j === neck?.joint || j === neck?.headJoint) copyPacked(result, at, neck.wanted, j === neck.joint ? 0 : 4);
      limitRotation(limiter, j, result, at);
      if (j === neck?.headJoint) rollNeck(transfer, neck, result);
    }
    multiplyPacked(worlds, 4 * j, result, at, worlds, 4 * j);
  }
  return skeleton.couplings.length > 0 ? clampPose(skeleton, result).pose : result;
}

function hingesOf({ skeleton, humanoid }: Rig, body: BodyGeometry, hocks: Transfer['hocks']): (Hinge | null)[] {
  const led = new Set([...hocks.values()].flatMap(({ knee, source }) => (source ? [] : [knee])));
  const hinges: (Hinge | null)[] = skeleton.limits.map(() => null);
  for (const bone of ['leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'rightLowerLeg'] as const) {
    const joint = humanoid[bone];
    const limit = joint === undefined ? null : skeleton.limits[joint]!;
    if (limit?.kind !== 'hinge') continue;
    const along = rotate(conjugate(body.restOf(bone)), body.direction(bone));
    hinges[joint!] = { axis: limit.axis, along, share: led.has(joint!) ? 1 - TAKEN_OVER : 1 };
  }
  return hinges;
}

/** The turn of a hinge whose bone points as nearly as it can as `wanted` would have it, whatever roll that has: θ = atan2(a · (u × v), u⊥ · v⊥). */
function bentAs({ axis, along, share }: Hinge, wanted: Quat): Quat {
  const way = rotate(wanted, along);
  const turn = atan2(dot(axis, cross(along, way)), dot(rejectFrom(along, axis), rejectFrom(way, axis)));
  return fromAxisAngle(axis, share * turn);
}

/** The turn of a hock: as far as the source's, or where that has none as far as the knee of `pose`. */
function turnOfHock({ axis, knee, kneeAxis, source }: HockFollower, world: WorldTransforms, pose: Pose): Quat {
  if (source) return fromAxisAngle(axis, flexionOfSource(source, world));
  // About its axis a the knee of the target turns by 2 atan2(a · v, w).
  const [x, y, z, w] = rotationOf(pose, knee);
  return fromAxisAngle(axis, wrapAngle(2 * atan2(dot(kneeAxis, [x, y, z]), w)));
}

function neckOf(to: Rig, body: BodyGeometry, bones: readonly HumanoidBone[]): Neck | null {
  const { neck: joint, head: headJoint } = to.humanoid;
  const [neck, head] = [bones.indexOf('neck'), bones.indexOf('head')];
  if (joint === undefined || headJoint === undefined || to.skeleton.parents[headJoint] !== joint || neck < 0 || head < 0)
    return null;
  const carrier = bones.indexOf(TRUNK.findLast((bone) => bones.includes(bone))!);
  const canonical = canonicalRotations(body, to.report.facing).get('neck')!;
  return { joint, headJoint, canonical, neck, head, carrier, wanted: new Float64Array(8) };
}

/**
 * Where neck and head do not come to what is wanted, the neck turns half as far about itself as the head: bones of some files are rolled otherwise than
 * their joints say, the head's rolled back.
 */
function rollNeck(
  { to, limiter, turns, worlds }: Transfer,
  { joint, headJoint, canonical, neck, head, carrier, wanted }: Neck,
  result: Pose,
): void {
  const [at, headAt] = [rotationIndex(joint), rotationIndex(headJoint)];
  const missing = anglePacked(wanted, 0, result, at) + anglePacked(wanted, 4, result, headAt);
  const share = Math.min(1, missing / NECK_ROLLED);
  if (missing < LEAST_MISSING) return;
  const inverse = conjugate(quatAt(turns, carrier));
  const aboutItself = (bone: number) => {
    const [, y, , w] = multiply(inverse, quatAt(turns, bone));
    return wrapAngle(2 * atan2(y, w));
  };
  const roll = fromAxisAngle(UNIT_Y, share * (aboutItself(head) / 2 - aboutItself(neck)));
  const before = rotationOf(result, joint);
  // A turn t of a canonical rotation c that is followed by a roll r: t · r · c = (t · c) · (c⁻¹ · r · c).
  result.set(multiply(quatAt(wanted, 0), multiply(multiply(conjugate(canonical), roll), canonical)), at);
  limitRotation(limiter, joint, result, at);
  // With the world w of the neck before, its own turn n and the head's rest h: w · n⁻¹ · n′ · h · x′ = w · h · x.
  const change = multiply(conjugate(before), rotationOf(result, joint));
  const rest = quatAt(to.skeleton.rest, headJoint);
  worlds.set(multiply(quatAt(worlds, joint), change), 4 * joint);
  result.set(multiply(multiply(conjugate(rest), conjugate(change)), multiply(rest, quatAt(wanted, 1))), headAt);
  limitRotation(limiter, headJoint, result, headAt);
  worlds.set(multiply(quatAt(worlds, joint), rest), 4 * headJoint);
}

/** Writes the turns of the source's bones since the canonical pose, seen in the mirror or in the target's facing. */
function writeTurns({ joints, canonical, gives, packedIntoTarget, across, turns }: Transfer, world: WorldTransforms): void {
  for (let b = 0; b < joints.length; b++) {
    const at = 4 * gives[b]!;
    if (at < 0) continue;
    divideRightPacked(world.rotations, 4 * joints[b]!, canonical, 4 * b, turns, at);
    if (across) {
      turns.set(mirrorTurn(quatAt(turns, gives[b]!), across), at);
      continue;
    }
    multiplyPacked(packedIntoTarget, 0, turns, at, turns, at);
    divideRightPacked(turns, at, packedIntoTarget, 0, turns, at);
  }
}

/** Writes the world rotation that a follower takes: the turn between its two source bones, of its canonical rotation. */
function writeTurned({ canonical, from, to, t }: Follower, turns: Float64Array, into: Float64Array, at: number): void {
  if (from === to) {
    copyPacked(turns, 4 * from, into, at);
    normalizePacked(into, at);
  } else into.set(slerp(quatAt(turns, from), quatAt(turns, to), t), at);
  multiplyPacked(into, at, canonical, 0, into, at);
}

/** One pose of `from` brought onto `to`; see {@link createRetarget}, which is faster for many. */
export function retargetPose<Names, Others>(from: Rig<Names>, pose: Pose<Names>, to: Rig<Others>): Pose<Others> {
  checkRig(from);
  checkPose(from.skeleton, pose, 'the pose');
  return createRetarget(from, to)(pose);
}

/** One a joint. A bone that stands by bones that the source lacks takes no turn. */
function followersOf(
  to: Rig,
  canonical: ReadonlyMap<HumanoidBone, Quat>,
  bones: readonly HumanoidBone[],
  gives: readonly number[],
): (Follower | null)[] {
  const followers: (Follower | null)[] = Array.from({ length: to.skeleton.count }, () => null);
  for (const [bone, rotation] of canonical) {
    const { from, to: next, t } = placeAmong(bone, canonical, bones);
    const [first, second] = [bones.indexOf(from), bones.indexOf(next)];
    if (!gives.includes(first) || !gives.includes(second)) continue;
    followers[to.humanoid[bone]!] = { bone, canonical: Float64Array.from(rotation), from: first, to: second, t };
  }
  return followers;
}

/** Which source bones a target bone stands between. Trunks of different length are compared by their share of the whole bend. */
function placeAmong(
  bone: HumanoidBone,
  target: ReadonlyMap<HumanoidBone, Quat>,
  source: readonly HumanoidBone[],
): { from: HumanoidBone; to: HumanoidBone; t: number } {
  const trunk = TRUNK.filter((each) => source.includes(each));
  const targetTrunk = TRUNK.filter((each) => target.has(each));
  const place = targetTrunk.indexOf(bone);
  if (place > 0) {
    const share = (place / (targetTrunk.length - 1)) * (trunk.length - 1);
    const low = Math.floor(share);
    return { from: trunk[low]!, to: trunk[Math.ceil(share)]!, t: share - low };
  }
  if (bone === 'neck' && !source.includes(bone)) return { from: trunk.at(-1)!, to: 'head', t: 0.5 };
  return { from: bone, to: bone, t: 0 };
}
