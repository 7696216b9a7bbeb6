import { releaseRanks } from '../finish/holding.ts';
import { markMoved } from '../mechanism/saved-state.ts';
import { isFirstStart, type SolveStatus } from '../request/outcome.ts';
import { areServed, beats, gains, standingOf } from './candidate.ts';
import { goBack, goOn, keep } from './search-keep.ts';
import { endThrow, goOnReached, pursueWishes } from './search-reached.ts';
import { recordPending } from './search-record.ts';
import { enterPass, enterStart, enterUnreserved, PASSES, throwNear } from './search-starts.ts';
import type { Search } from './search-state.ts';

/** Share of the cost below which a gain is rounding. */
const NOTICEABLE = 1e-4;
/**
 * The pose that came in gives way when its cost falls by more than this share (half of it in distance): less is what one search finds beyond another,
 * and a target that is held out of reach would make the pose creep.
 */
const WORTH_MOVING = 3e-3;

/** Keeps the configuration if it is the best so far, then goes to the next start or ends. */
export function endStart(search: Search, status: SolveStatus): boolean {
  recordPending(search);
  const { ws, home, leap, present } = search;
  markMoved(ws.moved, search.passStart);
  releaseRanks(search.pursuit.holding, ws);
  const reached = status === 'reached';
  if (!reached && search.throws.count > 0) return endThrow(search);
  if (!reached && search.kind === 'reference') {
    goBack(search, present);
    enterStart(search, 'present');
    return true;
  }
  if (!reached && search.held > 0) {
    // The others could not do it: now everything may be used.
    enterUnreserved(search);
    return true;
  }
  if (reached) return goOnReached(search);
  const { standing } = search;
  standingOf(ws, present.rotations, standing);
  if (setsOutAgain(search, status)) {
    enterPass(search, search.kind);
    return true;
  }
  // Where nothing was gained that is worth moving the pose stays as it was, to the byte, and would again.
  const hasGained = !isFirstStart(search.kind) || gains(standing, present.standing, 1 - WORTH_MOVING, 1 - NOTICEABLE);
  const hasGainedLast = gains(standing, search.passStanding, 1 - WORTH_MOVING, 1 - NOTICEABLE);
  if (!hasGained) goBack(search, present);
  else if (!hasGainedLast) goBack(search, search.passStart);
  standingOf(ws, present.rotations, standing);
  if (areServed(ws)) {
    keep(search, 'reached');
    return pursueWishes(search);
  }
  const rival = isFirstStart(search.kind) ? home : leap;
  if (rival.standing.cost === Infinity || beats(standing, rival.standing)) {
    keep(search, status);
    if (hasGained && !hasGainedLast && search.passes > 1) rival.pose = search.passPose.slice();
  }
  // A pose that stays may be what a solve has ended with: to throw from there would be something new, and asking again must not change anything.
  if (search.kind === 'present' && hasGained && !search.leaps && throwNear(search)) return true;
  return goOn(search);
}

function setsOutAgain({ standing, passes, passStanding }: Search, status: SolveStatus): boolean {
  return status === 'stalled' && passes < PASSES && gains(standing, passStanding, 1 - WORTH_MOVING, 1 - NOTICEABLE);
}
