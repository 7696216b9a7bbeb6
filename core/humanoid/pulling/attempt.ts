import type { Goal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import type { Outcome } from '../../ik/request/outcome.ts';
import type { Solver } from '../../ik/solver-with.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { PullGoals } from './pull-goals.ts';

/** One solve of a move: what was asked from where, and what came of it. */
export interface Attempt extends PullGoals {
  readonly solver: Solver;
  readonly start: Pose;
  readonly outcome: Outcome;
}

export function tryFrom(solver: Solver, start: Pose, goals: readonly Goal[], options: SolveOptions): Attempt {
  return { solver, start, goals, options, outcome: solver.solve(start, goals, options) };
}

export function isReached({ outcome }: Attempt): boolean {
  return outcome.status === 'reached';
}

/** The attempt as one that ends `missed` metres short of what was asked of the pulled handle. */
export function shortOf<Found extends Attempt>(attempt: Found, missed: number): Found {
  const { outcome } = attempt;
  const [pulled, ...others] = outcome.residuals;
  const residuals = pulled ? [{ ...pulled, distance: missed, reached: false }, ...others] : [];
  return { ...attempt, outcome: { ...outcome, status: 'stalled', distance: missed, residuals } };
}
