import { areNumbersFrom, checkCoordinates, isNumberFrom } from '../../math/check-numbers.ts';
import { spellOut } from '../../math/check-values.ts';
import { MOST_METRES } from '../../math/tolerances.ts';
import type { DirectionGoal, OrientationGoal } from './goals.ts';

/** Throws a `RangeError` of one sentence about goal number `index`. */
export function refuse(index: number, expected: string, got: unknown): never {
  throw new RangeError(`goal ${index}: ${expected}, got ${spellOut(got)}`);
}

/** Throws a `RangeError` unless these are so many finite numbers of metres; makes the words of the sentence only when it is said. */
export function checkPlace(values: ArrayLike<number>, count: number, index: number, what: string): void {
  if (!areNumbersFrom(values, count, -MOST_METRES, MOST_METRES)) checkCoordinates(values, count, `goal ${index}: ${what}`);
}

/** Throws a `RangeError` unless the lever arm of a goal, if it has one, can be used. */
export function checkLever({ leverArm }: OrientationGoal | DirectionGoal, index: number): void {
  if (leverArm === undefined || (isNumberFrom(leverArm, 0, MOST_METRES) && leverArm > 0)) return;
  refuse(index, `the lever arm must be positive and at most ${MOST_METRES} metres`, leverArm);
}
