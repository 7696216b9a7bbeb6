import { areServed, beats, gains, isWorthALeap, keepCandidate, measureLeft, standingOf } from './candidate.ts';
import { isFirstStart, type SolveStatus } from '../request/outcome.ts';
import { farthestTurn } from '../mechanism/configuration.ts';
import { copyState } from './record-solve.ts';
import { releaseRanks } from '../finish/holding.ts';
import { beginRelaxation } from '../reference/relax.ts';
import { releaseReserve } from '../mechanism/reserve.ts';
import { markMoved, restoreState, type SavedState } from '../mechanism/saved-state.ts';
import { recordFound, recordFrom, recordPending, startIndex } from './search-record.ts';
import { enterWishes } from './search-ranks.ts';
import { enterPass, enterStart, nextStart } from './search-starts.ts';
import type { Search } from './search-state.ts';
import { beginSparing, maySpare } from '../finish/spare.ts';
import { isReached, setPull, settle } from '../mechanism/workspace.ts';

/** Share of the cost below which a gain is rounding. */
const NOTICEABLE = 1e-4;
/**
 * The pose that came in gives way when its cost falls by more than this share (half of it in distance): less is what one search finds beyond another,
 * and a target that is held out of reach would make the pose creep.
 */
const WORTH_MOVING = 3e-3;
/**
 * Times that a start sets out, each time from where it had stalled, as long as it gains as much: a solve from its outcome would begin with the very
 * next pass, and what that gains must not be worth moving.
 */
const PASSES = 16;

/** Keeps the configuration if it is the best so far, then goes to the next start or ends. */
export function endStart(search: Search, status: SolveStatus): boolean {
  recordPending(search);
  const { ws, home, leap, present } = search;
  markMoved(ws.moved, search.passStart);
  releaseRanks(search.pursuit.holding, ws);
  const reached = status === 'reached';
  if (!reached && search.kind === 'reference') {
    goBack(search, present);
    enterStart(search, 'present');
    return true;
  }
  if (!reached && search.held > 0) {
    // The others could not do it: now everything may be used.
    search.held = 0;
    releaseReserve(ws);
    enterStart(search, search.kind);
    return true;
  }
  if (reached) {
    search.turned = farthestTurn(present.rotations, ws.now.rotations);
    return beginToReturn(search) || endReturned(search);
  }
  const { standing } = search;
  standingOf(ws, present.rotations, standing);
  if (setsOutAgain(search, status)) {
    enterPass(search, search.kind);
    return true;
  }
  // Where nothing was gained that is worth moving the pose stays as it was, to the byte, and would again.
  const hasGained = !isFirstStart(search.kind) || gains(standing, present.standing, 1 - WORTH_MOVING, 1 - NOTICEABLE);
  if (!hasGained) goBack(search, present);
  else if (!gains(standing, search.passStanding, 1 - WORTH_MOVING, 1 - NOTICEABLE)) goBack(search, search.passStart);
  standingOf(ws, present.rotations, standing);
  if (areServed(ws)) {
    keep(search, 'reached');
    return pursueWishes(search);
  }
  const rival = isFirstStart(search.kind) ? home : leap;
  if (rival.standing.cost === Infinity || beats(standing, rival.standing)) keep(search, status);
  if (nextStart(search)) return true;
  end(search);
  return false;
}

function setsOutAgain({ standing, passes, passStanding }: Search, status: SolveStatus): boolean {
  return status === 'stalled' && passes < PASSES && gains(standing, passStanding, 1 - WORTH_MOVING, 1 - NOTICEABLE);
}

/**
 * Goes on to the nearest pose to the one that came in where a joint has turned further from it than goals so near can ask for: a start that was
 * thrown away from there, or sweeps out of a corner of the limits, lead further than they must. False where nothing is to go back.
 */
function beginToReturn(search: Search): boolean {
  const { ws, present } = search;
  if (search.turned <= search.bend) return false;
  search.phase = 'return';
  search.iteration = 0;
  setPull(ws, ws.task.rankCount - 1);
  beginRelaxation(search.relaxation, ws, search.startPose, present.rotations, true, false);
  return true;
}

/** Goes on from what reaches all goals, as near to the pose that came in as it has to be. */
export function endReturned(search: Search): boolean {
  return beginToSpare(search) || endReached(search);
}

/** Goes on to put joints back; false where none may be. */
function beginToSpare(search: Search): boolean {
  if (search.iterations === 0 || !maySpare(search.ws) || (search.options.comfort ?? 0) > 0 || search.options.reference)
    return false;
  search.phase = 'spare';
  beginSparing(search.sparing, search.turned, search.bend);
  return true;
}

/** Keeps what reaches all goals, and goes on to the reference, the wishes, or ends. */
export function endReached(search: Search): boolean {
  const { ws, present, options } = search;
  recordPending(search);
  standingOf(ws, present.rotations, search.standing);
  keep(search, 'reached');
  if (!options.reference) return pursueWishes(search);
  search.phase = 'relax';
  search.iteration = 0;
  setPull(ws, ws.task.rankCount - 1);
  beginRelaxation(search.relaxation, ws, options.reference, present.rotations, search.leaps, search.iterations === 0);
  return true;
}

/** Goes on to the wishes, or ends when there are none. */
export function pursueWishes(search: Search): boolean {
  if (!search.ws.task.hasWish) {
    end(search);
    return false;
  }
  search.rank = 0;
  enterWishes(search);
  return true;
}

/** Keeps what the wishes have led to. A pose that came in reaching everything gives way only to one that is clearly better. */
export function endWishes(search: Search): void {
  const isUntouched = search.iterations === search.iteration;
  measureLeft(search.ws, search.standing);
  if (!isUntouched || gains(search.standing, search.passStanding, 1, 1)) keepReached(search);
  end(search);
}

/** Keeps the present configuration unless it has lost a goal. */
export function keepReached(search: Search): void {
  if (!isReached(search.ws, search.ws.task.rankCount - 1)) return;
  standingOf(search.ws, search.present.rotations, search.standing);
  keep(search, 'reached');
}

/** Sets the working configuration back to where it was, and records what that changes. */
function goBack(search: Search, to: SavedState): void {
  const { ws } = search;
  const from = ws.trace === null ? null : copyState(ws);
  restoreState(ws, to);
  settle(ws);
  recordFrom(search, from, 'start');
}

/** Ends the search; the limits are left as the skeleton has them. */
export function end(search: Search): void {
  recordPending(search);
  recordFound(search);
  if (search.held > 0) releaseReserve(search.ws);
  search.held = 0;
  search.phase = 'done';
}

function keep(search: Search, status: SolveStatus): void {
  const { ws, home, leap, standing } = search;
  const into = isFirstStart(search.kind) ? home : leap;
  keepCandidate(into, ws, status, standing);
  into.kind = search.kind;
  into.index = startIndex(search);
  const isHome =
    leap.standing.cost === Infinity || (home.standing.cost < Infinity && !isWorthALeap(leap.standing, home.standing));
  search.best = status !== 'reached' && isHome ? home : into;
}
