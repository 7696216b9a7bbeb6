import { isNumberFrom } from '../../math/check-numbers.ts';
import { checkArray, checkObject, isList, isObject, spellOut } from '../../math/check-values.ts';
import { checkFields } from '../../math/near-names.ts';
import { MOST_METRES } from '../../math/tolerances.ts';
import { checkPose, checkPoseLength, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { refuse } from './check-parts.ts';
import type { Goal } from './goals.ts';
import { VISITING_ORDERS } from './orders.ts';
import type { SolveOptions } from './options.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Different priorities that the goals of one solve may have. */
export const MOST_PRIORITIES = 32;
/** Weights beyond these leave no digits for the other goals. */
const LEAST_WEIGHT = 1e-12;
const MOST_WEIGHT = 1e12;
/** Restarts and iterations beyond these would not end in a lifetime. */
const MOST_ROUNDS = 1_000_000;
const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

/** Throws a `RangeError` of one sentence unless every goal can be used with the skeleton. */
export function checkGoals(skeleton: Skeleton, goals: readonly Goal[], vocabulary: Vocabulary): void {
  checkArray(goals, 'the goals');
  let centres = 0;
  for (let index = 0; index < goals.length; index++) {
    const goal = goals[index]!;
    checkGoal(skeleton, goal, index, vocabulary);
    if (goal.kind === 'centreOfMass' && ++centres > 1) refuse(index, 'there can be one centre-of-mass goal', 'a second one');
  }
  let priorities = 0;
  for (let index = 0; index < goals.length; index++) if (isFirstOfPriority(goals, index)) priorities++;
  if (priorities > MOST_PRIORITIES)
    throw new RangeError(`goals may have ${MOST_PRIORITIES} different priorities, got ${priorities}`);
}

function isFirstOfPriority(goals: readonly Goal[], index: number): boolean {
  const { priority = 0 } = goals[index]!;
  let first = 0;
  while ((goals[first]!.priority ?? 0) !== priority) first++;
  return first === index;
}

function checkGoal(skeleton: Skeleton, goal: Goal, index: number, vocabulary: Vocabulary): void {
  if (!isObject(goal)) refuse(index, 'a goal must be an object', goal);
  const kind = vocabulary.goals.get(goal.kind);
  if (kind !== undefined) checkFields(goal, kind.fields, `a goal${vocabulary.whose}`);
  const { weight, order, priority, soft } = goal;
  const maxLinks = goal.kind === 'centreOfMass' ? undefined : goal.maxLinks;
  if (goal.kind !== 'centreOfMass' && !(Number.isInteger(goal.joint) && goal.joint >= 0 && goal.joint < skeleton.count)) {
    refuse(index, `the joint must be an index from 0 to ${skeleton.count - 1}`, goal.joint);
  }
  if (weight !== undefined && weight !== 0 && !isNumberFrom(weight, LEAST_WEIGHT, MOST_WEIGHT)) {
    refuse(index, `the weight must be 0 or from ${LEAST_WEIGHT} to ${MOST_WEIGHT}`, weight);
  }
  if (priority !== undefined && !Number.isFinite(priority)) refuse(index, 'the priority must be finite', priority);
  if (soft !== undefined && typeof soft !== 'boolean') refuse(index, 'soft must be true or false', soft);
  if (maxLinks !== undefined && !(Number.isInteger(maxLinks) && maxLinks >= 0)) {
    refuse(index, 'maxLinks must be a whole number from 0', maxLinks);
  }
  if (order !== undefined && !VISITING_ORDERS.includes(order))
    refuse(index, `the order must be one of ${VISITING_ORDERS.join(', ')}`, order);
  if (
    goal.kind !== 'pole' &&
    goal.tolerance !== undefined &&
    !(isNumberFrom(goal.tolerance, 0, Number.MAX_VALUE) && goal.tolerance > 0)
  ) {
    refuse(index, 'the tolerance must be positive and finite', goal.tolerance);
  }
  if (kind !== undefined) return kind.check(skeleton, goal, index);
  refuse(index, `the kind${vocabulary.whose} must be one of ${[...vocabulary.goals.keys()].join(', ')}`, goal.kind);
}

/** What sentences call the seeds: put together once, for a text takes memory. */
const seedNames: string[] = [];

/** Throws a `RangeError` of one sentence unless every option can be used with the skeleton. */
export function checkOptions(skeleton: Skeleton, options: SolveOptions, vocabulary: Vocabulary): void {
  checkStarts(options);
  checkFields(options, vocabulary.options, `the options${vocabulary.whose}`);
  checkOption('maxIterations', options.maxIterations, 1, MOST_ROUNDS, true);
  checkOption('maxUpdates', options.maxUpdates, 1, LARGEST_SEED, true);
  checkOption('randomSeed', options.randomSeed, -LARGEST_SEED, LARGEST_SEED, false);
  checkOption('rootStiffness', options.rootStiffness, 0, 1, false);
  checkOption('damping', options.damping, 0.1, 1.9, false);
  checkOption('maxStep', options.maxStep, 1e-6, Math.PI, false);
  checkOption('comfort', options.comfort, 0, Math.PI, false);
  const { into, stiffness, seeds } = options;
  if (into !== undefined) checkPoseLength(skeleton, into, 'into');
  if (stiffness !== undefined) {
    if (!isList(stiffness) || stiffness.length !== skeleton.count) {
      const got = isList(stiffness) ? stiffness.length : spellOut(stiffness);
      throw new RangeError(`stiffness must have one number a joint, ${skeleton.count}, got ${got}`);
    }
    for (let j = 0; j < skeleton.count; j++) {
      if (!isNumberFrom(stiffness[j], 0, 1))
        throw new RangeError(`stiffness[${j}] must be a number from 0 to 1, got ${spellOut(stiffness[j])}`);
    }
  }
  for (let i = 0; seeds !== undefined && i < seeds.length; i++)
    checkStartPose(skeleton, seeds[i]!, (seedNames[i] ??= `seeds[${i}]`));
  vocabulary.checkOptions?.(skeleton, options);
}

/** Throws a `RangeError` of one sentence unless the options say how many starts there are, and which of them to try. */
export function checkStarts(options: SolveOptions): void {
  checkObject(options, 'the options');
  const { restarts, seeds, starts } = options;
  checkOption('restarts', restarts, 0, MOST_ROUNDS, true);
  if (seeds !== undefined) checkArray(seeds, 'seeds');
  if (starts === undefined) return;
  checkObject(starts, 'starts');
  checkOption('starts.first', starts.first ?? NaN, 0, LARGEST_SEED, true);
  checkOption('starts.count', starts.count ?? NaN, 1, LARGEST_SEED, true);
}

/** Throws a `RangeError` that begins with `what` unless a solve can start from the pose, or be drawn to it. */
export function checkStartPose(skeleton: Skeleton, pose: Pose, what: string): void {
  checkPose(skeleton, pose, what);
  for (let i = 0; i < 3; i++) {
    if (Math.abs(pose[i]!) > MOST_METRES) {
      throw new RangeError(`${what}: the root translation must be at most ${MOST_METRES} metres, got ${pose[i]}`);
    }
  }
}

/** Throws a `RangeError` unless the option, if it is given, is a number in a range. */
export function checkOption(name: string, value: number | undefined, min: number, max: number, whole: boolean): void {
  if (value === undefined) return;
  if (!isNumberFrom(value, min, max) || (whole && !Number.isInteger(value))) {
    throw new RangeError(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, got ${spellOut(value)}`);
  }
}
