import { divideLeftPacked, divideRightPacked, multiplyPacked, NO_TURN, slerpPacked } from '../../math/packed-quats.ts';
import { conjugate, multiply, quatAt } from '../../math/quat.ts';
import { worldAtRest, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { createLimitTable, type LimitTable } from '../../skeleton/limit-table.ts';
import { rotationIndex, type Pose } from '../../skeleton/pose.ts';
import { projectPacked } from '../../skeleton/project-limit.ts';
import { isLocked } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { spineOf } from '../pulling/building/share-turn.ts';
import { createChain, solveChain, type Chain } from './chain.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Shares of what the head is turned against the hips that the joints between them take, from below: all of the spine, the neck, and the head the rest. */
const SPINE = 0.35;
const NECK = 0.3;

/** The trunk from the hips to the head. */
export interface TrackedTrunk {
  readonly chain: Chain;
  /** Of what is left of the head's turn, the share that each of its joints takes from below; 0 for those that stay at rest. */
  readonly shares: readonly number[];
  /** How the head is turned at rest from the parent of each of them: 4 numbers each. */
  readonly toHead: Float64Array;
  readonly limits: LimitTable;
  readonly scratch: Float64Array;
}

/** The trunk of a rig; null where its head does not hang from its hips. */
export function trackedTrunk(rig: Rig): TrackedTrunk | null {
  const { skeleton, humanoid } = rig;
  const { hips, head, neck } = humanoid;
  if (hips === undefined || head === undefined || !hangsFrom(skeleton.parents, head, hips)) return null;
  const spine = spineOf(rig);
  const shareOf = (joint: number): number => {
    if (joint === hips || isLocked(rig, joint)) return 0;
    if (joint === head) return 1 - SPINE - NECK;
    return joint === neck ? NECK : spine.includes(joint) ? SPINE / spine.length : 0;
  };
  const chain = createChain(rig, hips, head, (joint) => shareOf(joint) > 0, true);
  const { rotations } = worldAtRest(skeleton);
  const wanted = chain.joints.map(shareOf);
  return {
    chain,
    shares: wanted.map((share, i) => (share === 0 ? 0 : share / wanted.slice(i).reduce((sum, each) => sum + each))),
    toHead: Float64Array.from(
      chain.joints.flatMap((joint) => {
        const parent = skeleton.parents[joint]!;
        const turn = quatAt(rotations, head);
        return parent < 0 ? turn : multiply(conjugate(quatAt(rotations, parent)), turn);
      }),
    ),
    limits: createLimitTable(chain.joints.map((joint) => skeleton.limits[joint]!)),
    scratch: new Float64Array(8),
  };
}

/** Where in the scratch is what carries a joint, and what is left of the turn. */
const CARRIED = 0;
const LEFT = 4;

/**
 * Writes to `pose`, which has its hips already, as `world` has them, the trunk below a head that has the place and the world rotation at `places[at…]`. The
 * joints take shares of the head's turn, and of all poses of the trunk that have the head in its place the one nearest to that is taken, inside limits.
 */
export function followTrunk(
  rig: Rig,
  trunk: TrackedTrunk,
  places: Float64Array,
  at: number,
  pose: Pose,
  world: WorldTransforms,
): void {
  const { chain, shares, toHead, limits, scratch: s } = trunk;
  const { rest } = rig.skeleton;
  const { joints } = chain;
  for (let c = 0; c < 4; c++) s[CARRIED + c] = world.rotations[4 * joints[0]! + c]!;
  for (let i = 1; i < joints.length; i++) {
    const joint = joints[i]!;
    const own = rotationIndex(joint);
    // What is left of the turn: wanted · conj(carried · toHead).
    multiplyPacked(s, CARRIED, toHead, 4 * i, s, LEFT);
    divideRightPacked(places, at + 3, s, LEFT, s, LEFT);
    slerpPacked(NO_TURN, 0, s, LEFT, shares[i]!, s, LEFT);
    // conj(carried · rest) · turn · carried · rest, inside the limit.
    multiplyPacked(s, CARRIED, rest, 4 * joint, s, CARRIED);
    multiplyPacked(s, LEFT, s, CARRIED, s, LEFT);
    divideLeftPacked(s, CARRIED, s, LEFT, pose, own);
    projectPacked(limits, i, pose, own, pose, own);
    multiplyPacked(s, CARRIED, pose, own, s, CARRIED);
  }
  solveChain(chain, places, at, 0, pose, world);
}
