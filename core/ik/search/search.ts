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
import type { Iterations, Search } from './search-state.ts';
import { goBack, startFromNext, startFromPerturbation, startFromPresent } from './starts.ts';

/** Share of the cost below which a gain is rounding. */
const NOTICEABLE = 1e-4;
/**
 * The present pose gives way when its cost falls by more than this share (half of it in distance): less is what one search finds beyond another, and a
 * target that is held out of reach would make the pose creep.
 */
const WORTH_MOVING = 3e-3;

/** How a start ends: all goals are reached, and no other start is needed; or nothing helps any more. */
export type Verdict = 'solved' | 'unsolved';

/**
 * Multi-start: the present pose or the reference, then the seeds and random poses, one start after the other until one reaches the goals.
 * `beginSearch` readies a search; `buildOutcome` tells what it has found.
 */
export function* runSearch(search: Search): Iterations<void> {
  const { refining } = search.mechanisms;
  const { starts, reference, restarts = DEFAULT_RESTARTS } = search.options;
  const first = starts?.first ?? 0;
  const last = Math.min(search.seeds.length + restarts, first + (starts?.count ?? Infinity) - 1);
  let verdict: Verdict = 'unsolved';
  if (first > 0) {
    search.start = first - 1;
    // The reserve is held for the present pose only.
    giveUpReserve(search);
  } else if (reference && search.reserve === 0) {
    if (!search.isFar) verdict = yield* refining!.followReferenceAtOnce(search, reference);
    else if (!search.sweepsFirst) refining!.startFromReference(search, reference);
  }
  if (verdict === 'unsolved' && (first === 0 || mayStartAgain(search, last))) yield* followStarts(search, last);
  recordFound(search);
  giveUpReserve(search);
  search.isOver = true;
}

/**
 * One start after the other: pass after pass, from where the last stalled or from a perturbation of the present pose, as long as that may help; then
 * the next start.
 */
function* followStarts(search: Search, last: number): Iterations<void> {
  const { refining } = search.mechanisms;
  const { reference } = search.options;
  for (;;) {
    beginDescent(search);
    let descended = descend(search);
    while (descended === 'pauses') {
      yield;
      descended = descend(search);
    }
    const further = descended === 'stuck' && refining !== null ? refining.followStuck(search) : null;
    const status = further !== null ? yield* further : descended === 'stuck' ? 'stalled' : descended;
    markMoved(search.ws.moved, search.pass.from);
    refining?.release(search);
    if (status === 'reached' && keepSolution(search) === 'goes back' && refining !== null) yield* refining.followBack(search);
    const next = status === 'reached' || search.perturbations.count > 0 ? afterSolution(search) : afterStall(search, status);
    if (next === 'again' || (next === 'unsolved' && mayStartAgain(search, last))) continue;
    if (next === 'unsolved') return;
    if (next === 'solved') {
      if (refining?.mayReset(search) === true) yield* refining.resetJoints(search);
      keepSolved(search);
      if (reference && (yield* refining!.followReference(search, reference, search.wasReached)) === 'missed') continue;
    }
    if (search.ws.task.hasSoftGoals) yield* refining!.followSoftGoals(search);
    return;
  }
}

/** Sets out from the next start, if there is one up to the `last` that may be preferred to the first. */
function mayStartAgain(search: Search, last: number): boolean {
  if (search.start >= last || isSpent(search) || (search.start === 0 && isUnbeatable(search))) return false;
  clearPerturbations(search.perturbations);
  startFromNext(search);
  return true;
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
function afterSolution(search: Search): Verdict | 'again' {
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
