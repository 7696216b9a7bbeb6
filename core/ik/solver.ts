import type { Skeleton } from '../skeleton/skeleton.ts';
import { ALL_MECHANISMS } from './search/mechanisms.ts';
import { createSolverWith, type Solver } from './solver-with.ts';

/**
 * A solver for one skeleton. The first of a skeleton makes the memory that all of them share, which costs far more than a solve: keep the skeleton.
 * One a thread.
 * Throws a `RangeError` of one sentence when it is no skeleton. Sources: coordinate descent after Wang and Chen 1991 and Kenwright 2012.
 */
export function createSolver<Names>(skeleton: Skeleton<Names>): Solver<Names> {
  return createSolverWith(skeleton, ALL_MECHANISMS);
}
