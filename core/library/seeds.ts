import { checkArray } from '../math/check-values.ts';
import { checkGoals } from '../ik/request/check-goals.ts';
import { hangsFrom } from '../skeleton/hierarchy.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkSavedPoses } from './check-saved-poses.ts';
import { checkPose } from '../skeleton/pose.ts';
import { checkFinite } from '../math/check-numbers.ts';
import type { Goal, PositionGoal } from '../ik/request/goals.ts';
import { conjugate, rotate } from '../math/quat.ts';
import { subtract, ZERO, type Vec3 } from '../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import type { WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { AnyNames, Skeleton } from '../skeleton/skeleton.ts';
import { applySavedPose } from './apply.ts';
import { effectorPoints, type EffectorPoints } from './effector-points.ts';
import type { SavedPose } from './saved-pose.ts';

/** A pose to start a solve from. */
export interface Seed<Names = AnyNames> {
  /** The present pose with the saved pose's joints, the root left where and as it is. */
  readonly pose: Pose<Names>;
  /** Id of the saved pose. */
  readonly id: string;
  /** Name of the saved pose. */
  readonly name: string;
  /** Root mean square distance in metres from the goals' points to their targets, seen from the root. */
  readonly distance: number;
}

/** Answers which saved poses come nearest to a set of goals. */
export interface SeedIndex<Names = AnyNames> {
  /**
   * The `count` nearest poses, best first; none when no goal asks for a position. Like the others it throws a `RangeError` of one sentence for what cannot be
   * used.
   */
  nearest(goals: readonly Goal[], present: Pose<Names>, count: number): Seed<Names>[];
  /** All poses, the nearest first and equally near ones in their own order; null when no goal asks for a position. */
  ranked(goals: readonly Goal[], present: Pose<Names>): readonly SavedPose[] | null;
  /** Answers from these poses from now on. What is known of those that stay is kept. */
  setPoses(poses: readonly SavedPose[]): void;
}

/**
 * Makes the poses of a library answer {@link SeedIndex.nearest}. The tables of an effector are made when it is first asked for, and only
 * what is new in them after {@link SeedIndex.setPoses}; from then on a query among 100,000 poses takes under a millisecond.
 */
export function createSeedIndex<Names>(skeleton: Skeleton<Names>, library: readonly SavedPose[]): SeedIndex<Names> {
  checkSkeleton(skeleton);
  checkSavedPoses(library, 'the library', skeleton);
  let poses = library;
  const tables = new Map<string, EffectorPoints>();
  const world = createWorldTransforms(skeleton);
  const kept = rootAndAbove(skeleton);

  function tableOf(goal: PositionGoal): Float32Array {
    const offset = goal.offset ?? ZERO;
    const key = `${goal.joint}:${offset.join(',')}`;
    const former = tables.get(key);
    if (former?.poses === poses) return former.points;
    const table = effectorPoints(skeleton, poses, goal.joint, offset, former);
    tables.set(key, table);
    return table.points;
  }

  /** What the goals ask of places below the root. */
  function pointsAskedBy(goals: readonly Goal[], present: Pose): WantedPoint[] {
    checkGoals(skeleton, goals);
    checkPose(skeleton, present, 'the present pose');
    const { parents, root } = skeleton;
    const isAsked = (goal: Goal): goal is PositionGoal =>
      goal.kind === 'position' && goal.joint !== root && hangsFrom(parents, goal.joint, root);
    const positions = goals.filter(isAsked);
    if (positions.length === 0 || poses.length === 0) return [];
    forwardKinematics(skeleton, present, world);
    return positions.map((goal) => {
      const [x, y, z] = inRootFrame(skeleton, world, goal.target);
      return { table: tableOf(goal), x, y, z, weight: goal.weight ?? 1 };
    });
  }

  return {
    nearest(goals, present, count) {
      checkFinite(count, 'the count');
      const wanted = pointsAskedBy(goals, present);
      if (wanted.length === 0 || count < 1) return [];
      const weights = wanted.reduce((sum, { weight }) => sum + weight, 0);
      return nearestPoses(wanted, poses.length, count).map(({ index, sum }) => {
        const saved = poses[index]!;
        const joints = saved.joints.filter((joint) => joint >= 0 && !kept.has(joint));
        const distance = Math.sqrt(sum / weights);
        return { pose: applySavedPose(present, saved, 1, joints), id: saved.id, name: saved.name, distance };
      });
    },
    ranked(goals, present) {
      const wanted = pointsAskedBy(goals, present);
      if (wanted.length === 0) return null;
      const sums = Float64Array.from(poses, (_, index) => sumUpTo(wanted, index, Infinity));
      const order = Uint32Array.from(poses.keys()).sort((a, b) => sums[a]! - sums[b]! || a - b);
      return Array.from(order, (index) => poses[index]!);
    },
    setPoses(next) {
      checkArray(next, 'the poses');
      const known = new Set(poses);
      checkSavedPoses(
        next.filter((pose) => !known.has(pose)),
        'the new poses',
        skeleton,
      );
      poses = next;
    },
  };
}

/**
 * The saved poses that bring the goals' points nearest to their targets, best first. The solver's `seeds` option takes their poses:
 * `seeds: nearestSeeds(…).map(({ pose }) => pose)`.
 */
export function nearestSeeds<Names>(
  skeleton: Skeleton<Names>,
  poses: readonly SavedPose[],
  goals: readonly Goal[],
  present: Pose<Names>,
  count = 3,
): Seed<Names>[] {
  return createSeedIndex(skeleton, poses).nearest(goals, present, count);
}

/** The root and the joints above it: they place the body, a seed leaves them alone. */
function rootAndAbove(skeleton: Skeleton): ReadonlySet<number> {
  const joints = new Set<number>();
  for (let j = skeleton.root; j >= 0; j = skeleton.parents[j]!) joints.add(j);
  return joints;
}

function inRootFrame(skeleton: Skeleton, world: WorldTransforms, point: Vec3): Vec3 {
  const { root } = skeleton;
  return rotate(conjugate(worldRotation(world, root)), subtract(point, worldPosition(world, root)));
}

/** A point that is looked for among one effector's points in all poses. */
interface WantedPoint {
  readonly table: Float32Array;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly weight: number;
}

interface Found {
  readonly index: number;
  /** Weighted sum of squared distances. */
  readonly sum: number;
}

/** Poses looked at first, spread over all, so that the others can soon be given up. */
const PROBES = 4096;

/** The `count` poses with the smallest sums, rising; the earlier one of equals first. */
function nearestPoses(wanted: readonly WantedPoint[], poses: number, count: number): Found[] {
  const stride = Math.max(1, Math.floor(poses / PROBES));
  const probed: Found[] = [];
  for (let index = 0; index < poses; index += stride) keep(probed, index, sumUpTo(wanted, index, Infinity), count);
  let most = probed.length < count ? Infinity : probed.at(-1)!.sum;
  const best: Found[] = [];
  const [{ table, x, y, z, weight }] = wanted as readonly [WantedPoint];
  for (let index = 0, at = 0; index < poses; index++, at += 3) {
    const dx = table[at]! - x;
    const dy = table[at + 1]! - y;
    const dz = table[at + 2]! - z;
    // Most poses are given up for their first point alone.
    if (weight * (dx * dx + dy * dy + dz * dz) > most) continue;
    const sum = sumUpTo(wanted, index, most);
    if (sum > most) continue;
    keep(best, index, sum, count);
    if (best.length >= count) most = Math.min(most, best.at(-1)!.sum);
  }
  return best;
}

/** The weighted sum of one pose's squared distances, or some number above `most` as soon as it is certain to be above it. */
function sumUpTo(wanted: readonly WantedPoint[], index: number, most: number): number {
  let sum = 0;
  const at = 3 * index;
  for (let g = 0; g < wanted.length && sum <= most; g++) {
    const goal = wanted[g]!;
    const dx = goal.table[at]! - goal.x;
    const dy = goal.table[at + 1]! - goal.y;
    const dz = goal.table[at + 2]! - goal.z;
    sum += goal.weight * (dx * dx + dy * dy + dz * dz);
  }
  return sum;
}

function keep(best: Found[], index: number, sum: number, count: number): void {
  let at = best.length;
  while (at > 0 && (best[at - 1]!.sum > sum || (best[at - 1]!.sum === sum && best[at - 1]!.index > index))) at--;
  if (at >= count) return;
  best.splice(at, 0, { index, sum });
  if (best.length > count) best.pop();
}
