import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { createSolver } from '../../core/ik/solver.ts';
import { IDENTITY } from '../../core/math/quat.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../core/skeleton/skeleton.ts';
import { HAND, hingeAbout, humanArm } from '../helpers/ik-chains.ts';

/** Solves before measuring, so that the engine has compiled them; solves of a measurement, and measurements of which the least counts. */
const WARM = 2000;
const SOLVES = 20;
const MEASUREMENTS = 10;

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
  readonly goal: Goal;
  readonly options?: SolveOptions;
}

/** A table of what solves allocate that write into a pose of the caller's, the outcome included. */
export function allocationRows(): string[] {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const arm = humanArm();
  const hand = (target: Vec3): Goal => ({ kind: 'position', joint: 3, offset: HAND, target });
  const end = (target: Vec3): Goal => ({ kind: 'position', joint: 19, target });
  const hinges = chainOf(hingeAbout([1, 0, 0], -20, 20));
  const cones = chainOf(NARROW);
  const cases: readonly Case[] = [
    { name: 'arm, in reach', skeleton: arm, goal: hand([0.35, 0.2, 0.3]) },
    { name: 'arm, out of reach', skeleton: arm, goal: hand([3, 2, 1]) },
    { name: 'the same, without restarts', skeleton: arm, goal: hand([3, 2, 1]), options: { restarts: 0 } },
    { name: '20 hinges, most at their limits', skeleton: hinges, goal: end([0, 0.1, 0.05]) },
    { name: '20 cones, most at their limits', skeleton: cones, goal: end([0, 0.1, 0.05]) },
    { name: 'the same, without restarts', skeleton: cones, goal: end([0, 0.1, 0.05]), options: { restarts: 0 } },
    { name: '20 cones, out of reach', skeleton: cones, goal: end([0, 4, 0.05]) },
  ];
  const rows = cases.map((each) => {
    const { bytes, iterations, status } = measureCase(each, collect);
    return `| ${each.name} | ${status} | ${iterations} | ${(bytes / 1000).toFixed(1)} |`;
  });
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

function measureCase({ skeleton, goal, options }: Case, collect: () => void) {
  const solver = createSolver(skeleton);
  const start = restPose(skeleton);
  const goals = [goal];
  const own: SolveOptions = { ...options, into: restPose(skeleton) };
  const solve = (times: number): void => {
    for (let i = 0; i < times; i++) solver.solve(start, goals, own);
  };
  solve(WARM);
  let bytes = Infinity;
  for (let i = 0; i < MEASUREMENTS; i++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    solve(SOLVES);
    bytes = Math.min(bytes, (process.memoryUsage().heapUsed - before) / SOLVES);
  }
  const { iterations, status } = solver.solve(start, goals, own);
  return { bytes, iterations, status };
}
