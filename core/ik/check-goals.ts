import { MOST_METRES, UNIT_LENGTH_TOLERANCE } from '../math/tolerances.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { CentreOfMassGoal, Goal } from './goals.ts';
import { VISITING_ORDERS } from './orders.ts';
import type { SolveOptions } from './options.ts';

/** Throws a `RangeError` of one sentence unless every goal can be used with the skeleton. */
export function checkGoals(skeleton: Skeleton, goals: readonly Goal[]): void {
  let centres = 0;
  for (let index = 0; index < goals.length; index++) {
    const goal = goals[index]!;
    checkGoal(skeleton, goal, index);
    if (goal.kind === 'centreOfMass' && ++centres > 1) refuse(index, 'there can be one centre-of-mass goal', 'a second one');
  }
}

function checkGoal(skeleton: Skeleton, goal: Goal, index: number): void {
  const { weight, maxLinks, order, priority } = goal;
  if (goal.kind !== 'centreOfMass' && !(Number.isInteger(goal.joint) && goal.joint >= 0 && goal.joint < skeleton.count)) {
    refuse(index, `the joint must be an index from 0 to ${skeleton.count - 1}`, goal.joint);
  }
  if (weight !== undefined && !(weight > 0 && weight < Infinity)) refuse(index, 'the weight must be positive and finite', weight);
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
      if (goal.offset) checkFinite(goal.offset, index, 'the offset');
      checkFinite(goal.target, index, 'the target');
      if (goal.kind === 'aim') checkUnit(goal.axis, index, 'the axis');
      return;
    case 'pole':
      checkFinite(goal.target, index, 'the target');
      return;
    case 'orientation':
      checkUnit(goal.target, index, 'the target rotation');
      if (goal.leverArm !== undefined && !(goal.leverArm > 0 && goal.leverArm < Infinity)) {
        refuse(index, 'the lever arm must be positive and finite', goal.leverArm);
      }
      return;
    case 'centreOfMass':
      checkMasses(skeleton, goal, index);
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
  if (!(total > 0)) refuse(index, 'the masses must sum to more than 0', total);
  checkFinite(goal.centres, index, 'the centres');
  if (goal.support.length === 0) refuse(index, 'the support must have at least one point', 'none');
  for (const point of goal.support) checkFinite(point, index, 'the support');
}

function checkFinite(values: ArrayLike<number>, index: number, what: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!(Math.abs(values[i]!) <= MOST_METRES)) {
      refuse(index, `${what} must be finite numbers of at most ${MOST_METRES} metres`, Array.from(values).join(', '));
    }
  }
}

function checkUnit(values: readonly number[], index: number, what: string): void {
  const norm = Math.hypot(...values);
  if (!(Math.abs(norm - 1) < UNIT_LENGTH_TOLERANCE)) refuse(index, `${what} must have length 1`, norm);
}

function refuse(index: number, expected: string, got: unknown): never {
  throw new RangeError(`goal ${index}: ${expected}, got ${String(got)}`);
}

/** Throws a `RangeError` of one sentence unless every option is in its range. */
export function checkOptions(options: SolveOptions): void {
  checkOption('maxIterations', options.maxIterations, 1, Infinity, true);
  checkOption('restarts', options.restarts, 0, Infinity, true);
  checkOption('randomSeed', options.randomSeed, -Infinity, Infinity, false);
  checkOption('rootStiffness', options.rootStiffness, 0, 1, false);
  checkOption('damping', options.damping, 0.1, 1.9, false);
  checkOption('maxStep', options.maxStep, 1e-6, Math.PI, false);
  checkOption('comfort', options.comfort, 0, Math.PI, false);
  checkOption('reserve', options.reserve, 0, 0.5, false);
  checkOption('starts.first', options.starts?.first, 0, Infinity, true);
  checkOption('starts.count', options.starts?.count, 1, Infinity, true);
  if (options.order !== undefined && !VISITING_ORDERS.includes(options.order)) {
    throw new RangeError(`order must be one of ${VISITING_ORDERS.join(', ')}, got ${options.order as string}`);
  }
}

function checkOption(name: string, value: number | undefined, min: number, max: number, whole: boolean): void {
  if (value === undefined) return;
  if (!(value >= min && value <= max && Number.isFinite(value)) || (whole && !Number.isInteger(value))) {
    throw new RangeError(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, got ${value}`);
  }
}
