import type { Goal } from '../../../ik/request/goals.ts';
import type { SolveOptions } from '../../../ik/request/options.ts';
import type { Outcome, ResidualReason } from '../../../ik/request/outcome.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { clamp } from '../../../math/angles.ts';
import { distance, lerp, type Vec3 } from '../../../math/vec3.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import type { PullGoals } from './pull-goals.ts';

/** One solve of a move: what was asked from where, and what came of it. */
export interface Attempt extends PullGoals {
  readonly start: Pose;
  readonly outcome: Outcome;
}

export function tryFrom(solver: Solver, start: Pose, goals: readonly Goal[], options: SolveOptions): Attempt {
  return { start, goals, options, outcome: solver.solve(start, goals, options) };
}

export function isReached({ outcome }: Attempt): boolean {
  return outcome.status === 'reached';
}

/** The attempt as one that ends `missed` metres short of what was asked of the pulled handle; `reason` says why where the solve does not. */
export function shortOf<Found extends Attempt>(attempt: Found, missed: number, reason: ResidualReason): Found {
  const { outcome } = attempt;
  const [pulled, ...others] = outcome.residuals;
  const residuals = pulled ? [{ ...pulled, distance: missed, reached: false, reason: pulled.reason ?? reason }, ...others] : [];
  return { ...attempt, outcome: { ...outcome, status: 'stalled', distance: missed, residuals } };
}

/**
 * The place that a solve is asked to bring a point to that is `built` somewhere: the target up to `nearly` metres away, and then ever less of the way to it, down
 * to where it is built. With d from there to the target it goes on by min(d, nearly · clamp(2 − d / nearly, 0, 1)): by nothing for what is twice as far.
 */
export function askedPlace(built: Vec3, target: Vec3, nearly: number): Vec3 {
  const missing = distance(built, target);
  const further = nearly * clamp(2 - missing / nearly, 0, 1);
  if (missing <= further) return target;
  return further > 0 ? lerp(built, target, further / missing) : built;
}
