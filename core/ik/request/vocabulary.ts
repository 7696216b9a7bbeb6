import { checkUnit } from '../../math/check-numbers.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { checkLever, checkPlace } from './check-parts.ts';
import type { AimGoal, DirectionGoal, Goal, OrientationGoal, PositionGoal } from './goals.ts';
import type { SolveOptions } from './options.ts';

/** A kind of goal: the fields that it may have, and what must hold of its own. */
export interface GoalKind<Kind extends Goal = Goal> {
  readonly fields: ReadonlySet<string>;
  check(skeleton: Skeleton, goal: Kind, index: number): void;
}

/** What a solver may be asked. */
export interface Vocabulary {
  /** Stands in sentences behind "a goal" and "the options". */
  readonly whose: string;
  readonly goals: ReadonlyMap<string, GoalKind>;
  readonly options: ReadonlySet<string>;
  /** What must hold of options that not every solver takes. */
  checkOptions?(skeleton: Skeleton, options: SolveOptions): void;
}

/** The fields of every goal for a joint that needs no more than descent. */
export const PLAIN_FIELDS = ['kind', 'weight', 'joint', 'target', 'maxLinks', 'tolerance'] as const;

/** A goal for a point of a joint. */
export function checkPosition(_: Skeleton, { offset, target }: PositionGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
}

/** A goal for the rotation of a joint. */
export function checkOrientation(_: Skeleton, goal: OrientationGoal, index: number): void {
  checkUnit(goal.target, 4, `goal ${index}: the target rotation`);
  checkLever(goal, index);
}

/** A goal for an axis of a joint, in the world. */
export function checkDirection(_: Skeleton, goal: DirectionGoal, index: number): void {
  checkUnit(goal.axis, 3, `goal ${index}: the axis`);
  checkUnit(goal.target, 3, `goal ${index}: the target direction`);
  checkLever(goal, index);
}

/** A goal for an axis of a joint that points at something. */
export function checkAim(_: Skeleton, { offset, target, axis }: AimGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
  checkUnit(axis, 3, `goal ${index}: the axis`);
}
