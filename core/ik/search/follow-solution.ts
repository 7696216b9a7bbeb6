import type { Pose } from '../../skeleton/pose.ts';
import { beginJointReset, mayResetJoints, resetNextJoint } from '../refinement/reset-joints.ts';
import { areRanksReached, setCostWeights } from '../mechanism/workspace.ts';
import { beginReferenceSteps, referenceStep } from '../reference/reference-step.ts';
import { beginStart, mostPasses } from './begin-pass.ts';
import { gains, measureLeft } from './candidate.ts';
import { stepTowardsSoftGoals } from './follow-priorities.ts';
import { iterate } from './iterate.ts';
import { keepSolved } from './keep.ts';
import { keepNearest } from './perturbations.ts';
import { beginChange, endChange } from './record-search.ts';
import type { Iterations, Search } from './search-state.ts';
import { enterPose } from './starts.ts';
import type { Verdict } from './search.ts';

/** Steps towards the reference; and back towards the present pose, which need not be exact. */
const REFERENCE_STEPS = 24;
const RETURN_STEPS = 8;

/** Goes back towards the present pose as far as the goals allow. */
export function* followBack(search: Search): Iterations<void> {
  const { ws, startPose, present } = search;
  setCostWeights(ws, ws.task.rankCount - 1);
  beginReferenceSteps(search.refined!.descent, ws, startPose, present.rotations, true, false);
  yield* iterate(search, RETURN_STEPS, stepTowardsReference);
  keepNearest(search.perturbations, ws, present);
}

/** Whether joints that turn out not to be needed are to be reset. */
export function mayReset({ ws, wasReached, options, mechanisms }: Search): boolean {
  return !wasReached && mechanisms.jointReset && mayResetJoints(ws) && !((options.comfort ?? 0) > 0) && !options.reference;
}

/** Resets joints that are not needed to where the present pose has them, from the root on. */
export function* resetJoints(search: Search): Iterations<void> {
  beginJointReset(search.refined!.jointReset, search.ws, search.present, search.turned, search.expectedTurn);
  yield* iterate(search, Infinity, stepReset);
}

function stepReset({ ws, refined, present }: Search): boolean {
  return resetNextJoint(refined!.jointReset, refined!.refinement, ws, present);
}

/**
 * Sets out from the reference in place of the present pose. The steps of the refinement are the shortest ones, so that mostly they lead to the nearest
 * pose to it, and to the same one wherever the goals have come from.
 */
export function startFromReference(search: Search, reference: Pose): void {
  const before = beginChange(search);
  enterPose(search, reference);
  beginStart(search, 'reference');
  endChange(search, before);
}

/** Near goals with a reference: the present pose goes along what they leave free, without any start if that meets them. */
export function* followReferenceAtOnce(search: Search, reference: Pose): Iterations<Verdict> {
  if ((yield* followReference(search, reference, true)) === 'missed') return 'unsolved';
  if (search.ws.task.hasSoftGoals) yield* followSoftGoals(search);
  return 'solved';
}

/**
 * Goes to the pose nearest to the reference that meets the goals; `isFresh` says that nothing has moved since the pose came in. Says whether the goals
 * are met.
 */
export function* followReference(search: Search, reference: Pose, isFresh: boolean): Iterations<'met' | 'missed'> {
  const { ws, present, pass } = search;
  setCostWeights(ws, ws.task.rankCount - 1);
  beginReferenceSteps(search.refined!.descent, ws, reference, present.rotations, search.isFar, isFresh);
  yield* iterate(search, REFERENCE_STEPS, stepTowardsReference);
  if (!areRanksReached(ws, ws.task.rankCount - 1)) {
    pass.iterations = 0;
    return 'missed';
  }
  keepSolved(search);
  return 'met';
}

function stepTowardsReference({ ws, refined }: Search): boolean {
  return referenceStep(refined!.descent, refined!.refinement, ws, ws.task.rankCount - 1);
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
