import { beginExactFinish } from '../finish/finish-state.ts';
import { holdRank } from '../finish/holding.ts';
import { beginPursuit } from '../finish/pursue.ts';
import { beginSharing } from '../finish/share-tolerances.ts';
import { setPull } from '../mechanism/workspace.ts';
import type { Search } from './search-state.ts';

/** Takes goals that do not come together rank by rank: the most important alone first. */
export function enterRanks(search: Search): void {
  search.phase = 'restore';
  search.rank = 0;
  setPull(search.ws, 0);
  beginExactFinish(search.finish);
}

/** Asks the goals of the highest rank, which have stalled, to give way to each other within their tolerances; false where that is of no use. */
export function enterSharing(search: Search): boolean {
  if (!beginSharing(search.sharing, search.finish, search.ws)) return false;
  search.phase = 'share';
  return true;
}

/** Holds what the present rank has come to and goes on to the next, in the end to the wishes; false when there is no other. */
export function enterNextRank(search: Search): boolean {
  const { ws, pursuit } = search;
  const { rankCount, hasWish } = ws.task;
  holdRank(pursuit.holding, ws, search.rank);
  search.rank++;
  if (search.rank === rankCount && !hasWish) return false;
  if (search.rank === rankCount) enterWishes(search);
  else {
    search.phase = 'pursue';
    // What is left of the iterations is shared evenly among the ranks that are left.
    search.lastOfRank = search.iteration + Math.ceil((search.maxIterations - search.iteration) / (rankCount - search.rank));
    beginPursuit(pursuit);
    search.earlier = Infinity;
  }
  return true;
}

/** Goes on to the wishes, whose steps are counted on their own. */
export function enterWishes(search: Search): void {
  search.phase = 'wish';
  search.iteration = 0;
  beginPursuit(search.pursuit);
}
