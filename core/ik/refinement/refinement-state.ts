import { createDrivenEnds, type DrivenEnds } from '../jacobian/driven-ends.ts';
import { createLinearSystem, INITIAL_DAMPING } from '../jacobian/linear-system.ts';
import type { Mechanism } from '../mechanism/mechanism.ts';
import { createSavedState, type SavedState } from '../mechanism/saved-state.ts';
import { createNewton, type NewtonSystem } from '../newton/newton-state.ts';

/** Least share of the cost that a step must promise to be taken: usually, and where the exact optimum is wanted. */
const WORTHWHILE = 1e-6;
const EXACT = 1e-11;

/** Crawling steps after which Newton's step takes over. One proves nothing: near full stretch one may crawl although the error can vanish. */
const PATIENCE = 2;

/** The system that the refinement solves, and what its steps have led to; see `refinement-step.ts`. */
export interface Refinement extends NewtonSystem {
  /** Freedoms that slide along their ends together with those that drive them. */
  readonly driven: DrivenEnds;
  /** Where a step began. */
  readonly saved: SavedState;
  /** A step that promises less than this share of the cost is not worth taking: the refinement has stalled. */
  worthwhile: number;
  /** Steps that have gained little since one has gained much, and how many of them bring in Newton's step. */
  crawled: number;
  readonly patience: number;
  /** Whether the Hessian has the second derivatives of the errors as well; it always has those of accepted residuals, which exert no force any more. */
  usesErrorCurvature: boolean;
}

/** Room for the refinement of a mechanism. Without `usesNewton` it never goes over to Newton's steps by itself. */
export function createRefinement(mechanism: Mechanism, usesNewton = true): Refinement {
  const joints = mechanism.skeleton.count;
  const system = createLinearSystem(joints);
  return {
    ...system,
    driven: createDrivenEnds(mechanism),
    newton: createNewton(joints, system.freedoms.starts),
    saved: createSavedState(joints),
    worthwhile: WORTHWHILE,
    crawled: 0,
    patience: usesNewton ? PATIENCE : Infinity,
    usesErrorCurvature: true,
  };
}

/** Begins with steps of least squares, lightly damped, whatever former steps have led to. */
export function beginRefinement(refinement: Refinement): void {
  refinement.damping = INITIAL_DAMPING;
  refinement.worthwhile = WORTHWHILE;
  refinement.crawled = 0;
  refinement.usesErrorCurvature = true;
}

/** Begins with steps that end at the exact optimum only: lower priorities will be held against what they find. */
export function beginExactRefinement(refinement: Refinement): void {
  beginRefinement(refinement);
  refinement.worthwhile = EXACT;
}

/** Begins with Newton's steps: where residuals were accepted, only second derivatives show what the goals leave free. */
export function beginCurved(refinement: Refinement, usesErrorCurvature: boolean): void {
  beginRefinement(refinement);
  refinement.crawled = Infinity;
  refinement.usesErrorCurvature = usesErrorCurvature;
}

/** Begins with corrector steps, which bring back goals that were met before. They are never Newton's: the shortest way back is wanted. */
export function beginCorrections(refinement: Refinement): void {
  beginRefinement(refinement);
  refinement.crawled = -Infinity;
}
