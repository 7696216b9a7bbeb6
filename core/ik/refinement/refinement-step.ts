import { addDriven, listDrivenEnds, tieColumns, turnDriven } from '../jacobian/driven-ends.ts';
import { listFreedoms } from '../jacobian/freedoms.ts';
import { solveLeastSquares } from '../jacobian/least-squares-step.ts';
import { MOST_DAMPING, TIGHTEN } from '../jacobian/linear-system.ts';
import { writeColumns } from '../jacobian/linearize.ts';
import { measureLongest, takeStep } from '../jacobian/take-step.ts';
import { restoreState, saveState } from '../mechanism/saved-state.ts';
import { refresh, type Workspace } from '../mechanism/workspace.ts';
import { prepareNewton, solveNewton } from '../newton/newton-step.ts';
import type { Refinement } from './refinement-state.ts';

/** Damping, as a share of the cost, below which less makes no difference. */
const LEAST_DAMPING = 1e-6;
/** Radians (or metres) that one joint may move in one step: linearisation holds no further. */
const TRUST = 1;
/** Times a step that made things worse is tried again with more damping. */
const ATTEMPTS = 16;
/** What the damping is divided by after a step that kept its promise, and multiplied by after one of least squares that failed. */
const EASE = 8;
/** A step crawls that gains less than this share of the cost, and a crawl ends with one that gains more than the other. */
const SLOW = 0.3;
const QUICK = 0.5;

/**
 * One step of the second-order refinement, with the joints that `only` marks (null: all) and the root translation. Returns true when the cost fell, false when no step can lower it noticeably. World transforms, effectors and cost are up to date before
 * and after. An `unchecked` step is taken whether or not the cost falls.
 *
 * Mostly it is a step of damped least squares (`least-squares-step.ts`). Where the error cannot vanish (full stretch, targets out of reach, goals
 * that contradict each other) such steps crawl: then, until the cost falls quickly again, Newton's step takes their place (`newton-step.ts`). Either
 * is damped the more, the less it has kept its promises (Levenberg 1944, Marquardt 1963).
 */
export function refinementStep(refinement: Refinement, ws: Workspace, only: Uint8Array | null, unchecked = false): boolean {
  const { freedoms, driven } = refinement;
  const cost = ws.cost;
  if (!(cost > 0)) return false;
  listFreedoms(freedoms, ws, only);
  const size = writeColumns(refinement, ws);
  if (freedoms.count === 0) return false;
  saveState(refinement.saved, ws);
  refinement.cost = cost;
  const { updates } = ws;
  listDrivenEnds(driven, freedoms, ws);
  // The caller of an unchecked step computes from the columns what it promises, so that no freedom may be tied to another.
  if (unchecked) driven.count = 0;
  // Newton's step does not handle driven ends.
  const crawls = refinement.crawled >= refinement.patience && driven.count === 0;
  if (crawls) prepareNewton(refinement, ws, size, refinement.usesErrorCurvature);
  else tieColumns(driven, refinement, size);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (crawls) solveNewton(refinement, ws);
    else solveLeastSquares(refinement, size);
    const { promised } = refinement;
    if (!(promised > refinement.worthwhile * cost)) break;
    addDriven(driven, freedoms);
    measureLongest(freedoms);
    const { longest } = freedoms;
    const limit = Math.min(TRUST, ws.maxStep);
    freedoms.factor = longest > limit ? limit / longest : 1;
    takeStep(freedoms, ws);
    turnDriven(driven, freedoms, ws, refinement.saved);
    refresh(ws);
    if (unchecked) return true;
    const gained = cost - ws.cost;
    if (gained > 0) {
      if (gained > 0.75 * promised) refinement.damping = Math.max(LEAST_DAMPING, refinement.damping / EASE);
      else if (gained < 0.25 * promised) refinement.damping = Math.min(MOST_DAMPING, refinement.damping * 2);
      if (gained < SLOW * cost) refinement.crawled++;
      else if (gained > QUICK * cost) refinement.crawled = 0;
      return gained > refinement.worthwhile * cost;
    }
    restoreState(ws, refinement.saved);
    ws.updates = updates;
    refinement.damping = Math.min(MOST_DAMPING, refinement.damping * (crawls ? TIGHTEN : EASE));
  }
  refresh(ws);
  return false;
}
