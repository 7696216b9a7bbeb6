import { isFirstStart, type SolveStatus } from '../request/outcome.ts';
import { isWorthSwitching, keepCandidate, standingOf } from './candidate.ts';
import { startIndex } from './record-search.ts';
import type { Search } from './search-state.ts';

/** Keeps the working configuration, of the standing just measured, as the best of the first start or of the further ones, and compares the two. */
export function keep(search: Search, status: SolveStatus): void {
  const { ws, first, further, standing } = search;
  const into = isFirstStart(search.kind) ? first : further;
  keepCandidate(into, ws, status, standing);
  into.kind = search.kind;
  into.index = startIndex(search);
  const isFirstBetter =
    further.standing.cost === Infinity || (first.standing.cost < Infinity && !isWorthSwitching(further.standing, first.standing));
  search.best = status !== 'reached' && isFirstBetter ? first : into;
}

/** Keeps the working configuration as one that reaches all goals. */
export function keepSolved(search: Search): void {
  standingOf(search.ws, search.present.rotations, search.standing);
  keep(search, 'reached');
}
