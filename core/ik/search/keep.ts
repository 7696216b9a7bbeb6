import { isFirstStart, type SolveStatus } from '../request/outcome.ts';
import { isWorthSwitching, keepCandidate, standingOf } from './candidate.ts';
import { keepNearest } from './perturbations.ts';
import { startIndex } from './record-search.ts';
import type { Search } from './search-state.ts';

/** Share of the turn that goals so near can ask for below which nobody looks whether less would do. */
const MODEST = 2 / 3;
/** A solution that turns a joint so many times further than the nearest one known is not followed back. */
const DETOUR = 1.3;

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

/**
 * Keeps the working configuration, which has just reached all goals, if it is the nearest to the present pose so far. It goes back towards that where
 * it turns a joint further than goals so near can ask for: sweeps out of a corner of the limits and perturbations lead further than they must.
 */
export function keepSolution(search: Search): 'stays' | 'goes back' {
  const { ws, present, pass, perturbations, expectedTurn } = search;
  search.wasReached = search.iterations === 0 && search.kind === 'present';
  const isFirst = perturbations.turned === Infinity;
  keepNearest(perturbations, ws, present);
  const turned = ws.measured;
  if (isFirst) search.turned = turned;
  const isNear = turned <= (pass.isRestricted ? 1 : MODEST) * expectedTurn;
  const isDetour = turned > DETOUR * perturbations.turned;
  return isNear || isDetour ? 'stays' : 'goes back';
}
