import { beginExactRefinement } from '../refinement/refinement-state.ts';
import { refinementStep } from '../refinement/refinement-step.ts';
import { holdRank } from '../refinement/holding.ts';
import { beginNullSpaceSteps, nullSpaceStep } from '../refinement/null-space-step.ts';
import { beginReweighting, reweightedStep } from '../refinement/reweight.ts';
import { isRankReached, areRanksReached, setCostWeights } from '../mechanism/workspace.ts';
import { DEFAULT_ITERATIONS } from '../request/options.ts';
import type { SolveStatus } from '../request/outcome.ts';
import { iterate, whyStop } from './iterate.ts';
import { beginIteration, endIteration } from './record-search.ts';
import type { Iterations, Search } from './search-state.ts';

/** Steps towards the soft goals. */
const SOFT_STEPS = 72;

/** What is tried where a descent is stuck: the goals priority by priority, and within their tolerances; null where there is nothing to try. */
export function followStuck(search: Search): Iterations<SolveStatus> | null {
  if (search.kind === 'reference') return null;
  const { rankCount, hasSoftGoals } = search.ws.task;
  if (rankCount > 1) return followPriorities(search);
  if (mayReweight(search)) return reweightGoals(search);
  return hasSoftGoals ? followLowerPriorities(search) : null;
}

/** Takes goals that do not come together priority by priority: the highest alone first, as near as its goals come. */
function* followPriorities(search: Search): Iterations<SolveStatus> {
  const { ws } = search;
  const { refinement } = search.refined!;
  setCostWeights(ws, 0);
  beginExactRefinement(refinement);
  for (;;) {
    const status = whyStop(search);
    if (status === 'stalled') break;
    if (status !== null) return status;
    beginIteration(search, 'refinement');
    const isThere = areRanksReached(ws, 0);
    const gained = !isThere && refinementStep(refinement, ws, null);
    endIteration(search);
    if (search.isStepped) yield;
    if (isThere) break;
    if (gained) continue;
    if (mayReweight(search)) return yield* reweightGoals(search);
    break;
  }
  return yield* followLowerPriorities(search);
}

/** Readies for goals of the highest priority that have stalled to be reweighted; false where they are not nearly met. */
function mayReweight({ ws, refined, mechanisms }: Search): boolean {
  return mechanisms.reweighting && beginReweighting(refined!.reweighting, refined!.refinement, ws);
}

/** Lets these goals give way to each other within their tolerances; then goes on. */
function* reweightGoals(search: Search): Iterations<SolveStatus> {
  const { ws } = search;
  yield* iterate(search, Infinity, stepReweighted);
  if (areRanksReached(ws, ws.task.rankCount - 1)) return 'reached';
  return yield* followLowerPriorities(search);
}

function stepReweighted({ ws, refined }: Search): boolean {
  const { reweighting, refinement } = refined!;
  return !areRanksReached(ws, 0) && reweightedStep(reweighting, refinement, ws);
}

/** Each lower priority as far as those above it leave free, in the end the soft goals. */
function* followLowerPriorities(search: Search): Iterations<SolveStatus> {
  const { ws } = search;
  const { nullSpace } = search.refined!;
  const { rankCount, hasSoftGoals } = ws.task;
  for (let rank = 1; rank < rankCount; rank++) {
    holdRank(nullSpace.holding, ws, rank - 1);
    const status = yield* followPriority(search, rank);
    if (status !== 'stalled') return status;
  }
  holdRank(nullSpace.holding, ws, rankCount - 1);
  if (!hasSoftGoals) return 'stalled';
  yield* stepTowardsSoftGoals(search);
  return areRanksReached(ws, rankCount - 1) ? 'reached' : 'stalled';
}

/** One of several priorities, until its goals are reached or no step helps: `stalled` either way, since others follow. */
function* followPriority(search: Search, rank: number): Iterations<SolveStatus> {
  const { ws, pass, options } = search;
  const { refinement, nullSpace } = search.refined!;
  // What is left of the iterations is shared evenly among the priorities that are left.
  const left = (options.maxIterations ?? DEFAULT_ITERATIONS) - pass.iterations;
  const last = pass.iterations + Math.ceil(left / (ws.task.rankCount - rank));
  beginNullSpaceSteps(nullSpace);
  pass.earlierCost = Infinity;
  let helped: boolean;
  do {
    const status = whyStop(search);
    if (status !== null) return status;
    beginIteration(search, 'refinement');
    helped = pass.iterations <= last && !isRankReached(ws, rank) && nullSpaceStep(nullSpace, refinement, ws, rank);
    endIteration(search);
    if (search.isStepped) yield;
  } while (helped);
  return 'stalled';
}

/** Towards the soft goals, as far as all others keep what they have. */
export function* stepTowardsSoftGoals(search: Search): Iterations<void> {
  beginNullSpaceSteps(search.refined!.nullSpace);
  yield* iterate(search, SOFT_STEPS, stepSoft);
}

function stepSoft({ ws, refined }: Search): boolean {
  return nullSpaceStep(refined!.nullSpace, refined!.refinement, ws, ws.task.rankCount);
}
