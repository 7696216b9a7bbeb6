import type { Goal, PositionGoal } from '../ik/goals.ts';
import { conjugate, rotate } from '../math/quat.ts';
import { subtract, ZERO, type Vec3 } from '../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import type { WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { rotationIndex, type Pose } from '../skeleton/pose.ts';
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
      const positions = goals.filter((goal) => goal.kind === 'position' && isBelow(skeleton, goal.joint)) as PositionGoal[];
      if (positions.length === 0 || poses.length === 0) return [];
      forwardKinematics(skeleton, present, world);
      const weights = positions.reduce((sum, goal) => sum + (goal.weight ?? 1), 0);
      const wanted = positions.map((goal): WantedPoint => {
        const [x, y, z] = inRootFrame(skeleton, world, goal.target);
        return { table: tableOf(goal), x, y, z, weight: goal.weight ?? 1 };
      });
      return nearestPoses(wanted, poses.length, count).map(({ index, sum }) => {
        const saved = poses[index]!;
        const joints = saved.joints.filter((joint) => joint >= 0 && !kept.has(joint));
        const distance = Math.sqrt(sum / weights);
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

/** Whether a joint hangs from the root. */
function isBelow({ parents, root }: Skeleton, joint: number): boolean {
  if (joint === root) return false;
  let j = joint;
  while (j >= 0 && j !== root) j = parents[j]!;
  return j === root;
}

/** Where a point fixed to a joint is in each pose; joints that a pose does not speak of are at rest. */
function pointTable(skeleton: Skeleton, poses: readonly SavedPose[], joint: number, offset: Vec3): PointTable {
  const { offsets, rest } = skeleton;
  const table = new Float32Array(3 * poses.length);
  const chain = chainToRoot(skeleton, joint);
  const point = new Float64Array(3);
  poses.forEach((saved, i) => {
    const isWhole = saved.joints.length >= skeleton.count;
    // In the root's frame: p := offset + rest · q · p, from the joint up to the root.
    point.set(offset);
    for (const j of chain) {
      if (isWhole || saved.joints.includes(j)) turn(saved.pose, rotationIndex(j), point);
      turn(rest, 4 * j, point);
      for (let k = 0; k < 3; k++) point[k]! += offsets[3 * j + k]!;
    }
    table.set(point, 3 * i);
  });
  return table;
}

/** v ← q · v · conj(q), for the quaternion at `at`. */
function turn(q: ArrayLike<number>, at: number, v: Float64Array): void {
  const x = q[at]!;
  const y = q[at + 1]!;
  const z = q[at + 2]!;
  const w = q[at + 3]!;
  const vx = v[0]!;
  const vy = v[1]!;
  const vz = v[2]!;
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  v[0] = vx + w * tx + y * tz - z * ty;
  v[1] = vy + w * ty + z * tx - x * tz;
  v[2] = vz + w * tz + x * ty - y * tx;
}

/** The joint and those above it, up to the root, which is left out. */
function chainToRoot(skeleton: Skeleton, joint: number): number[] {
  const chain: number[] = [];
  for (let j = joint; j >= 0 && j !== skeleton.root; j = skeleton.parents[j]!) chain.push(j);
  return chain;
}

function inRootFrame(skeleton: Skeleton, world: WorldTransforms, point: Vec3): Vec3 {
  const { root } = skeleton;
  return rotate(conjugate(worldRotation(world, root)), subtract(point, worldPosition(world, root)));
}

/** A point that is looked for among one effector's points in all poses. */
interface WantedPoint {
  readonly table: PointTable;
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
