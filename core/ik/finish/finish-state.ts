import { createLinearSystem, INITIAL_DAMPING } from '../jacobian/linear-system.ts';
import { createSavedState, type SavedState } from '../mechanism/saved-state.ts';
import { createNewton, type NewtonSystem } from '../newton/newton-state.ts';

/** A step that promises less than this share of the cost is not worth taking: mostly, and where the very optimum is wanted. */
const WORTHWHILE = 1e-6;
const EXACT = 1e-11;

/** The system that the finish solves, and what its steps have led to; see `finish.ts`. */
export interface Finish extends NewtonSystem {
  /** Where a step began. */
  readonly saved: SavedState;
  /** A step that promises less than this share of the cost is not worth taking: the finish has stalled. */
  worthwhile: number;
  /** Steps that have gained little since one has gained much. */
  crawled: number;
  /** Whether second derivatives are those of what goals lack as well; always of what they are excused, which pulls no more but bends the way. */
  bendsByErrors: boolean;
}

/** Room for the finish of a skeleton of so many joints. */
export function createFinish(joints: number): Finish {
  const system = createLinearSystem(joints);
  return {
    ...system,
    newton: createNewton(joints, system.freedoms.starts),
    saved: createSavedState(joints),
    worthwhile: WORTHWHILE,
    crawled: 0,
    bendsByErrors: true,
  };
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
