import { checkJoint, isNumberFrom } from '../../math/check-numbers.ts';
import { checkArray, isObject } from '../../math/check-values.ts';
import { checkFields } from '../../math/near-names.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { refuse, GOAL_KINDS } from './goal-kinds.ts';
import type { Goal } from './goals.ts';
import { VISITING_ORDERS } from './orders.ts';

/** Different priorities that the goals of one solve may have. */
export const MOST_PRIORITIES = 32;
/** Weights beyond these leave no digits for the other goals. */
const LEAST_WEIGHT = 1e-12;
export const MOST_WEIGHT = 1e12;

/** Throws a `RangeError` of one sentence unless every goal can be used with the skeleton. */
export function checkGoals(skeleton: Skeleton, goals: readonly Goal[]): void {
  checkArray(goals, 'the goals');
  let centres = 0;
  for (let index = 0; index < goals.length; index++) {
    const goal = goals[index]!;
    checkGoal(skeleton, goal, index);
    if (goal.kind === 'centreOfMass' && ++centres > 1) refuse(index, 'there can be one centre-of-mass goal', 'a second one');
  }
  let priorities = 0;
  for (let index = 0; index < goals.length; index++) if (isFirstOfPriority(goals, index)) priorities++;
  if (priorities > MOST_PRIORITIES)
    throw new RangeError(`goals may have ${MOST_PRIORITIES} different priorities, got ${priorities}`);
}

/** No two directions are further apart than half a turn: what is more is meant in degrees. */
function refuseAngle(tolerance: number, index: number): never {
  const got = `${tolerance}: of degrees write toRadians(${tolerance})`;
  throw new RangeError(`goal ${index}: the tolerance in radians must be at most ${Math.PI}, got ${got}`);
}

function isFirstOfPriority(goals: readonly Goal[], index: number): boolean {
  const { priority = 0 } = goals[index]!;
  let first = 0;
  while ((goals[first]!.priority ?? 0) !== priority) first++;
  return first === index;
}

function checkGoal(skeleton: Skeleton, goal: Goal, index: number): void {
  if (!isObject(goal)) refuse(index, 'a goal must be an object', goal);
  const kind = GOAL_KINDS.get(goal.kind);
  if (kind !== undefined) checkFields(goal, kind.fields, 'a goal');
  const { weight, order, priority, soft } = goal;
  const maxLinks = goal.kind === 'centreOfMass' ? undefined : goal.maxLinks;
  if (goal.kind !== 'centreOfMass' && !(Number.isInteger(goal.joint) && goal.joint >= 0 && goal.joint < skeleton.count)) {
    checkJoint(goal.joint, skeleton.count, `goal ${index}: the joint`);
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
  const isAngle = goal.kind === 'orientation' || goal.kind === 'direction' || goal.kind === 'aim';
  if (isAngle && goal.tolerance !== undefined && goal.tolerance > Math.PI) refuseAngle(goal.tolerance, index);
  if (kind !== undefined) return kind.check(skeleton, goal, index);
  refuse(index, `the kind must be one of ${[...GOAL_KINDS.keys()].join(', ')}`, goal.kind);
}
