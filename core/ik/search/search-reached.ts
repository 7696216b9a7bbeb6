import { beginSparing, maySpare } from '../finish/spare.ts';
import { isReached, setPull } from '../mechanism/workspace.ts';
import { beginRelaxation } from '../reference/relax.ts';
import { gains, measureLeft, standingOf } from './candidate.ts';
import { keepNearest } from './near-throws.ts';
import { end, goBack, goOn, keep, keepReached } from './search-keep.ts';
import { enterWishes } from './search-ranks.ts';
import { recordPending } from './search-record.ts';
import { enterUnreserved, PASSES, throwNear } from './search-starts.ts';
import type { Search } from './search-state.ts';

/** Share of what goals so near can ask for that joints may turn without anybody looking whether less would do. */
const AT_EASE = 2 / 3;
/** What has turned a joint further than so many times what is known to do is not followed back. */
const DETOUR = 1.3;

/**
 * Goes on from what reaches all goals: back towards the pose that came in, or around it, where a joint has turned too far; then it puts back what was
 * not needed, and follows the reference and the wishes.
 */
export function goOnReached(search: Search): boolean {
  search.cameReached = search.iterations === 0 && search.kind === 'present';
  const isFirst = search.throws.turned === Infinity;
  const turned = keepNearest(search.throws, search.ws, search.present);
  if (isFirst) search.turned = turned;
  return beginToReturn(search, turned) || endThrow(search);
}

/**
 * Goes on to the nearest pose to the one that came in where a joint has turned further from it than goals so near can ask for: a start that was
 * thrown away from there, or sweeps out of a corner of the limits, lead further than they must. False where nothing is to go back, or nothing would be
 * nearer than what was found already.
 */
function beginToReturn(search: Search, turned: number): boolean {
  const { ws, present, throws } = search;
  if (turned <= (search.narrow ? 1 : AT_EASE) * search.bend || turned > DETOUR * throws.turned) return false;
  search.phase = 'return';
  search.iteration = 0;
  setPull(ws, ws.task.rankCount - 1);
  beginRelaxation(search.relaxation, ws, search.startPose, present.rotations, true, false);
  return true;
}

/** Goes on from what reaches all goals, gone back towards the pose that came in. */
export function endReturned(search: Search): boolean {
  keepNearest(search.throws, search.ws, search.present);
  return endThrow(search);
}

/** Throws again while what reaches the goals turns a joint too far, then goes on from the nearest of it. */
export function endThrow(search: Search): boolean {
  const { throws } = search;
  if (throwNear(search)) return true;
  if (search.held > 0 && throws.turned > search.bend) {
    // The others could do it only by a leap.
    goBack(search, search.present);
    enterUnreserved(search);
    return true;
  }
  if (throws.turned === Infinity) return goOn(search);
  if (throws.isAway) goBack(search, throws.nearest);
  return beginToSpare(search) || endReached(search);
}

/** Goes on to put joints back; false where none may be. */
function beginToSpare(search: Search): boolean {
  if (search.cameReached || !maySpare(search.ws) || (search.options.comfort ?? 0) > 0 || search.options.reference) return false;
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
  beginRelaxation(search.relaxation, ws, options.reference, present.rotations, search.leaps, search.cameReached);
  return true;
}

/** Goes on to the wishes, or ends when there are none. */
export function pursueWishes(search: Search): boolean {
  const { ws } = search;
  if (!ws.task.hasWish) {
    end(search);
    return false;
  }
  search.rank = 0;
  measureLeft(ws, search.passStanding);
  enterWishes(search);
  return true;
}

/**
 * Keeps what the wishes have led to where that is clearly better, and follows them from there again, as a solve from there would; else what was before
 * stays, to the byte.
 */
export function endWishes(search: Search): boolean {
  const { ws, standing, passStanding } = search;
  measureLeft(ws, standing);
  if (isReached(ws, ws.task.rankCount - 1) && gains(standing, passStanding, 1, 1)) {
    keepReached(search);
    if (++search.passes < PASSES) return pursueWishes(search);
  }
  end(search);
  return false;
}
