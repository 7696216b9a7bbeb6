import type { Goal, PositionGoal } from '../ik/goals.ts';
import { conjugate, rotate } from '../math/quat.ts';
import { subtract, ZERO, type Vec3 } from '../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, pointOf, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import type { WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { applyPose } from './apply.ts';
import type { SavedPose } from './saved-pose.ts';

/** A pose to start a solve from. */
export interface Seed {
  /** The present pose with the saved pose's joints, the root left where and as it is. */
  readonly pose: Pose;
  readonly id: string;
  readonly name: string;
  /** Root mean square distance in metres from the goals' points to their targets, seen from the root. */
  readonly distance: number;
}

/** Answers which saved poses come nearest to a set of goals. */
export interface SeedIndex {
  /** The `count` nearest poses, best first; none when no goal asks for a position. */
  nearest(goals: readonly Goal[], present: Pose, count: number): Seed[];
}

/** The points of one effector in all poses: 3 × poses, metres, in the root's frame. */
type PointTable = Float32Array;

/**
 * Makes the poses of a library answer {@link SeedIndex.nearest}. The tables of an effector are made when it is first asked for;
 * after that a query among 100,000 poses takes under a millisecond.
 */
export function createSeedIndex(skeleton: Skeleton, poses: readonly SavedPose[]): SeedIndex {
  const tables = new Map<string, PointTable>();
  const sums = new Float32Array(poses.length);
  const world = createWorldTransforms(skeleton);
  const kept = rootAndAbove(skeleton);

  function tableOf(goal: PositionGoal): PointTable {
    const offset = goal.offset ?? ZERO;
    const key = `${goal.joint}:${offset.join(',')}`;
    const table = tables.get(key) ?? pointTable(skeleton, poses, goal.joint, offset);
    tables.set(key, table);
    return table;
  }

  return {
    nearest(goals, present, count) {
      const positions = goals.filter((goal) => goal.kind === 'position' && goal.joint !== skeleton.root) as PositionGoal[];
      if (positions.length === 0 || poses.length === 0) return [];
      forwardKinematics(skeleton, present, world);
      sums.fill(0);
      let weights = 0;
      for (const goal of positions) {
        const weight = goal.weight ?? 1;
        weights += weight;
        addSquaredDistances(tableOf(goal), inRootFrame(skeleton, world, goal.target), weight, sums);
      }
      return smallest(sums, count).map((index) => {
        const saved = poses[index]!;
        const joints = saved.joints.filter((joint) => joint >= 0 && !kept.has(joint));
        const distance = Math.sqrt(sums[index]! / weights);
        return { pose: applyPose(present, saved, 1, joints), id: saved.id, name: saved.name, distance };
      });
    },
  };
}

/** The saved poses that bring the goals' points nearest to their targets, best first: what the solver's `seeds` option takes. */
export function nearestSeeds(
  skeleton: Skeleton,
  poses: readonly SavedPose[],
  goals: readonly Goal[],
  present: Pose,
  count = 3,
): Seed[] {
  return createSeedIndex(skeleton, poses).nearest(goals, present, count);
}

/** The root and the joints above it: they place the body, a seed leaves them alone. */
function rootAndAbove(skeleton: Skeleton): ReadonlySet<number> {
  const joints = new Set<number>();
  for (let j = skeleton.root; j >= 0; j = skeleton.parents[j]!) joints.add(j);
  return joints;
}

function pointTable(skeleton: Skeleton, poses: readonly SavedPose[], joint: number, offset: Vec3): PointTable {
  const table = new Float32Array(3 * poses.length);
  const world = createWorldTransforms(skeleton);
  const rest = restPose(skeleton);
  poses.forEach((saved, i) => {
    forwardKinematics(skeleton, applyPose(rest, saved), world);
    table.set(inRootFrame(skeleton, world, pointOf(world, joint, offset)), 3 * i);
  });
  return table;
}

function inRootFrame(skeleton: Skeleton, world: WorldTransforms, point: Vec3): Vec3 {
  const { root } = skeleton;
  return rotate(conjugate(worldRotation(world, root)), subtract(point, worldPosition(world, root)));
}

function addSquaredDistances(table: PointTable, target: Vec3, weight: number, sums: Float32Array): void {
  const [x, y, z] = target;
  for (let i = 0, p = 0; i < sums.length; i++, p += 3) {
    const dx = table[p]! - x;
    const dy = table[p + 1]! - y;
    const dz = table[p + 2]! - z;
    sums[i] = sums[i]! + weight * (dx * dx + dy * dy + dz * dz);
  }
}

/** Indices of the `count` smallest values, rising; the earlier one of equals first. */
function smallest(values: Float32Array, count: number): number[] {
  const best: number[] = [];
  let worst = Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (best.length >= count && !(value < worst)) continue;
    let at = best.length;
    while (at > 0 && values[best[at - 1]!]! > value) at--;
    best.splice(at, 0, i);
    if (best.length > count) best.pop();
    worst = values[best.at(-1)!]!;
  }
  return best;
}
