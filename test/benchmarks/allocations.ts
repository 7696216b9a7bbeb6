import { Session, type HeapProfiler } from 'node:inspector/promises';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { createSolver } from '../../core/ik/solver.ts';
import { IDENTITY } from '../../core/math/quat.ts';
import { add as addVectors, type Vec3 } from '../../core/math/vec3.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { restPose, type Pose } from '../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../core/skeleton/skeleton.ts';
import { HAND, hingeAbout, humanArm } from '../helpers/ik-chains.ts';
import { goalsFor, packPose, skeletonOf } from './peers/limber.ts';
import type { Workload } from './workloads.ts';

/** Milliseconds of solves before measuring, so that the engine has compiled them, and of those that are measured. */
const WARM = 6000;
const MEASURED = 1000;
/** Bytes from one sample of the engine to the next, on average. */
const INTERVAL = 512;

const NARROW: Limit = {
  kind: 'swingTwist',
  parentFrame: IDENTITY,
  childFrame: IDENTITY,
  swing: [0.2, 0.2, 0.3, 0.2],
  twist: [-0.1, 0.1],
};

interface Case {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly goals: readonly Goal[];
  readonly options?: SolveOptions;
  readonly start?: Pose;
}

/**
 * A table of what solves allocate that write into a pose of the caller's, the outcome included. The engine samples what is allocated: what the heap
 * grows by would leave out all that is collected meanwhile.
 */
export async function allocationRows(bipeds: Workload): Promise<string[]> {
  const arm = humanArm();
  const hand = (target: Vec3): Goal[] => [{ kind: 'position', joint: 3, offset: HAND, target }];
  const end = (target: Vec3): Goal[] => [{ kind: 'position', joint: 19, target }];
  const hinges = chainOf(hingeAbout([1, 0, 0], -20, 20));
  const cones = chainOf(NARROW);
  const far = farBiped(bipeds);
  const cases: readonly Case[] = [
    { name: 'arm, in reach', skeleton: arm, goals: hand([0.35, 0.2, 0.3]) },
    { name: 'arm, out of reach', skeleton: arm, goals: hand([3, 2, 1]) },
    { name: 'the same, without restarts', skeleton: arm, goals: hand([3, 2, 1]), options: { restarts: 0 } },
    { name: '20 hinges, most at their limits', skeleton: hinges, goals: end([0, 0.1, 0.05]) },
    { name: '20 cones, most at their limits', skeleton: cones, goals: end([0, 0.1, 0.05]) },
    { name: 'the same, without restarts', skeleton: cones, goals: end([0, 0.1, 0.05]), options: { restarts: 0 } },
    { name: '20 cones, out of reach', skeleton: cones, goals: end([0, 4, 0.05]) },
    { name: 'biped, two of five effectors out of reach', ...far },
    { name: 'the same, in three priorities', ...far, goals: far.goals.map((goal, i) => ({ ...goal, priority: i % 3 })) },
  ];
  const rows: string[] = [];
  for (const each of cases) {
    const { bytes, iterations, status } = await measureCase(each);
    rows.push(`| ${each.name} | ${status} | ${iterations} | ${(bytes / 1000).toFixed(1)} |`);
  }
  return ['| solve into a pose of the caller’s | ends | iterations | kB allocated |', '|---|---|---|---|', ...rows];
}

function chainOf(limit: Limit): Skeleton {
  return createSkeleton(
    Array.from({ length: 20 }, (_, j) => ({
      name: `link${j}`,
      parent: j - 1,
      offset: [0, j === 0 ? 0 : 0.1, 0] as const,
      limit,
    })),
  );
}

/** The first case of a workload, its first two targets taken away. */
function farBiped(workload: Workload): Pick<Case, 'skeleton' | 'goals' | 'start'> {
  const skeleton = skeletonOf(workload.chain);
  const goals = goalsFor(workload, workload.cases[0]!).map((goal, i): Goal => {
    if (i > 1 || goal.kind !== 'position') return goal;
    return { ...goal, target: addVectors(goal.target, [1, 2, 3]) };
  });
  return { skeleton, goals, start: packPose(skeleton, workload.start) };
}

async function measureCase({ skeleton, goals, options, start = restPose(skeleton) }: Case) {
  const solver = createSolver(skeleton);
  const own: SolveOptions = { ...options, into: start.slice() };
  const solveFor = (milliseconds: number): number => {
    const until = performance.now() + milliseconds;
    let count = 0;
    for (; performance.now() < until; count++) solver.solve(start, goals, own);
    return count;
  };
  solveFor(WARM);
  const session = new Session();
  session.connect();
  const sampling = {
    samplingInterval: INTERVAL,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  };
  await session.post('HeapProfiler.startSampling', sampling);
  const count = solveFor(MEASURED);
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  const { iterations, status } = solver.solve(start, goals, own);
  return { bytes: bytesOf(profile.head) / count, iterations, status };
}

function bytesOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + bytesOf(child), selfSize);
}
