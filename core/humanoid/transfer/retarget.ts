import { bringExpressions, mirrorExpressions } from './expression-names.ts';
import { conjugate, IDENTITY, multiply, normalizeQuat, quatAt, rotate, slerp, type Quat } from '../../math/quat.ts';
import { scale, subtract, vec3At } from '../../math/vec3.ts';
import { forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { bendFollower, type LimbRolls } from './bend-follower.ts';
import { otherSide, type HumanoidBone } from '../body/bones.ts';
import { facingFrame } from '../body/body-frame.ts';
import { legLength } from '../body/leg-length.ts';
import { axesOf, canonicalRotations } from './canonical-frames.ts';
import { mirrorTurn, mirrorVector } from './mirror.ts';
import { rotationLimiter } from './rotation-limiter.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';

/** Turns a pose of one rig into the pose that means the same on another. */
export type Retarget = (pose: Pose) => Pose;

/** The same for the poses of a motion, whose limbs' rolls are steadied from frame to frame in between. */
export interface MotionRetarget {
  /** By how much upper arms and thighs would roll in this pose of the source. */
  readonly rollsIn: (pose: Pose) => LimbRolls;
  readonly apply: (pose: Pose, rolls: LimbRolls) => Pose;
}

/** Bones of the trunk in order: a body with fewer of them bends the same in all. */
const TRUNK: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest'];

/** How one target joint takes its turn: between two source bones (`t` from the first to the second); from one that the source lacks it takes none. */
interface Follower {
  readonly joint: number;
  readonly bone: HumanoidBone;
  readonly canonical: Quat;
  readonly from: HumanoidBone;
  readonly to: HumanoidBone;
  readonly t: number;
}

/**
 * Prepares to bring poses of `from` onto `to`: rotations away from the canonical T-pose are copied by bone meaning, so that differing
 * rest poses, bone axes, facings and numbers of trunk bones do not matter; the hips' displacement is scaled by leg length. Results are
 * inside the target's limits; what a hinge cannot do (a turning forearm) goes to the next joint.
 */
export function createRetarget(from: Rig, to: Rig): Retarget {
  const { rollsIn, apply } = createTransfer(from, to, false);
  return (pose) => apply(pose, rollsIn(pose));
}

/** {@link createRetarget} in two steps, for motions. */
export function createMotionRetarget(from: Rig, to: Rig): MotionRetarget {
  return createTransfer(from, to, false);
}

/** Poses of a rig seen in a mirror, by canonical rotations: also for bodies whose two sides do not rest alike. */
export function createMirror(rig: Rig): Retarget {
  const { rollsIn, apply } = createTransfer(rig, rig, true);
  return (pose) => apply(pose, rollsIn(pose));
}

/** `isMirrored`: each side takes the other's turns, mirrored, and joints outside the map keep their rotation (`from` is `to`). */
function createTransfer(from: Rig, to: Rig, isMirrored: boolean): MotionRetarget {
  const [source, target] = [bodyOf(from), bodyOf(to)];
  const sourceCanonical = canonicalRotations(source, from.report.facing);
  const followers = followersOf(to, canonicalRotations(target, to.report.facing), sourceCanonical);
  const followerOf = new Map(followers.map((follower) => [follower.joint, follower]));
  const [seen, shown] = [facingFrame(from.report.facing), facingFrame(to.report.facing)];
  const across = seen.left;
  const bends = bendFollower(source, target, from.humanoid);
  const intoTarget = multiply(axesOf(shown), conjugate(axesOf(seen)));
  const size = legLength(to) / legLength(from);
  const hips = from.humanoid.hips!;
  const restHips = vec3At(forwardKinematics(from.skeleton, restPose(from.skeleton)).positions, hips);
  const { skeleton } = to;
  const { count, parents, rest } = skeleton;
  const allowed = rotationLimiter(skeleton.limits);

  const rollsIn = (pose: Pose) => bends.rollsIn(forwardKinematics(from.skeleton, pose));
  const apply = (pose: Pose, rolls: LimbRolls) => {
    const world = forwardKinematics(from.skeleton, pose);
    const turns = new Map<HumanoidBone, Quat>();
    for (const [bone, canonical] of sourceCanonical) {
      const turn = multiply(quatAt(world.rotations, from.humanoid[bone]!), conjugate(canonical));
      if (isMirrored) turns.set(otherSide(bone), mirrorTurn(turn, across));
      else turns.set(bone, multiply(multiply(intoTarget, turn), conjugate(intoTarget)));
    }
    const result = restPose(skeleton);
    if (isMirrored) mirrorExpressions(skeleton.expressions, pose, result);
    else bringExpressions(from.skeleton, pose, skeleton, result);
    const moved = subtract(vec3At(world.positions, hips), restHips);
    result.set(isMirrored ? mirrorVector(moved, across) : scale(rotate(intoTarget, moved), size), 0);
    const worlds: Quat[] = [];
    for (let j = 0; j < count; j++) {
      const parent = parents[j]!;
      const atRest = parent < 0 ? quatAt(rest, j) : multiply(worlds[parent]!, quatAt(rest, j));
      const follower = followerOf.get(j);
      const first = follower && turns.get(follower.from);
      const second = follower && turns.get(follower.to);
      if (!follower || !first || !second) {
        const kept = isMirrored ? rotationOf(pose, j) : IDENTITY;
        setRotation(result, j, kept);
        worlds[j] = multiply(atRest, kept);
        continue;
      }
      const turn = slerp(first, second, follower.t);
      const turned = multiply(turn, follower.canonical);
      const wanted = isMirrored ? turned : bends.rolled(follower.bone, turned, rolls);
      const local = allowed(j, normalizeQuat(multiply(conjugate(atRest), wanted)));
      setRotation(result, j, local);
      worlds[j] = multiply(atRest, local);
    }
    return skeleton.couplings.length > 0 ? clampPose(skeleton, result).pose : result;
  };
  return { rollsIn, apply };
}

/** One pose of `from` brought onto `to`; see {@link createRetarget}, which is faster for many. */
export function retargetPose(from: Rig, pose: Pose, to: Rig): Pose {
  return createRetarget(from, to)(pose);
}

function followersOf(to: Rig, canonical: ReadonlyMap<HumanoidBone, Quat>, source: ReadonlyMap<HumanoidBone, Quat>): Follower[] {
  return [...canonical].map(([bone, rotation]) => ({
    joint: to.humanoid[bone]!,
    bone,
    canonical: rotation,
    ...placeAmong(bone, canonical, source),
  }));
}

/** Which source bones a target bone stands between. Trunks of different length are compared by their share of the whole bend. */
function placeAmong(
  bone: HumanoidBone,
  target: ReadonlyMap<HumanoidBone, Quat>,
  source: ReadonlyMap<HumanoidBone, Quat>,
): { from: HumanoidBone; to: HumanoidBone; t: number } {
  const trunk = TRUNK.filter((each) => source.has(each));
  const targetTrunk = TRUNK.filter((each) => target.has(each));
  const place = targetTrunk.indexOf(bone);
  if (place > 0) {
    const share = (place / (targetTrunk.length - 1)) * (trunk.length - 1);
    const low = Math.floor(share);
    return { from: trunk[low]!, to: trunk[Math.ceil(share)]!, t: share - low };
  }
  if (bone === 'neck' && !source.has(bone)) return { from: trunk.at(-1)!, to: 'head', t: 0.5 };
  return { from: bone, to: bone, t: 0 };
}
