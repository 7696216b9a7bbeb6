import { checkCoordinates, checkUnit } from '../../math/check-numbers.ts';
import { MOST_METRES } from '../../math/tolerances.ts';
import { checkPoseLength } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type { CentreOfMassGoal, Goal } from './goals.ts';
import { VISITING_ORDERS } from './orders.ts';
import type { SolveOptions } from './options.ts';

/** Goals of more priorities than these could not be told apart: each counts a million times the one below it. */
const MOST_PRIORITIES = 32;
/** Weights beyond these leave no digits for the other goals. */
const LEAST_WEIGHT = 1e-12;
const MOST_WEIGHT = 1e12;
/** Restarts and iterations beyond these would not end in a lifetime. */
const MOST_ROUNDS = 1_000_000;
const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

/** Throws a `RangeError` of one sentence unless every goal can be used with the skeleton. */
export function checkGoals(skeleton: Skeleton, goals: readonly Goal[]): void {
  let centres = 0;
  for (let index = 0; index < goals.length; index++) {
    const goal = goals[index]!;
    checkGoal(skeleton, goal, index);
    if (goal.kind === 'centreOfMass' && ++centres > 1) refuse(index, 'there can be one centre-of-mass goal', 'a second one');
  }
  if (goals.length <= MOST_PRIORITIES) return;
  const priorities = new Set(goals.map((goal) => goal.priority ?? 0)).size;
  if (priorities > MOST_PRIORITIES)
    throw new RangeError(`goals may have ${MOST_PRIORITIES} different priorities, got ${priorities}`);
}

function checkGoal(skeleton: Skeleton, goal: Goal, index: number): void {
  const { weight, order, priority } = goal;
  const maxLinks = goal.kind === 'centreOfMass' ? undefined : goal.maxLinks;
  if (goal.kind !== 'centreOfMass' && !(Number.isInteger(goal.joint) && goal.joint >= 0 && goal.joint < skeleton.count)) {
    refuse(index, `the joint must be an index from 0 to ${skeleton.count - 1}`, goal.joint);
  }
  if (weight !== undefined && !(weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT)) {
    refuse(index, `the weight must be from ${LEAST_WEIGHT} to ${MOST_WEIGHT}`, weight);
  }
  if (priority !== undefined && !Number.isFinite(priority)) refuse(index, 'the priority must be finite', priority);
  if (maxLinks !== undefined && !(Number.isInteger(maxLinks) && maxLinks >= 0)) {
    refuse(index, 'maxLinks must be a whole number from 0', maxLinks);
  }
  if (order !== undefined && !VISITING_ORDERS.includes(order))
    refuse(index, `the order must be one of ${VISITING_ORDERS.join(', ')}`, order);
  if (goal.kind !== 'pole' && goal.tolerance !== undefined && !(goal.tolerance > 0 && goal.tolerance < Infinity)) {
    refuse(index, 'the tolerance must be positive and finite', goal.tolerance);
  }
  switch (goal.kind) {
    case 'position':
    case 'aim':
      if (goal.offset) checkCoordinates(goal.offset, 3, `goal ${index}: the offset`);
      checkCoordinates(goal.target, 3, `goal ${index}: the target`);
      if (goal.kind === 'aim') checkUnit(goal.axis, 3, `goal ${index}: the axis`);
      return;
    case 'pole':
      checkCoordinates(goal.target, 3, `goal ${index}: the target`);
      return;
    case 'orientation':
      checkUnit(goal.target, 4, `goal ${index}: the target rotation`);
      if (goal.leverArm !== undefined && !(goal.leverArm > 0 && goal.leverArm <= MOST_METRES)) {
        refuse(index, `the lever arm must be positive and at most ${MOST_METRES} metres`, goal.leverArm);
      }
      return;
    case 'centreOfMass':
      checkMasses(skeleton, goal, index);
      return;
    default:
      refuse(index, 'the kind must be position, orientation, aim, pole or centreOfMass', (goal as { kind: unknown }).kind);
  }
}

function checkMasses(skeleton: Skeleton, goal: CentreOfMassGoal, index: number): void {
  if (goal.masses.length !== skeleton.count || goal.centres.length !== 3 * skeleton.count) {
    refuse(
      index,
      `there must be ${skeleton.count} masses and ${3 * skeleton.count} numbers of centres`,
      `${goal.masses.length} and ${goal.centres.length}`,
    );
  }
  let total = 0;
  for (let j = 0; j < skeleton.count; j++) {
    const mass = goal.masses[j]!;
    if (!(mass >= 0 && mass < Infinity)) refuse(index, 'masses must be finite and not negative', mass);
    total += mass;
  }
  if (!(total > 0 && total < Infinity)) refuse(index, 'the masses must have a finite sum above 0', total);
  checkCoordinates(goal.centres, 3 * skeleton.count, `goal ${index}: the centres`);
  if (goal.support.length === 0) refuse(index, 'the support must have at least one point', 'none');
  for (const point of goal.support) checkCoordinates(point, 2, `goal ${index}: each corner of the support`);
}

function refuse(index: number, expected: string, got: unknown): never {
  throw new RangeError(`goal ${index}: ${expected}, got ${String(got)}`);
}

/** Throws a `RangeError` of one sentence unless every option is in its range. */
export function checkOptions(skeleton: Skeleton, options: SolveOptions): void {
  checkOption('maxIterations', options.maxIterations, 1, MOST_ROUNDS, true);
  checkOption('restarts', options.restarts, 0, MOST_ROUNDS, true);
  checkOption('randomSeed', options.randomSeed, -LARGEST_SEED, LARGEST_SEED, false);
  checkOption('rootStiffness', options.rootStiffness, 0, 1, false);
  checkOption('damping', options.damping, 0.1, 1.9, false);
  checkOption('maxStep', options.maxStep, 1e-6, Math.PI, false);
  checkOption('comfort', options.comfort, 0, Math.PI, false);
  checkOption('reserve', options.reserve, 0, 0.5, false);
  checkOption('starts.first', options.starts?.first, 0, LARGEST_SEED, true);
  checkOption('starts.count', options.starts?.count, 1, LARGEST_SEED, true);
  if (options.into) checkPoseLength(skeleton, options.into);
  if (options.stiffness && options.stiffness.length !== skeleton.count) {
    throw new RangeError(`stiffness must have one number a joint, ${skeleton.count}, got ${options.stiffness.length}`);
  }
  if (options.stiffness)
    for (let j = 0; j < skeleton.count; j++) checkOption(`stiffness[${j}]`, options.stiffness[j] ?? NaN, 0, 1, false);
  if (options.order !== undefined && !VISITING_ORDERS.includes(options.order)) {
    throw new RangeError(`order must be one of ${VISITING_ORDERS.join(', ')}, got ${options.order as string}`);
  }
}

function checkOption(name: string, value: number | undefined, min: number, max: number, whole: boolean): void {
  if (value === undefined) return;
  if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
    throw new RangeError(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, got ${value}`);
  }
}
