import { markMoved } from '../mechanism/saved-state.ts';
import { DEFAULT_RESTARTS } from '../request/options.ts';
import { isFirstStart, type SolveStatus } from '../request/outcome.ts';
import { beginFurtherPass, beginUnreservedStart, mostPasses } from './begin-pass.ts';
import { areSatisfied, isBetter, gains, standingOf } from './candidate.ts';
import { beginDescent, descend } from './follow-pass.ts';
import { isSpent } from './iterate.ts';
import { keep, keepSolution, keepSolved } from './keep.ts';
import { clearPerturbations } from './perturbations.ts';
import { isUnbeatable } from './out-of-reach.ts';
import { recordFound } from './record-search.ts';
import type { Activity, Search } from './search-state.ts';
import { goBack, startFromNext, startFromPerturbation, startFromPresent } from './starts.ts';

/** Share of the cost below which a gain is rounding. */
const NOTICEABLE = 1e-4;
/**
 * The present pose gives way when its cost falls by more than this share (half of it in distance): less is what one search finds beyond another, and a
 * target that is held out of reach would make the pose creep.
 */
const WORTH_MOVING = 3e-3;

/**
 * Multi-start: the present pose or the reference, then the seeds and random poses, one start after the other until one reaches the goals.
 * `beginSearch` readies a search; `buildOutcome` tells what it has found.
 */
export function beginStarts(search: Search): Activity | null {
  const { refining } = search.mechanisms;
  const first = search.options.starts?.first ?? 0;
  if (first === 0) return refining?.beginWithReference(search) ?? followStart(search);
  search.start = first - 1;
  // The reserve is held for the present pose only.
  giveUpReserve(search);
  return startAgain(search);
}

/** Follows the start or perturbation that the working configuration stands at. */
export function followStart(search: Search): Activity {
  beginDescent(search);
  return goOn;
}

function goOn(search: Search): Activity | null {
  const { refining } = search.mechanisms;
  const descended = descend(search);
  if (descended === 'goes on') return goOn;
  if (descended === 'stuck') return refining === null ? endPass(search, 'stalled') : refining.followStuck(search);
  return endPass(search, descended);
}

/** Ends a pass; what has reached the goals may have to go back towards the present pose first. */
export function endPass(search: Search, status: SolveStatus): Activity | null {
  const { refining } = search.mechanisms;
  markMoved(search.ws.moved, search.pass.from);
  refining?.release(search);
  if (status !== 'reached') return followPass(search, status);
  const goesBack = keepSolution(search) === 'goes back' && refining !== null;
  return goesBack ? refining.followBack(search) : followReached(search);
}

/** What follows a pass that has reached the goals. */
export function followReached(search: Search): Activity | null {
  return followPass(search, 'reached');
}

/** Another pass from where this one stalled or from a perturbation of the present pose, as long as that may help; then the next start. */
function followPass(search: Search, status: SolveStatus): Activity | null {
  const { refining } = search.mechanisms;
  const next = status === 'reached' || search.perturbations.count > 0 ? afterSolution(search) : afterStall(search, status);
  if (next === 'again') return followStart(search);
  if (next === 'unsolved') return startAgain(search);
  if (refining !== null) return next === 'satisfied' ? refining.followSoftGoals(search) : refining.followSolution(search);
  if (next === 'solved') keepSolved(search);
  return endSearch(search);
}

/** Sets out from the next start, if there is one that may be preferred to the first. */
function startAgain(search: Search): Activity | null {
  const { starts, restarts = DEFAULT_RESTARTS } = search.options;
  const last = Math.min(search.seedCount + restarts, (starts?.first ?? 0) + (starts?.count ?? Infinity) - 1);
  if (search.start >= last || isSpent(search) || (search.start === 0 && isUnbeatable(search))) return endSearch(search);
  clearPerturbations(search.perturbations);
  startFromNext(search);
  return followStart(search);
}

/** The solve is over. */
export function endSearch(search: Search): null {
  recordFound(search);
  giveUpReserve(search);
  search.isOver = true;
  return null;
}

/** Readies the next pass of a start that has stalled or, where there is none, keeps what it has led to: `satisfied` where it leaves nothing. */
function afterStall(search: Search, status: SolveStatus): 'again' | 'satisfied' | 'unsolved' {
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
function afterSolution(search: Search): 'again' | 'solved' | 'unsolved' {
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

function giveUpReserve(search: Search): void {
  if (search.reserve > 0) search.mechanisms.reserving!.release(search.ws);
  search.reserve = 0;
}
