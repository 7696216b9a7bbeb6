import { parentPort } from 'node:worker_threads';
import type { Outcome } from '../../core/ik/outcome.ts';
import { createSolver, type Solver } from '../../core/ik/solver.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { SolveRequest } from './solver-pool.ts';

/** What a pool asks one of its threads. */
export interface SolverTask {
  readonly id: number;
  /** Number of the skeleton on this thread; `skeleton` itself comes with the first task that needs it. */
  readonly skeletonNumber: number;
  readonly skeleton: Skeleton | null;
  readonly requests: readonly SolveRequest[];
}

/** What the thread answers: the outcomes in the order of the requests, or why the first that failed was refused. */
export type SolverAnswer =
  | { readonly id: number; readonly kind: 'solved'; readonly outcomes: readonly Outcome[] }
  | { readonly id: number; readonly kind: 'refused'; readonly message: string; readonly isRange: boolean };

const solvers = new Map<number, Solver>();

function perform({ id, skeletonNumber, skeleton, requests }: SolverTask): SolverAnswer {
  try {
    if (skeleton !== null) solvers.set(skeletonNumber, createSolver(skeleton));
    const solver = solvers.get(skeletonNumber)!;
    return { id, kind: 'solved', outcomes: requests.map(({ start, goals, options }) => solver.solve(start, goals, options)) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, kind: 'refused', message, isRange: error instanceof RangeError };
  }
}

parentPort?.on('message', (task: SolverTask) => parentPort?.postMessage(perform(task), []));
