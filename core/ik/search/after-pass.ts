import { releaseReserve } from '../mechanism/reserve.ts';
import { isFirstStart, type SolveStatus } from '../request/outcome.ts';
import { beginFurtherPass, beginUnreservedStart, mostPasses } from './begin-pass.ts';
import { areSatisfied, gains, isBetter, standingOf, isWorthSwitching, keepCandidate } from './candidate.ts';
import { isUnbeatable } from './out-of-reach.ts';
import type { Search } from './search-state.ts';
import { goBack, startFromPerturbation, startFromPresent } from './starts.ts';
import { keepNearest } from './perturbations.ts';
import { startIndex } from './record-search.ts';

/** Share of the cost below which a gain is rounding. */
const NOTICEABLE = 1e-4;
/**
 * The present pose gives way when its cost falls by more than this share (half of it in distance): less is what one search finds beyond another, and a
 * target that is held out of reach would make the pose creep.
 */
const WORTH_MOVING = 3e-3;

/** Readies the next pass of a start that has stalled or, where there is none, keeps what it has led to: `satisfied` where it leaves nothing. */
export function afterStall(search: Search, status: SolveStatus): 'again' | 'satisfied' | 'unsolved' {
  const { ws, present, pass, standing } = search;
  if (search.kind === 'reference') {
    startFromPresent(search);
    return 'again';
  }
  if (search.reserve > 0) {
    // The other joints could not do it: now everything may be used.
    beginUnreservedStart(search);
    return 'again';
  }
  standingOf(ws, present.rotations, standing);
  const hasGainedLast = gains(standing, pass.standing, 1 - WORTH_MOVING, 1 - NOTICEABLE);
  if (status === 'stalled' && hasGainedLast && pass.number < mostPasses(search)) {
    beginFurtherPass(search);
    return 'again';
  }
  // Where nothing was gained that is worth moving the pose stays as it was, to the byte, and would again.
  const hasGained = !isFirstStart(search.kind) || gains(standing, present.standing, 1 - WORTH_MOVING, 1 - NOTICEABLE);
  if (!hasGained) goBack(search, present);
  else if (!hasGainedLast) goBack(search, pass.from);
  standingOf(ws, present.rotations, standing);
  if (areSatisfied(ws)) {
    keep(search, 'reached');
    return 'satisfied';
  }
  const rival = isFirstStart(search.kind) ? search.first : search.further;
  if (rival.standing.cost === Infinity || isBetter(standing, rival.standing)) {
    keep(search, status);
    if (hasGained && !hasGainedLast && pass.number > 1) {
      rival.ownPose.set(pass.pose);
      rival.pose = rival.ownPose;
    }
  }
  // A pose that stays may be what a solve has ended with: to perturb it would be something new, and asking again must not change anything.
  const mayPerturb = search.kind === 'present' && hasGained && !search.isFar && !isUnbeatable(search);
  return mayPerturb && startFromPerturbation(search) ? 'again' : 'unsolved';
}

/** Readies another pass while the nearest solution turns a joint too far; goes to the nearest when there is none. */
export function afterSolution(search: Search): 'again' | 'solved' | 'unsolved' {
  const { present, perturbations } = search;
  if (startFromPerturbation(search)) return 'again';
  if (search.reserve > 0 && perturbations.turned > search.expectedTurn) {
    // Without the reserve only a jump would do.
    goBack(search, present);
    beginUnreservedStart(search);
    return 'again';
  }
  if (perturbations.turned === Infinity) return 'unsolved';
  if (perturbations.isElsewhere) goBack(search, perturbations.nearest);
  return 'solved';
}

/** Gives the joints their whole ranges back. */
export function giveUpReserve(search: Search): void {
  if (search.reserve > 0) releaseReserve(search.ws);
  search.reserve = 0;
}

/** Share of the turn that goals so near can ask for below which nobody looks whether less would do. */
const MODEST = 2 / 3;
/** A solution that turns a joint so many times further than the nearest one known is not followed back. */
const DETOUR = 1.3;

/** Keeps the working configuration, of the standing just measured, as the best of the first start or of the further ones, and compares the two. */
function keep(search: Search, status: SolveStatus): void {
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
