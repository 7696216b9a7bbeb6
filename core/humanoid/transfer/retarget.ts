import { checkRig } from '../body/check-rig.ts';
import { bringExpressions } from './expression-names.ts';
import { copyPacked, divideLeftPacked, divideRightPacked, multiplyPacked, normalizePacked } from '../../math/packed-quats.ts';
import { conjugate, multiply, rotate, type Quat } from '../../math/quat.ts';
import { normalize, scale, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { checkPose, restPose, rotationIndex, rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { AnyNames } from '../../skeleton/skeleton.ts';
import { bendFollower, rollAlone, rolled, rollsIn, type BendFollower, type LimbRolls, type SeenRoll } from './bend-follower.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { facingFrame } from '../body/body-frame.ts';
import { legLength } from '../body/leg-length.ts';
import { axesOf, canonicalRotations } from './canonical-frames.ts';
import { hockFollowers, turnOfHock, type HockFollower } from './hock-follower.ts';
import { followersOf, writeTurned, type Follower } from './bone-followers.ts';
import { bentAs, hingesOf, type Hinge } from './hinge-bends.ts';
import { neckOf, rollNeck, type Neck } from './neck-roll.ts';
import { createRotationLimiter, limitRotation, type RotationLimiter } from './rotation-limiter.ts';
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

/** Everything about two rigs that is the same for all poses, and room for one. */
interface Transfer {
  readonly to: Rig;
  /** Of each source bone: its joint, and its canonical rotation. */
  readonly joints: readonly number[];
  readonly canonical: Float64Array;
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
  const transfer = createTransfer(from, to);
  const world = createWorldTransforms(from.skeleton);
  return (pose) => {
    forwardKinematics(from.skeleton, pose, world);
    const rolls = new Map<HumanoidBone, number>();
    for (const [bone, seen] of rollsIn(transfer.bends, world)) rolls.set(bone, rollAlone(seen));
    const result = transferred(transfer, world, rolls);
    bringExpressions(from.skeleton, pose, to.skeleton, result);
    return result;
  };
}

/** {@link createRetarget} in two steps, for motions. */
export function createMotionRetarget(from: Rig, to: Rig): MotionRetarget {
  const transfer = createTransfer(from, to);
  return {
    rollsIn: (world) => rollsIn(transfer.bends, world),
    apply: (world, rolls) => transferred(transfer, world, rolls),
  };
}

function createTransfer(from: Rig, to: Rig): Transfer {
  const [source, target] = [bodyOf(from), bodyOf(to)];
  const sourceCanonical = canonicalRotations(source, from.report.facing);
  const bones = [...sourceCanonical.keys()];
  const [seen, shown] = [facingFrame(from.report.facing), facingFrame(to.report.facing)];
  const hips = from.humanoid.hips!;
  const intoTarget = multiply(axesOf(shown), conjugate(axesOf(seen)));
  const hocks = hockFollowers(from, to);
  return {
    to,
    joints: bones.map((bone) => from.humanoid[bone]!),
    canonical: Float64Array.from([...sourceCanonical.values()].flat()),
    followers: followersOf(to, canonicalRotations(target, to.report.facing), bones),
    bends: bendFollower(source, target, from.humanoid, (bone) => to.skeleton.limits[to.humanoid[bone]!]!.kind === 'hinge'),
    hinges: hingesOf(to, target, hocks),
    hocks,
    neck: neckOf(to, target, bones, () => rotate(intoTarget, canonicalNeck(source, sourceCanonical))),
    limiter: createRotationLimiter(to.skeleton.limits),
    intoTarget,
    packedIntoTarget: Float64Array.from(intoTarget),
    size: legLength(to) / legLength(from),
    hips,
    restHips: vec3At(forwardKinematics(from.skeleton, restPose(from.skeleton)).positions, hips),
    turns: new Float64Array(4 * bones.length),
    worlds: new Float64Array(4 * to.skeleton.count),
  };
}

/** Which way the neck points in the canonical pose, a unit vector in the world. */
function canonicalNeck(body: BodyGeometry, canonical: ReadonlyMap<HumanoidBone, Quat>): Vec3 {
  const turn = multiply(canonical.get('neck')!, conjugate(body.restOf('neck')));
  return normalize(rotate(turn, subtract(body.at('head'), body.at('neck'))), UNIT_Y);
}

/** Joints without a turn stay at rest. */
function transferred(transfer: Transfer, world: WorldTransforms, rolls: LimbRolls): Pose {
  const { to, followers, hinges, hocks, neck, limiter, intoTarget, size, hips, restHips, turns, worlds } = transfer;
  writeTurns(transfer, world);
  const { skeleton } = to;
  const { count, parents, rest } = skeleton;
  const result = restPose(skeleton);
  const moved = subtract(vec3At(world.positions, hips), restHips);
  result.set(scale(rotate(intoTarget, moved), size), 0);
  for (let j = 0; j < count; j++) {
    const parent = parents[j]!;
    const at = rotationIndex(j);
    if (parent < 0) copyPacked(rest, 4 * j, worlds, 4 * j);
    else multiplyPacked(worlds, 4 * parent, rest, 4 * j, worlds, 4 * j);
    const follower = followers[j]!;
    if (follower === null) {
      const hock = hocks.get(j);
      if (hock) {
        result.set(turnOfHock(hock, world, result), at);
        limitRotation(limiter, j, result, at);
      }
    } else {
      writeTurned(follower, turns, result, at);
      if ((rolls.get(follower.bone) ?? 0) !== 0) {
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

/** Writes the turns of the source's bones since the canonical pose, seen in the target's facing. */
function writeTurns({ joints, canonical, packedIntoTarget, turns }: Transfer, world: WorldTransforms): void {
  for (let b = 0; b < joints.length; b++) {
    const at = 4 * b;
    divideRightPacked(world.rotations, 4 * joints[b]!, canonical, at, turns, at);
    multiplyPacked(packedIntoTarget, 0, turns, at, turns, at);
    divideRightPacked(turns, at, packedIntoTarget, 0, turns, at);
  }
}

/** One pose of `from` brought onto `to`; see {@link createRetarget}, which is faster for many. */
export function retargetPose<Names, Others>(from: Rig<Names>, pose: Pose<Names>, to: Rig<Others>): Pose<Others> {
  checkRig(from);
  checkPose(from.skeleton, pose, 'the pose');
  return createRetarget(from, to)(pose);
}
