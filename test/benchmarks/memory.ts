import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSolver } from '../../core/ik/solver.ts';
import type { Solver } from '../../core/ik/solver-with.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../core/skeleton/skeleton.ts';
import { hingeAbout } from '../helpers/ik-chains.ts';
import { median } from './statistics.ts';

const JOINTS = 65;
/** Solvers whose memory is measured together. */
const SOLVERS = 50;
/** How often each is measured: what the engine frees or compiles meanwhile falls into single rounds. */
const ROUNDS = 7;

/** A table of what solvers of a skeleton keep in memory, each after a solve. */
export function memoryRows(): string[] {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const shared = makeSkeleton();
  // The first solves pay for what is made once, and for what the engine compiles.
  for (let i = 0; i < SOLVERS; i++) solveOnce(makeSkeleton());
  solveOnce(shared);
  const rows = [
    ['the first solver of its skeleton', makeSkeleton],
    ['each further one', () => shared],
  ] as const;
  return [
    `| a solver of ${JOINTS} joints | kB in memory |`,
    '|---|---|',
    ...rows.map(([name, skeletonOf]) => {
      const rounds = Array.from({ length: ROUNDS }, () => {
        const skeletons = Array.from({ length: SOLVERS }, skeletonOf);
        return memoryOf(() => skeletons.map(solveOnce), collect) / SOLVERS / 1000;
      });
      return `| ${name} | ${median(rounds).toFixed(1)} |`;
    }),
  ];
}

/** Bytes of what `make` returns, the buffers of its arrays included. */
function memoryOf(make: () => readonly unknown[], collect: () => void): number {
  const before = used(collect);
  const made = make();
  const after = used(collect);
  if (made.length === 0) throw new Error('nothing was made');
  return after - before;
}

function used(collect: () => void): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function solveOnce(skeleton: Skeleton): Solver {
  const solver = createSolver(skeleton);
  solver.solve(restPose(skeleton), [{ kind: 'position', joint: JOINTS - 1, target: [0.5, 2, 1] }]);
  return solver;
}

function makeSkeleton(): Skeleton {
  const limit = hingeAbout([1, 0, 0], -60, 60);
  const offsetOf = (j: number) => [0, j === 0 ? 0 : 0.1, 0] as const;
  return createSkeleton(
    Array.from({ length: JOINTS }, (_, j) => ({ name: `link${j}`, parent: j - 1, offset: offsetOf(j), limit })),
  );
}
