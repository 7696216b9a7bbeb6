import { isFirstStart, type SolveStatus } from '../request/outcome.ts';
import { releaseReserve } from '../mechanism/reserve.ts';
import { restoreState, type SavedState } from '../mechanism/saved-state.ts';
import { isReached, settle } from '../mechanism/workspace.ts';
import { isWorthALeap, keepCandidate, standingOf } from './candidate.ts';
import { clearNearThrows } from './near-throws.ts';
import { copyState } from './record-solve.ts';
import { recordFound, recordFrom, recordPending, startIndex } from './search-record.ts';
import { nextStart } from './search-starts.ts';
import type { Search } from './search-state.ts';

/** Keeps the present configuration, of the standing just measured, among what was found. */
export function keep(search: Search, status: SolveStatus): void {
  const { ws, home, leap, standing } = search;
  const into = isFirstStart(search.kind) ? home : leap;
  keepCandidate(into, ws, status, standing);
  into.kind = search.kind;
  into.index = startIndex(search);
  const isHome =
    leap.standing.cost === Infinity || (home.standing.cost < Infinity && !isWorthALeap(leap.standing, home.standing));
  search.best = status !== 'reached' && isHome ? home : into;
}

/** Keeps the present configuration unless it has lost a goal. */
export function keepReached(search: Search): void {
  if (!isReached(search.ws, search.ws.task.rankCount - 1)) return;
  standingOf(search.ws, search.present.rotations, search.standing);
  keep(search, 'reached');
}

/** Sets the working configuration back to where it was, and records what that changes. */
export function goBack(search: Search, to: SavedState): void {
  const { ws } = search;
  const from = ws.trace === null ? null : copyState(ws);
  restoreState(ws, to);
  settle(ws);
  recordFrom(search, from, 'start');
}

/** Goes on to the next start, or ends. */
export function goOn(search: Search): boolean {
  clearNearThrows(search.throws);
  if (nextStart(search)) return true;
  end(search);
  return false;
}

/** Ends the search; the limits are left as the skeleton has them. */
export function end(search: Search): void {
  recordPending(search);
  recordFound(search);
  if (search.held > 0) releaseReserve(search.ws);
  search.held = 0;
  search.phase = 'done';
}
