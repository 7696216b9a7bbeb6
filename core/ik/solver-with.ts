import type { Pose } from '../skeleton/pose.ts';
import { checkSkeleton, type AnyNames, type Skeleton } from '../skeleton/skeleton.ts';
import { checkGoals } from './request/check-goals.ts';
import { checkOptions, checkStartPose } from './request/check-options.ts';
import type { Goal } from './request/goals.ts';
import type { SolveOptions } from './request/options.ts';
import type { Outcome } from './request/outcome.ts';
import { reserveGoals } from './jacobian/linear-system.ts';
import { compileTask, countWithCounterparts } from './mechanism/compile-task.ts';
import { createEffectors } from './mechanism/effectors.ts';
import { createMechanism } from './mechanism/mechanism.ts';
import { createWorkspace } from './mechanism/workspace.ts';
import { beginSearch } from './search/begin-search.ts';
import { buildOutcome, writeFound } from './search/build-outcome.ts';
import type { Mechanisms } from './search/mechanisms.ts';
import { createSearch, type Search } from './search/search-state.ts';

/** Solves goals for one skeleton. The solvers of one skeleton share their scratch memory; use one a thread. */
export interface Solver<Names = AnyNames> {
  /** The skeleton that it was made for. */
  readonly skeleton: Skeleton<Names>;
  /**
   * The pose nearest to the goals that was found, starting from `start` (which stays untouched). Joints that no goal may move keep their bytes.
   * The same input gives the same bytes. Throws a `RangeError` of one sentence when the pose, a goal or an option cannot be used.
   */
  solve(start: Pose<Names>, goals: readonly Goal[], options?: SolveOptions<Names>): Outcome<Names>;
  /** The same solve, one sweep or refinement step at a time; beginning another solve ends this one. */
  begin(start: Pose<Names>, goals: readonly Goal[], options?: SolveOptions<Names>): SteppedSolve<Names>;
}

/** A solve spread over several calls. */
export interface SteppedSolve<Names = AnyNames> {
  /** Goes on to the end of the next sweep or refinement step. Returns true when it made one, false when the solve has ended. */
  step(): boolean;
  /**
   * What has been found so far: before the first step the pose that came in, in the end the same bytes as `solve` gives in one call. Asking changes
   * nothing.
   */
  outcome(): Outcome<Names>;
}

const NO_OPTIONS: SolveOptions = {};

/** A solver of these mechanisms: what the public ones share, and benchmarks that measure what each mechanism is worth. */
export function createSolverWith<Names>(skeleton: Skeleton<Names>, mechanisms: Mechanisms): Solver<Names> {
  checkSkeleton(skeleton);
  const shared = sharedMemory(skeleton, mechanisms);
  /** A stepped solve stands still between its steps, while others go on: it has memory of its own. */
  let own: Search | null = null;
  let generation = 0;
  return {
    skeleton,
    solve(pose, goals, options = NO_OPTIONS) {
      start(shared, pose, goals, options);
      generation++;
      while (shared.activity !== null) shared.activity = shared.activity(shared);
      return buildOutcome(shared);
    },
    begin(pose, goals, options = NO_OPTIONS) {
      const search = (own ??= createMemory(skeleton, mechanisms));
      start(search, pose, goals, options);
      const number = ++generation;
      const check = (): void => {
        if (number !== generation) throw new RangeError('this solve was ended by a later one of the same solver');
      };
      return {
        step() {
          check();
          const { iterations } = search;
          while (search.activity !== null && search.iterations === iterations) search.activity = search.activity(search);
          return search.iterations > iterations;
        },
        outcome() {
          check();
          return buildOutcome(search);
        },
      };
    },
  };
}

/** Solves for a pose alone, without an outcome that tells of it: for callers that make several small solves a frame, since outcomes are objects. */
export type PoseSolver = (start: Pose, goals: readonly Goal[], options: SolveOptions) => void;

/** What it returns writes to `options.into` the pose that a solver of the skeleton finds. */
export function createPoseSolver(skeleton: Skeleton, mechanisms: Mechanisms): PoseSolver {
  const shared = sharedMemory(skeleton, mechanisms);
  return (pose, goals, options) => {
    start(shared, pose, goals, options);
    while (shared.activity !== null) shared.activity = shared.activity(shared);
    writeFound(shared);
  };
}

/** Checks what a solve is asked, and readies it. */
function start(search: Search, pose: Pose, goals: readonly Goal[], options: SolveOptions): void {
  const { ws, refined } = search;
  const { skeleton } = ws.mechanism;
  checkGoals(skeleton, goals);
  checkOptions(skeleton, options);
  checkStartPose(skeleton, pose, 'the start');
  const count = countWithCounterparts(goals);
  if (count > ws.costWeights.length) {
    ws.effectors = createEffectors(2 * count);
    ws.costWeights = new Float64Array(2 * count);
  }
  reserveGoals(refined.refinement, count, skeleton.count);
  compileTask(ws.task, ws.mechanism, goals, options);
  beginSearch(search, pose, options);
}

/** The memory of the solves of each skeleton, by the mechanisms that they use. */
const memories = new WeakMap<Skeleton, Map<Mechanisms, Search>>();

/**
 * The memory that all solvers of a skeleton share: a solve in one call begins with nothing of what it holds, and is over before another begins.
 */
function sharedMemory(skeleton: Skeleton, mechanisms: Mechanisms): Search {
  let ofSkeleton = memories.get(skeleton);
  if (!ofSkeleton) memories.set(skeleton, (ofSkeleton = new Map()));
  let memory = ofSkeleton.get(mechanisms);
  if (!memory) ofSkeleton.set(mechanisms, (memory = createMemory(skeleton, mechanisms)));
  return memory;
}

function createMemory(skeleton: Skeleton, mechanisms: Mechanisms): Search {
  return createSearch(createWorkspace(createMechanism(skeleton)), mechanisms);
}
