import { setImmediate } from 'node:timers/promises';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import { createSolver } from '../../core/ik/solver.ts';
import type { Solver, SteppedSolve } from '../../core/ik/solver-with.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import { errorOf, refusalOf, type SolveRequest } from './solver-messages.ts';
import type { SolverThread } from './solver-thread.ts';

/** Milliseconds of solving after which everything else that waits for the caller's thread has its turn. */
const SLICE = 1;

/**
 * The caller's own thread as one of a pool's. It solves in slices of a millisecond, pausing within a solve if need be, and the event loop goes
 * round between them: a window or a server beside it stays awake, and the other threads are given their next work.
 */
export function createOwnThread(): SolverThread {
  const solvers = new Map<Skeleton, Solver>();
  let turn: Promise<unknown> = Promise.resolve();
  let sliceEnd = 0;
  let ended: Error | null = null;

  function solverOf(skeleton: Skeleton): Solver {
    const known = solvers.get(skeleton);
    if (known) return known;
    const solver = createSolver(skeleton);
    solvers.set(skeleton, solver);
    return solver;
  }

  /** Works until the solve is done or the slice is over; returns whether it is done. */
  function advance(solve: SteppedSolve): boolean {
    while (solve.step()) if (performance.now() > sliceEnd) return false;
    return true;
  }

  async function pause(): Promise<void> {
    await setImmediate();
    if (ended) throw ended;
    sliceEnd = performance.now() + SLICE;
  }

  async function perform(skeleton: Skeleton, requests: readonly SolveRequest[]): Promise<Outcome[]> {
    if (ended) throw ended;
    const outcomes: Outcome[] = [];
    try {
      const solver = solverOf(skeleton);
      for (const { start, goals, options } of requests) {
        const solve = solver.begin(start, goals, options);
        while (!advance(solve)) await pause();
        outcomes.push(solve.outcome());
      }
    } catch (error) {
      throw ended ?? errorOf(refusalOf(error));
    }
    return outcomes;
  }

  return {
    solve(skeleton, requests) {
      const solving = turn.then(() => perform(skeleton, requests));
      turn = Promise.allSettled([solving]);
      return solving;
    },
    async close(reason) {
      ended ??= new Error(reason);
      await turn;
      solvers.clear();
    },
  };
}
