import { checkFunction, checkArray, checkObject, spellOut } from '../math/check-values.ts';
import { checkIsPose } from '../skeleton/pose.ts';
import { isNumberFrom } from '../math/check-numbers.ts';
import type { Goal } from '../ik/request/goals.ts';
import type { SolveOptions } from '../ik/request/options.ts';
import type { Outcome } from '../ik/request/outcome.ts';
import type { Solver } from '../ik/solver-with.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { AnyNames } from '../skeleton/skeleton.ts';
import type { PosePrior, PriorSource } from './prior/pose-prior.ts';

/** A whole pose from a few goals. */
export interface CompletedPose<Names = AnyNames> {
  readonly outcome: Outcome<Names>;
  /** The saved poses that it was learnt from, see `PriorPose`; none where the library had nothing to say. */
  readonly sources: readonly PriorSource[];
  /** 0 to 1: how near the library's poses come to the goals. */
  readonly confidence: number;
}

/**
 * The pose that meets the goals and is, of all that do, the nearest to how the poses of a library would do it; see `PosePrior`. `strength` 0 to 1: 0 is the
 * plain solve from `present`, byte for byte. Throws as `Solver.solve` does.
 */
export function completePose<Names>(
  solver: Solver<Names>,
  prior: PosePrior,
  goals: readonly Goal[],
  present: Pose<Names>,
  strength = 1,
  options: SolveOptions<Names> = {},
): CompletedPose<Names> {
  checkObject(solver, 'the solver');
  checkFunction(solver.solve, "the solver's solve");
  checkObject(prior, 'the prior');
  checkFunction(prior.predict, "the prior's predict");
  checkArray(goals, 'the goals');
  for (const [i, goal] of goals.entries()) checkObject(goal, `the goals: number ${i}`);
  checkIsPose(present, 'the present pose');
  checkObject(options, 'the options');
  if (!isNumberFrom(strength, 0, 1))
    throw new RangeError(`the strength of the library must be 0 to 1, got ${spellOut(strength)}`);
  const predicted = prior.predict(goals, present, strength);
  if (!predicted) return { outcome: solver.solve(present, goals, options), sources: [], confidence: 0 };
  const { pose, sources, confidence } = predicted;
  return { outcome: solver.solve(pose, goals, { ...options, reference: pose }), sources, confidence };
}
