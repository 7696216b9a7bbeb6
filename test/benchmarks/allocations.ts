// Prints, as rows of a table, what solves allocate: a program of its own, run by `growth.ts`, for an engine that inlines no call and has compiled nothing
// for other skeletons before.
import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { createSolver } from '../../core/ik/solver.ts';
import { IDENTITY } from '../../core/math/quat.ts';
import { add as addVectors, type Vec3 } from '../../core/math/vec3.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { createTrace } from '../../core/ik/request/trace.ts';
import { restPose, type Pose } from '../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../core/skeleton/skeleton.ts';
import { countAllocations } from '../helpers/count-allocations.ts';
import { coupledLeg, HIGH_KICK } from '../helpers/coupled-leg.ts';
import { HAND, hingeAbout, humanArm } from '../helpers/ik-chains.ts';
import { goalsFor, packPose, skeletonOf } from './peers/limber.ts';
import { createWorkloads, type Workload } from './workloads.ts';

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
  /** Whether every solve writes a trace of its own. */
  readonly isTraced?: boolean;
}

/** A table of what solves allocate that write into a pose of the caller's, the outcome included. */
async function allocationRows(bipeds: Workload): Promise<string[]> {
  const arm = humanArm();
  const hand = (target: Vec3): Goal[] => [{ kind: 'position', joint: 3, offset: HAND, target }];
  const end = (target: Vec3): Goal[] => [{ kind: 'position', joint: 19, target }];
  const hinges = chainOf(hingeAbout([1, 0, 0], -20, 20));
  const cones = chainOf(NARROW);
  const far = farBiped(bipeds);
  const leg = coupledLeg();
  const toes: Goal[] = [{ kind: 'position', joint: 3, target: [0.05, 0.3, 0.5] }];
  const seeds = Array.from({ length: 8 }, () => restPose(arm));
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
    { name: '20 cones with a reserve', skeleton: cones, goals: end([0, 0.1, 0.05]), options: { restarts: 0, reserve: 0.1 } },
    { name: 'coupled leg, in reach', skeleton: leg, goals: toes },
    { name: 'coupled leg, kept from its goals', skeleton: leg, goals: HIGH_KICK, options: { restarts: 3 } },
    { name: 'arm out of reach, 8 seeds', skeleton: arm, goals: hand([3, 2, 1]), options: { seeds } },
    { name: 'arm in reach, traced', skeleton: arm, goals: hand([0.35, 0.2, 0.3]), isTraced: true },
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

async function measureCase({ skeleton, goals, options, start = restPose(skeleton), isTraced = false }: Case) {
  const solver = createSolver(skeleton);
  const own: SolveOptions = { ...options, into: start.slice() };
  const solveOnce = () => solver.solve(start, goals, isTraced ? { ...own, trace: createTrace() } : own);
  const bytes = await countAllocations(solveOnce);
  const { iterations, status } = solveOnce();
  return { bytes, iterations, status };
}

const bipeds = createWorkloads(Number(process.argv[2]), { chains: 1, bipeds: 1, robots: 1 }).find(({ id }) => id === 'W4')!;
console.log((await allocationRows(bipeds)).join('\n'));
