import { beginExactRefinement } from '../refinement/refinement-state.ts';
import { refinementStep } from '../refinement/refinement-step.ts';
import { holdRank } from '../refinement/holding.ts';
import { beginNullSpaceSteps, nullSpaceStep } from '../refinement/null-space-step.ts';
import { beginReweighting, reweightedStep } from '../refinement/reweight.ts';
import { isRankReached, areRanksReached, setCostWeights } from '../mechanism/workspace.ts';
import { DEFAULT_ITERATIONS } from '../request/options.ts';
import { iterate, whyStop } from './iterate.ts';
import { beginIteration, endIteration } from './record-search.ts';
import { endPass } from './search.ts';
import type { Activity, Search } from './search-state.ts';

/** Steps towards the soft goals. */
const SOFT_STEPS = 72;

/** What is tried where a descent is stuck: the goals priority by priority, and within their tolerances. */
export function followStuck(search: Search): Activity | null {
  const { rankCount, hasSoftGoals } = search.ws.task;
  if (search.kind === 'reference') return endPass(search, 'stalled');
  if (rankCount > 1) return followPriorities(search);
  if (mayReweight(search)) return reweightGoals(search);
  return hasSoftGoals ? followLowerPriorities(search) : endPass(search, 'stalled');
}

/** Takes goals that do not come together priority by priority: the highest alone first, as near as its goals come. */
function followPriorities(search: Search): Activity {
  setCostWeights(search.ws, 0);
  beginExactRefinement(search.refined!.refinement);
  return stepHighest;
}

function stepHighest(search: Search): Activity | null {
  const { ws } = search;
  const status = whyStop(search);
  if (status === 'stalled') return followLowerPriorities(search);
  if (status !== null) return endPass(search, status);
  beginIteration(search, 'refinement');
  const isThere = areRanksReached(ws, 0);
  const gained = !isThere && refinementStep(search.refined!.refinement, ws, null);
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
  return mechanisms.reweighting && beginReweighting(refined!.reweighting, refined!.refinement, ws);
}

/** Lets these goals give way to each other within their tolerances; then goes on. */
function reweightGoals(search: Search): Activity {
  return iterate(search, Infinity, stepReweighted, followReweighted);
}

function stepReweighted({ ws, refined }: Search): boolean {
  const { reweighting, refinement } = refined!;
  return !areRanksReached(ws, 0) && reweightedStep(reweighting, refinement, ws);
}

function followReweighted(search: Search): Activity | null {
  const { ws } = search;
  return areRanksReached(ws, ws.task.rankCount - 1) ? endPass(search, 'reached') : followLowerPriorities(search);
}

/** Each lower priority as far as those above it leave free, in the end the soft goals. */
function followLowerPriorities(search: Search): Activity | null {
  search.refined!.priority.rank = 0;
  return followNextPriority(search);
}

function followNextPriority(search: Search): Activity | null {
  const { ws, pass, options, refined } = search;
  const { nullSpace, priority } = refined!;
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
  const { refinement, nullSpace, priority } = refined!;
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
export function followSoftly(search: Search, next: Activity): Activity {
  beginNullSpaceSteps(search.refined!.nullSpace);
  return iterate(search, SOFT_STEPS, stepSoft, next);
}

function stepSoft({ ws, refined }: Search): boolean {
  return nullSpaceStep(refined!.nullSpace, refined!.refinement, ws, ws.task.rankCount);
}
