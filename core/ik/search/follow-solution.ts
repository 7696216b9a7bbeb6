import { beginJointReset, mayResetJoints, resetNextJoint } from '../refinement/reset-joints.ts';
import { areRanksReached, setCostWeights } from '../mechanism/workspace.ts';
import { beginReferenceSteps, referenceStep } from '../reference/reference-step.ts';
import { beginStart, mostPasses } from './begin-pass.ts';
import { gains, measureLeft } from './candidate.ts';
import { followSoftly } from './follow-priorities.ts';
import { iterate } from './iterate.ts';
import { keepSolved } from './keep.ts';
import { keepNearest } from './perturbations.ts';
import { beginChange, endChange } from './record-search.ts';
import type { Activity, Search } from './search-state.ts';
import { endSearch, followReached, followStart } from './search.ts';
import { enterPose } from './starts.ts';

/** Steps towards the reference; and back towards the present pose, which need not be exact. */
const REFERENCE_STEPS = 24;
const RETURN_STEPS = 8;

/** Goes back towards the present pose as far as the goals allow. */
export function followBack(search: Search): Activity {
  const { ws, startPose, present } = search;
  setCostWeights(ws, ws.task.rankCount - 1);
  beginReferenceSteps(search.refined!.descent, ws, startPose, present.rotations, true, false);
  return iterate(search, RETURN_STEPS, stepTowardsReference, endReturn);
}

function endReturn(search: Search): Activity | null {
  keepNearest(search.perturbations, search.ws, search.present);
  return followReached(search);
}

/** What follows a solution: joints that turn out not to be needed are reset to where the present pose has them, from the root on. */
export function followSolution(search: Search): Activity | null {
  const { ws, present, refined } = search;
  if (!mayReset(search)) return endReset(search);
  beginJointReset(refined!.jointReset, ws, present, search.turned, search.expectedTurn);
  return iterate(search, Infinity, stepReset, endReset);
}

function mayReset({ ws, wasReached, options, mechanisms }: Search): boolean {
  return !wasReached && mechanisms.jointReset && mayResetJoints(ws) && !((options.comfort ?? 0) > 0) && !options.reference;
}

function stepReset({ ws, refined, present }: Search): boolean {
  return resetNextJoint(refined!.jointReset, refined!.refinement, ws, present);
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
export function beginWithReference(search: Search): Activity | null {
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
  beginReferenceSteps(search.refined!.descent, ws, options.reference!, present.rotations, search.isFar, isFresh);
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
  return referenceStep(refined!.descent, refined!.refinement, ws, ws.task.rankCount - 1);
}

/** In the end the soft goals are followed, if there are any. */
export function followSoftGoals(search: Search): Activity | null {
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
