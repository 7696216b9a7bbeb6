import { isList, spellOut, spellOutJoint } from './check-values.ts';
import { hypot } from './elementary.ts';
import { MOST_METRES, UNIT_LENGTH_TOLERANCE } from './tolerances.ts';

/** Whether a value is a number from `min` to `max`: neither text that looks like one nor NaN. */
export function isNumberFrom(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

/** Throws a `RangeError` that begins with `what` unless the value is a whole number from `least` on. */
export function checkWhole(value: unknown, least: number, what: string): void {
  if (!Number.isInteger(value) || (value as number) < least)
    throw new RangeError(`${what} must be a whole number from ${least}, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is an array of whole numbers from 0 to `count` - 1. */
export function checkIndices(values: readonly number[], count: number, what: string): void {
  if (Array.isArray(values) && values.every((value) => Number.isInteger(value) && value >= 0 && value < count)) return;
  const named: unknown = isList(values) ? Array.from(values).find((value: unknown) => typeof value === 'string') : undefined;
  const got = named === undefined ? spellOut(values) : spellOutJoint(named);
  throw new RangeError(`${what} must be an array of indices from 0 to ${count - 1}, got ${got}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is the index of one of `count` joints. */
export function checkJoint(joint: number, count: number, what = 'the joint'): void {
  if (Number.isInteger(joint) && joint >= 0 && joint < count) return;
  throw new RangeError(`${what} must be an index from 0 to ${count - 1}, got ${spellOutJoint(joint)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is an array of whole numbers: of joints, −1 for the root, or expressions below that. */
export function checkTracks(values: readonly number[], what: string): void {
  if (Array.isArray(values) && values.every(Number.isInteger)) return;
  throw new RangeError(`${what} must be an array of whole numbers, got ${spellOut(values)}`);
}

/** Throws a `RangeError` that begins with `what` unless all of these fields of it that are there are numbers, infinity among them. */
export function checkNumberFields<Fields extends object>(
  value: Fields,
  fields: readonly (keyof Fields & string)[],
  what: string,
): void {
  for (const field of fields) if (value[field] !== undefined) checkNumber(value[field] as number, `${what}: ${field}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is a finite number. */
export function checkFinite(value: number, what: string): void {
  if (!Number.isFinite(value)) throw new RangeError(`${what} must be a finite number, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is a number, infinity among them. */
export function checkNumber(value: number, what: string): void {
  if (typeof value !== 'number' || Number.isNaN(value)) throw new RangeError(`${what} must be a number, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless `values` are `count` finite numbers. */
export function checkNumbers(values: ArrayLike<number>, count: number, what: string): void {
  if (!areNumbersFrom(values, count, -Number.MAX_VALUE, Number.MAX_VALUE))
    throw new RangeError(`${what} must be ${count} finite numbers, got ${spellOut(values, count)}`);
}

/** Throws a `RangeError` that begins with `what` unless `values` are `count` finite numbers no larger than {@link MOST_METRES}. */
export function checkCoordinates(values: ArrayLike<number>, count: number, what: string): void {
  if (areNumbersFrom(values, count, -MOST_METRES, MOST_METRES)) return;
  throw new RangeError(`${what} must be ${count} finite numbers of at most ${MOST_METRES}, got ${spellOut(values, count)}`);
}

/** Throws a `RangeError` that begins with `what` unless `values` are `count` numbers of length 1: a direction or a rotation. */
export function checkUnit(values: ArrayLike<number>, count: 3 | 4, what: string): void {
  if (!areNumbers(values, count)) {
    const got = isList(values) && values.length !== count ? values.length : spellOut(values, count);
    throw new RangeError(`${what} must be ${count} numbers, got ${got}`);
  }
  const norm = hypot(values[0]!, values[1]!, values[2], count === 4 ? values[3] : 0);
  if (!(Math.abs(norm - 1) < UNIT_LENGTH_TOLERANCE)) throw new RangeError(`${what} must have length 1, got ${norm}`);
}

/** Whether a value is a list of as many numbers from `min` to `max`. */
export function areNumbersFrom(values: unknown, count: number, min: number, max: number): boolean {
  if (!isList(values) || values.length !== count) return false;
  for (let i = 0; i < count; i++) {
    const value: unknown = values[i];
    if (!(typeof value === 'number' && value >= min && value <= max)) return false;
  }
  return true;
}

/** Whether a value is a list of as many numbers, NaN among them. */
function areNumbers(values: unknown, count: number): boolean {
  if (!isList(values) || values.length !== count) return false;
  for (let i = 0; i < count; i++) if (typeof values[i] !== 'number') return false;
  return true;
}
