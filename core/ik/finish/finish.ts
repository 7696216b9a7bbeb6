import { addDriven, listDrivenEnds, tieColumns, turnDriven } from '../jacobian/driven-ends.ts';
import { listFreedoms } from '../jacobian/freedoms.ts';
import { solveLeastSquares } from '../jacobian/least-squares-step.ts';
import { MOST_DAMPING, TIGHTEN } from '../jacobian/linear-system.ts';
import { writeColumns } from '../jacobian/linearize.ts';
import { longestStep, takeStep } from '../jacobian/take-step.ts';
import { restoreState, saveState } from '../mechanism/saved-state.ts';
import { settle, type Workspace } from '../mechanism/workspace.ts';
import { prepareNewton, solveNewton } from '../newton/newton-step.ts';
import type { Finish } from './finish-state.ts';

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
 * One step of the second-order finish, with the joints that `only` marks (null: all) and the root translation, `rootLength` metres of which count as
 * a radian. Returns true when the cost fell, false when no step can lower it noticeably. World transforms, effectors and cost are up to date before
 * and after. An `unchecked` step is taken whether or not the cost falls.
 *
 * Mostly it is a step of damped least squares (`least-squares-step.ts`). Where the error cannot vanish (full stretch, targets out of reach, goals
 * that contradict each other) such steps crawl: then, until the cost falls quickly again, Newton's step takes their place (`newton-step.ts`). Either
 * is damped the more, the less it has kept its promises (Levenberg 1944, Marquardt 1963).
 */
export function finishStep(
  finish: Finish,
  ws: Workspace,
  only: Uint8Array | null,
  rootLength: number,
  unchecked = false,
): boolean {
  const { freedoms, driven } = finish;
  const cost = ws.cost;
  if (!(cost > 0)) return false;
  listFreedoms(freedoms, ws, only, rootLength);
  const size = writeColumns(finish, ws);
  if (freedoms.count === 0) return false;
  saveState(finish.saved, ws);
  const { updates } = ws;
  listDrivenEnds(driven, freedoms, ws);
  // The caller of an unchecked step computes from the columns what it promises, so that no freedom may be tied to another.
  if (unchecked) driven.count = 0;
  // Newton's step does not handle driven ends.
  const crawls = finish.crawled >= finish.patience && driven.count === 0;
  if (crawls) prepareNewton(finish, ws, size, finish.bendsByErrors);
  else tieColumns(driven, finish, size);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const promised = crawls ? solveNewton(finish, ws, cost) : solveLeastSquares(finish, size, cost);
    if (!(promised > finish.worthwhile * cost)) break;
    addDriven(driven, freedoms);
    const longest = longestStep(freedoms);
    const limit = Math.min(TRUST, ws.maxStep);
    const factor = longest > limit ? limit / longest : 1;
    takeStep(freedoms, ws, factor);
    turnDriven(driven, freedoms, ws, finish.saved, factor);
    settle(ws);
    if (unchecked) return true;
    const gained = cost - ws.cost;
    if (gained > 0) {
      if (gained > 0.75 * promised) finish.damping = Math.max(LEAST_DAMPING, finish.damping / EASE);
      else if (gained < 0.25 * promised) finish.damping = Math.min(MOST_DAMPING, finish.damping * 2);
      if (gained < SLOW * cost) finish.crawled++;
      else if (gained > QUICK * cost) finish.crawled = 0;
      return gained > finish.worthwhile * cost;
    }
    restoreState(ws, finish.saved);
    ws.updates = updates;
    finish.damping = Math.min(MOST_DAMPING, finish.damping * (crawls ? TIGHTEN : EASE));
  }
  settle(ws);
  return false;
}
