import { createFreedoms, type Freedoms } from './freedoms.ts';
import { createNewton, type Newton } from './newton-state.ts';
import { createSavedState, type SavedState } from '../mechanism/saved-state.ts';

const INITIAL_DAMPING = 0.1;
/** A step that promises less than this share of the cost is not worth taking: mostly, and where the very optimum is wanted. */
const WORTHWHILE = 1e-6;
const EXACT = 1e-11;
/** Damping above which no step is worth trying, and what it is multiplied by where it is not enough. */
export const MOST_DAMPING = 1e8;
export const TIGHTEN = 4;

/** What the steps of the second-order finish work with; see `finish.ts`. */
export interface Finish {
  readonly freedoms: Freedoms;
  readonly newton: Newton;
  /** Row of each goal in the system; −1 for goals that do not pull. */
  rows: Int32Array;
  /** Square root of each goal's weight. */
  roots: Float64Array;
  /** Goal of each three rows. */
  goalOf: Int32Array;
  /** Rows where the numbers of the goals begin that each group of freedoms moves: `moved[movedStarts[group] .. movedStarts[group + 1]]`. */
  readonly movedStarts: Int32Array;
  moved: Int32Array;
  /** rows × freedoms, one freedom after the other; those of goals that a freedom does not move mean nothing. */
  columns: Float64Array;
  /** For each freedom the mobility used by the present system. */
  readonly used: Float64Array;
  matrix: Float64Array;
  factor: Float64Array;
  right: Float64Array;
  /** The forces that the second derivatives are of. */
  forces: Float64Array;
  solution: Float64Array;
  /** Where a step began. */
  readonly saved: SavedState;
  /** Damping relative to the cost. */
  damping: number;
  /** A step that promises less than this share of the cost is not worth taking: the finish has stalled. */
  worthwhile: number;
  /** Steps that have gained little since one has gained much. */
  crawled: number;
  /** Whether second derivatives are those of what goals lack as well; always of what they are excused, which pulls no more but bends the way. */
  bendsByErrors: boolean;
}

/** Room for the finish of a skeleton of so many joints and a few goals; see {@link reserveGoals}. */
export function createFinish(joints: number): Finish {
  const freedoms = createFreedoms(joints);
  return {
    freedoms,
    newton: createNewton(joints, freedoms.starts),
    movedStarts: new Int32Array(joints + 2),
    used: new Float64Array(3 * joints + 3),
    ...systemArrays(8, joints),
    saved: createSavedState(joints),
    damping: INITIAL_DAMPING,
    worthwhile: WORTHWHILE,
    crawled: 0,
    bendsByErrors: true,
  };
}

function systemArrays(goals: number, joints: number) {
  return {
    rows: new Int32Array(goals),
    roots: new Float64Array(goals),
    goalOf: new Int32Array(goals),
    moved: new Int32Array(goals * (joints + 1)),
    columns: new Float64Array(3 * goals * (3 * joints + 3)),
    matrix: new Float64Array(9 * goals * goals),
    factor: new Float64Array(9 * goals * goals),
    right: new Float64Array(3 * goals),
    forces: new Float64Array(3 * goals),
    solution: new Float64Array(3 * goals),
  };
}

/** Makes room for a number of goals. */
export function reserveGoals(finish: Finish, goals: number, joints: number): void {
  if (goals > finish.rows.length) Object.assign(finish, systemArrays(2 * goals, joints));
}

/** Forgets what former steps have led to. */
export function beginFinish(finish: Finish): void {
  finish.damping = INITIAL_DAMPING;
  finish.worthwhile = WORTHWHILE;
  finish.crawled = 0;
  finish.bendsByErrors = true;
}

/** The same for what others are to be held against: to the very optimum. */
export function beginExactFinish(finish: Finish): void {
  beginFinish(finish);
  finish.worthwhile = EXACT;
}

/** The same for steps among what goals leave free that are excused: with second derivatives from the first on. */
export function beginCurved(finish: Finish, bendsByErrors: boolean): void {
  beginFinish(finish);
  finish.crawled = Infinity;
  finish.bendsByErrors = bendsByErrors;
}

/** The same for steps that bring back what has held already: the shortest way is wanted, and second derivatives would look for another. */
export function beginCorrections(finish: Finish): void {
  beginFinish(finish);
  finish.crawled = -Infinity;
}
