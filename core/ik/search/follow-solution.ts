import type { Pose } from '../../skeleton/pose.ts';
import { beginJointReset, mayResetJoints, resetNextJoint } from '../refinement/reset-joints.ts';
import { areRanksReached, setCostWeights } from '../mechanism/workspace.ts';
import { beginReferenceSteps, referenceStep } from '../reference/reference-step.ts';
import { mostPasses } from './begin-pass.ts';
import { gains, measureLeft } from './candidate.ts';
import { stepTowardsSoftGoals } from './follow-priorities.ts';
import { iterate } from './iterate.ts';
import { keepSolved } from './keep.ts';
import { keepNearest } from './perturbations.ts';
import type { Iterations, Search } from './search-state.ts';

/** Steps towards the reference; and back towards the present pose, which need not be exact. */
const REFERENCE_STEPS = 24;
const RETURN_STEPS = 8;
/** Share of the turn that goals so near can ask for below which nobody looks whether less would do. */
const MODEST = 2 / 3;
/** A solution that turns a joint so many times further than the nearest one known is not followed back. */
const DETOUR = 1.3;

/**
 * Keeps the working configuration, which has just reached all goals, if it is the nearest to the present pose so far. It goes back towards that where
 * it turns a joint further than goals so near can ask for: sweeps out of a corner of the limits and perturbations lead further than they must.
 */
export function keepSolution(search: Search): 'stays' | 'goes back' {
  const { ws, present, pass, perturbations, expectedTurn } = search;
  search.wasReached = search.iterations === 0 && search.kind === 'present';
  const isFirst = perturbations.turned === Infinity;
  const turned = keepNearest(perturbations, ws, present);
  if (isFirst) search.turned = turned;
  const isNear = turned <= (pass.isRestricted ? 1 : MODEST) * expectedTurn;
  const isDetour = turned > DETOUR * perturbations.turned;
  return isNear || isDetour ? 'stays' : 'goes back';
}

/** Goes back towards the present pose as far as the goals allow. */
export function* followBack(search: Search): Iterations<void> {
  const { ws, startPose, present } = search;
  setCostWeights(ws, ws.task.rankCount - 1);
  beginReferenceSteps(search.descent, ws, startPose, present.rotations, true, false);
  yield* iterate(search, RETURN_STEPS, stepTowardsReference);
  keepNearest(search.perturbations, ws, present);
}

/** Whether joints that turn out not to be needed are to be reset. */
export function mayReset({ ws, wasReached, options, mechanisms }: Search): boolean {
  return !wasReached && mechanisms.jointReset && mayResetJoints(ws) && !((options.comfort ?? 0) > 0) && !options.reference;
}

/** Resets joints that are not needed to where the present pose has them, from the root on. */
export function* resetJoints(search: Search): Iterations<void> {
  beginJointReset(search.jointReset, search.ws, search.present, search.turned, search.expectedTurn);
  yield* iterate(search, Infinity, stepReset);
}

function stepReset({ ws, jointReset, refinement, present, rootLength }: Search): boolean {
  return resetNextJoint(jointReset, refinement, ws, present, rootLength);
}

/**
 * Goes to the pose nearest to the reference that meets the goals; `isFresh` says that nothing has moved since the pose came in. Says whether the goals
 * are met.
 */
export function* followReference(search: Search, reference: Pose, isFresh: boolean): Iterations<'met' | 'missed'> {
  const { ws, present, pass } = search;
  setCostWeights(ws, ws.task.rankCount - 1);
  beginReferenceSteps(search.descent, ws, reference, present.rotations, search.isFar, isFresh);
  yield* iterate(search, REFERENCE_STEPS, stepTowardsReference);
  if (!areRanksReached(ws, ws.task.rankCount - 1)) {
    pass.iterations = 0;
    return 'missed';
  }
  keepSolved(search);
  return 'met';
}

function stepTowardsReference({ ws, descent, refinement, rootLength }: Search): boolean {
  return referenceStep(descent, refinement, ws, ws.task.rankCount - 1, rootLength);
}

/**
 * Follows the soft goals from what reaches all others. Where that is clearly better it is kept, and they are followed from there again, as a solve
 * from there would; else what was before stays, to the byte.
 */
export function* followSoftGoals(search: Search): Iterations<void> {
  const { ws, pass, standing } = search;
  do {
    measureLeft(ws, pass.standing);
    yield* stepTowardsSoftGoals(search);
    measureLeft(ws, standing);
    if (!areRanksReached(ws, ws.task.rankCount - 1) || !gains(standing, pass.standing, 1, 1)) return;
    keepSolved(search);
  } while (++pass.number < mostPasses(search));
}
