import { parentPort } from 'node:worker_threads';
import type { Outcome } from '../../core/ik/outcome.ts';
import { createSolver, type Solver } from '../../core/ik/solver.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import { createPacker, createUnpacker, type Packed } from './packing.ts';
import type { SolveRequest } from './solver-pool.ts';

/** What a pool asks one of its threads. */
export interface SolverTask {
  readonly id: number;
  /** Number of the skeleton on this thread; `skeleton` itself comes with the first task that needs it. */
  readonly skeletonNumber: number;
  readonly skeleton: Skeleton | null;
  /** {@link SolveRequest}s. */
  readonly requests: Packed;
}

/** What the thread answers: the {@link Outcome}s in the order of the requests, or why the first that failed was refused. */
export type SolverAnswer =
  | { readonly id: number; readonly kind: 'solved'; readonly outcomes: Packed }
  | { readonly id: number; readonly kind: 'refused'; readonly message: string; readonly isRange: boolean };

const solvers = new Map<number, Solver>();
const unpackRequests = createUnpacker();
const outcomePacker = createPacker();

function perform({ id, skeletonNumber, skeleton, requests: packed }: SolverTask): SolverAnswer {
  try {
    const requests = unpackRequests(packed) as SolveRequest[];
    if (skeleton !== null) solvers.set(skeletonNumber, createSolver(skeleton));
    const solver = solvers.get(skeletonNumber)!;
    const outcomes: Outcome[] = requests.map(({ start, goals, options }) => solver.solve(start, goals, options));
    return { id, kind: 'solved', outcomes: outcomePacker.pack(outcomes) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, kind: 'refused', message, isRange: error instanceof RangeError };
  }
}

parentPort?.on('message', (task: SolverTask) => {
  const answer = perform(task);
  parentPort?.postMessage(answer, answer.kind === 'solved' ? [answer.outcomes.numbers.buffer] : []);
});
