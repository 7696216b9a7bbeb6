import { markMoved } from '../mechanism/saved-state.ts';
import { areRanksReached, areSoftGoalsReached, isRankReached, setCostWeights } from '../mechanism/workspace.ts';
import { beginReferenceSteps, referenceStep } from '../reference/reference-step.ts';
import { holdRank, releaseRanks } from '../refinement/holding.ts';
import { beginNullSpaceSteps, nullSpaceStep } from '../refinement/null-space-step.ts';
import { beginExactRefinement } from '../refinement/refinement-state.ts';
import { refinementStep } from '../refinement/refinement-step.ts';
import { beginJointReset, mayResetJoints, resetNextJoint } from '../refinement/reset-joints.ts';
import { beginReweighting, reweightedStep } from '../refinement/reweight.ts';
import { DEFAULT_ITERATIONS, DEFAULT_RESTARTS } from '../request/options.ts';
import type { SolveStatus } from '../request/outcome.ts';
import { afterSolution, afterStall, giveUpReserve, keepSolution, keepSolved } from './after-pass.ts';
import { beginStart, mostPasses } from './begin-pass.ts';
import { gains, measureLeft } from './candidate.ts';
import { beginDescent, descend } from './follow-pass.ts';
import { isSpent, iterate, whyStop } from './iterate.ts';
import { isUnbeatable } from './out-of-reach.ts';
import { clearPerturbations, keepNearest } from './perturbations.ts';
import { beginChange, beginIteration, endChange, endIteration, recordFound } from './record-search.ts';
import type { Activity, Search } from './search-state.ts';
import { enterPose, startFromNext } from './starts.ts';

/** Steps towards the reference; back towards the present pose, which need not be exact; and towards the soft goals, where no fewer iterations were asked for. */
const REFERENCE_STEPS = 24;
const RETURN_STEPS = 8;
const SOFT_STEPS = 72;

/**
 * Multi-start: the present pose or the reference, then the seeds and random poses, one start after the other until one reaches the goals.
 * `beginSearch` readies a search; `buildOutcome` tells what it has found.
 */
export function beginStarts(search: Search): Activity | null {
  const first = search.options.starts?.first ?? 0;
  if (first === 0) return beginWithReference(search) ?? followStart(search);
  search.start = first - 1;
  // The reserve is held for the present pose only.
  giveUpReserve(search);
  return startAgain(search);
}

/** Follows the start or perturbation that the working configuration stands at. */
function followStart(search: Search): Activity {
  beginDescent(search);
  return goOn;
}

function goOn(search: Search): Activity | null {
  const descended = descend(search);
  if (descended === 'goes on') return goOn;
  if (descended === 'stuck') return followStuck(search);
  return endPass(search, descended);
}

/** Ends a pass; what has reached the goals may have to go back towards the present pose first. */
function endPass(search: Search, status: SolveStatus): Activity | null {
  markMoved(search.ws.moved, search.pass.from);
  releaseRanks(search.refined.nullSpace.holding, search.ws);
  if (status !== 'reached') return followPass(search, status);
  return keepSolution(search) === 'goes back' ? followBack(search) : followPass(search, 'reached');
}

/** Another pass from where this one stalled or from a perturbation of the present pose, as long as that may help; then the next start. */
function followPass(search: Search, status: SolveStatus): Activity | null {
  const next = status === 'reached' || search.perturbations.count > 0 ? afterSolution(search) : afterStall(search, status);
  if (next === 'again') return followStart(search);
  if (next === 'unsolved') return startAgain(search);
  return next === 'satisfied' ? followSoftGoals(search) : followSolution(search);
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
function endSearch(search: Search): null {
  recordFound(search);
  giveUpReserve(search);
  search.isOver = true;
  return null;
}

/** What is tried where a descent is stuck: the goals priority by priority, and within their tolerances. */
function followStuck(search: Search): Activity | null {
  const { rankCount, hasSoftGoals } = search.ws.task;
  if (search.kind === 'reference') return endPass(search, 'stalled');
  if (rankCount > 1) return followPriorities(search);
  if (mayReweight(search)) return reweightGoals(search);
  return hasSoftGoals ? followLowerPriorities(search) : endPass(search, 'stalled');
}

/** Takes goals that do not come together priority by priority: the highest alone first, as near as its goals come. */
function followPriorities(search: Search): Activity {
  setCostWeights(search.ws, 0);
  beginExactRefinement(search.refined.refinement);
  return stepHighest;
}

function stepHighest(search: Search): Activity | null {
  const { ws } = search;
  const status = whyStop(search);
  if (status === 'stalled') return followLowerPriorities(search);
  if (status !== null) return endPass(search, status);
  beginIteration(search, 'refinement');
  const isThere = areRanksReached(ws, 0);
  const gained = !isThere && refinementStep(search.refined.refinement, ws, null);
  endIteration(search);
  if (gained) return stepHighest;
  return isThere ? followLowerPriorities : followHighest;
}

/** What follows where the goals of the highest priority have come as near as they can. */
function followHighest(search: Search): Activity | null {
  return mayReweight(search) ? reweightGoals(search) : followLowerPriorities(search);
}

/** Readies for goals of the highest priority that have stalled to be reweighted; false where they are not nearly met. */
function mayReweight({ ws, refined, mechanisms }: Search): boolean {
  return mechanisms.reweighting && beginReweighting(refined.reweighting, refined.refinement, ws);
}

/** Lets these goals give way to each other within their tolerances; then goes on. */
function reweightGoals(search: Search): Activity {
  return iterate(search, Infinity, stepReweighted, followReweighted);
}

function stepReweighted({ ws, refined }: Search): boolean {
  const { reweighting, refinement } = refined;
  return !areRanksReached(ws, 0) && reweightedStep(reweighting, refinement, ws);
}

function followReweighted(search: Search): Activity | null {
  const { ws } = search;
  return areRanksReached(ws, ws.task.rankCount - 1) ? endPass(search, 'reached') : followLowerPriorities(search);
}

/** Each lower priority as far as those above it leave free, in the end the soft goals. */
function followLowerPriorities(search: Search): Activity | null {
  search.refined.priority.rank = 0;
  return followNextPriority(search);
}

function followNextPriority(search: Search): Activity | null {
  const { ws, pass, options, refined } = search;
  const { nullSpace, priority } = refined;
  const { rankCount, hasSoftGoals } = ws.task;
  holdRank(nullSpace.holding, ws, priority.rank++);
  if (priority.rank === rankCount) return hasSoftGoals ? followSoftly(search, endSoftly) : endPass(search, 'stalled');
  // What is left of the iterations is shared evenly among the priorities that are left.
  const left = (options.maxIterations ?? DEFAULT_ITERATIONS) - pass.iterations;
  priority.last = pass.iterations + Math.ceil(left / (rankCount - priority.rank));
  beginNullSpaceSteps(nullSpace);
  pass.earlierCost = Infinity;
  return stepPriority;
}

/** One step of one of several priorities, until its goals are reached or no step helps: either way others follow. */
function stepPriority(search: Search): Activity | null {
  const { ws, pass, refined } = search;
  const { refinement, nullSpace, priority } = refined;
  const { rank, last } = priority;
  const status = whyStop(search);
  if (status === 'stalled') return followNextPriority(search);
  if (status !== null) return endPass(search, status);
  beginIteration(search, 'refinement');
  const helped = pass.iterations <= last && !isRankReached(ws, rank) && nullSpaceStep(nullSpace, refinement, ws, rank);
  endIteration(search);
  return helped ? stepPriority : followNextPriority;
}

function endSoftly(search: Search): Activity | null {
  const { ws } = search;
  return endPass(search, areRanksReached(ws, ws.task.rankCount - 1) ? 'reached' : 'stalled');
}

/** Towards the soft goals, as far as all others keep what they have. */
function followSoftly(search: Search, next: Activity): Activity {
  beginNullSpaceSteps(search.refined.nullSpace);
  const { maxIterations = DEFAULT_ITERATIONS } = search.options;
  return iterate(search, Math.min(SOFT_STEPS, maxIterations), stepSoft, next);
}

/** One step towards soft goals that are not within their tolerances. A pole has none, and is followed as far as that goes. */
function stepSoft({ ws, refined }: Search): boolean {
  return !areSoftGoalsReached(ws) && nullSpaceStep(refined.nullSpace, refined.refinement, ws, ws.task.rankCount);
}

/** Goes back towards the present pose as far as the goals allow. */
function followBack(search: Search): Activity {
  const { ws, startPose, present } = search;
  setCostWeights(ws, ws.task.rankCount - 1);
  beginReferenceSteps(search.refined.descent, ws, startPose, present.rotations, true, false);
  return iterate(search, RETURN_STEPS, stepTowardsReference, endReturn);
}

function endReturn(search: Search): Activity | null {
  keepNearest(search.perturbations, search.ws, search.present);
  return followPass(search, 'reached');
}

/** What follows a solution: joints that turn out not to be needed are reset to where the present pose has them, from the root on. */
function followSolution(search: Search): Activity | null {
  const { ws, present, refined } = search;
  if (!mayReset(search)) return endReset(search);
  beginJointReset(refined.jointReset, ws, present, search.turned, search.expectedTurn);
  return iterate(search, Infinity, stepReset, endReset);
}

function mayReset({ ws, wasReached, options, mechanisms }: Search): boolean {
  return !wasReached && mechanisms.jointReset && mayResetJoints(ws) && !((options.comfort ?? 0) > 0) && !options.reference;
}

function stepReset({ ws, refined, present }: Search): boolean {
  return resetNextJoint(refined.jointReset, refined.refinement, ws, present);
}

/** The solution is kept, and goes to the nearest pose to the reference. */
function endReset(search: Search): Activity | null {
  keepSolved(search);
  return search.options.reference ? followReference(search, search.wasReached) : followSoftGoals(search);
}

/**
 * With a reference near goals are followed at once, without any start if that meets them; null where a start is to be followed. For far goals that sets
 * out from the reference in place of the present pose. The steps of the refinement are the shortest ones, so that mostly they lead to the nearest pose to
 * it, and to the same one wherever the goals have come from.
 */
function beginWithReference(search: Search): Activity | null {
  const { reference } = search.options;
  if (!reference || search.reserve > 0) return null;
  if (!search.isFar) return followReference(search, true);
  if (search.sweepsFirst) return null;
  const before = beginChange(search);
  enterPose(search, reference);
  beginStart(search, 'reference');
  endChange(search, before);
  return null;
}

/** Goes to the pose nearest to the reference that meets the goals; `isFresh` says that nothing has moved since the pose came in. */
function followReference(search: Search, isFresh: boolean): Activity {
  const { ws, present, options } = search;
  setCostWeights(ws, ws.task.rankCount - 1);
  beginReferenceSteps(search.refined.descent, ws, options.reference!, present.rotations, search.isFar, isFresh);
  return iterate(search, REFERENCE_STEPS, stepTowardsReference, endReference);
}

function endReference(search: Search): Activity | null {
  const { ws, pass } = search;
  if (!areRanksReached(ws, ws.task.rankCount - 1)) {
    pass.iterations = 0;
    return followStart(search);
  }
  keepSolved(search);
  return followSoftGoals(search);
}

function stepTowardsReference({ ws, refined }: Search): boolean {
  return referenceStep(refined.descent, refined.refinement, ws, ws.task.rankCount - 1);
}

/** In the end the soft goals are followed, if there are any. */
function followSoftGoals(search: Search): Activity | null {
  return search.ws.task.hasSoftGoals ? beginSoftGoals(search) : endSearch(search);
}

/**
 * Follows the soft goals from what reaches all others. Where that is clearly better it is kept, and they are followed from there again, as a solve
 * from there would; else what was before stays, to the byte.
 */
function beginSoftGoals(search: Search): Activity {
  measureLeft(search.ws, search.pass.standing);
  return followSoftly(search, endSoftGoals);
}

function endSoftGoals(search: Search): Activity | null {
  const { ws, pass, standing } = search;
  measureLeft(ws, standing);
  if (!areRanksReached(ws, ws.task.rankCount - 1) || !gains(standing, pass.standing, 1, 1)) return endSearch(search);
  keepSolved(search);
  return ++pass.number < mostPasses(search) ? beginSoftGoals(search) : endSearch(search);
}
