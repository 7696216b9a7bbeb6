import { areRanksReached } from '../mechanism/workspace.ts';
import { DEFAULT_ITERATIONS } from '../request/options.ts';
import type { SolveStatus } from '../request/outcome.ts';
import { areSatisfied } from './candidate.ts';
import { beginIteration, endIteration } from './record-search.ts';
import type { Activity, Search } from './search-state.ts';

/** Every so many iterations a further start, or a perturbation, must have halved its cost, or is given up. */
const PATIENCE = 8;

/** Iterates one kind of step, at most `most` times, until one returns that it could not help; then goes on with `next`. */
export function iterate(search: Search, most: number, step: (search: Search) => boolean, next: Activity): Activity {
  const { stepping } = search;
  stepping.left = most;
  stepping.step = step;
  stepping.next = next;
  return makeStep;
}

function makeStep(search: Search): Activity | null {
  const { stepping } = search;
  beginIteration(search, 'refinement');
  const helped = stepping.left-- > 0 && !isSpent(search) && stepping.step!(search);
  endIteration(search);
  return helped ? makeStep : stepping.next;
}

/** Why the pass at hand must stop before its next iteration: its goals are reached, its iterations used up, or it leads nowhere; null to go on. */
export function whyStop(search: Search): SolveStatus | null {
  const { ws, pass, options, perturbations } = search;
  if (areRanksReached(ws, ws.task.rankCount - 1)) return 'reached';
  if (search.iterations === 0 && search.reserve > 0 && areSatisfied(ws)) return 'reached';
  if (isSpent(search)) return 'limit';
  if (pass.iterations >= (options.maxIterations ?? DEFAULT_ITERATIONS)) return 'limit';
  const isFurther = search.start > 0 || perturbations.count > 0;
  return isFurther && pass.number === 1 && isHopeless(search) ? 'stalled' : null;
}

/** Whether the solve has made as many joint updates as it may. */
export function isSpent({ ws, options }: Search): boolean {
  return options.maxUpdates !== undefined && ws.work >= options.maxUpdates;
}

/** Whether the pass has gained too little since it was last looked at. */
function isHopeless({ ws, pass }: Search): boolean {
  if (pass.iterations === 0 || pass.iterations % PATIENCE !== 0) return false;
  const isSlow = ws.cost > pass.earlierCost / 2;
  pass.earlierCost = ws.cost;
  return isSlow;
}
