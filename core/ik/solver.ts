import type { Pose } from '../skeleton/pose.ts';
import { checkSkeleton, type Skeleton } from '../skeleton/skeleton.ts';
import { buildOutcome } from './search/build-outcome.ts';
import { checkGoals, checkOptions, checkStartPose } from './request/check-goals.ts';
import { createEffectors } from './mechanism/effectors.ts';
import { createFinish } from './finish/finish-state.ts';
import { reserveGoals } from './jacobian/linear-system.ts';
import type { Goal } from './request/goals.ts';
import { createMechanism } from './mechanism/mechanism.ts';
import type { SolveOptions } from './request/options.ts';
import type { Outcome } from './request/outcome.ts';
import { ALL_MECHANISMS, type Mechanisms } from './search/mechanisms.ts';
import { createSearch, type Iterations } from './search/search-state.ts';
import { beginSearch } from './search/begin-search.ts';
import { runSearch } from './search/search.ts';
import { compileTask } from './mechanism/compile-task.ts';
import { createWorkspace } from './mechanism/workspace.ts';

/** Solves goals for one skeleton. Owns all scratch memory: reuse it, and use one a thread. */
export interface Solver {
  /** The skeleton that it was made for. */
  readonly skeleton: Skeleton;
  /**
   * The pose nearest to the goals that was found, starting from `start` (which stays untouched). Joints that no goal may move keep their bytes.
   * The same input gives the same bytes. Throws a `RangeError` of one sentence when the pose, a goal or an option cannot be used.
   */
  solve(start: Pose, goals: readonly Goal[], options?: SolveOptions): Outcome;
  /** The same solve, one sweep or finish step at a time; beginning another solve ends this one. */
  begin(start: Pose, goals: readonly Goal[], options?: SolveOptions): SteppedSolve;
}

/** A solve spread over several calls. */
export interface SteppedSolve {
  /** Goes on to the end of the next sweep or finish step. Returns true when it made one, false when the solve has ended. */
  step(): boolean;
  /**
   * What has been found so far: before the first step the pose that came in, in the end the same bytes as `solve` gives in one call. Asking changes
   * nothing.
   */
  outcome(): Outcome;
}

const NO_OPTIONS: SolveOptions = {};

/**
 * A solver for one skeleton, with all the memory it needs. Making one costs far more than a solve: keep it, and make one a thread.
 * Throws a `RangeError` of one sentence when it is no skeleton. Sources: coordinate descent after Wang and Chen 1991 and Kenwright 2012; see
 * `core/README.md`.
 */
export function createSolver(skeleton: Skeleton): Solver {
  return createSolverWith(skeleton, ALL_MECHANISMS);
}

/** A solver that leaves out some of the mechanisms, for benchmarks that measure what each is worth. */
export function createSolverWith(skeleton: Skeleton, mechanisms: Mechanisms): Solver {
  checkSkeleton(skeleton);
  const mechanism = createMechanism(skeleton);
  const ws = createWorkspace(mechanism);
  const finish = createFinish(mechanism, mechanisms.newton);
  const search = createSearch(ws, finish, mechanisms);
  let generation = 0;

  function start(pose: Pose, goals: readonly Goal[], options: SolveOptions, isStepped: boolean): Iterations<void> {
    checkGoals(skeleton, goals);
    checkOptions(skeleton, options);
    checkStartPose(skeleton, pose, 'the start');
    if (goals.length > ws.pull.length) {
      ws.effectors = createEffectors(2 * goals.length);
      ws.pull = new Float64Array(2 * goals.length);
    }
    reserveGoals(finish, goals.length, skeleton.count);
    compileTask(ws.task, mechanism, goals, options);
    generation++;
    beginSearch(search, pose, options, isStepped);
    return runSearch(search);
  }

  return {
    skeleton,
    solve(pose, goals, options = NO_OPTIONS) {
      start(pose, goals, options, false).next();
      return buildOutcome(search);
    },
    begin(pose, goals, options = NO_OPTIONS) {
      const iterations = start(pose, goals, options, true);
      const own = generation;
      const check = (): void => {
        if (own !== generation) throw new RangeError('this solve was ended by a later one of the same solver');
      };
      return {
        step() {
          check();
          return iterations.next().done !== true;
        },
        outcome() {
          check();
          return buildOutcome(search);
        },
      };
    },
  };
}
