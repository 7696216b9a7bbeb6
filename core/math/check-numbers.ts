import { hypot } from './elementary.ts';
import { MOST_METRES, UNIT_LENGTH_TOLERANCE } from './tolerances.ts';

/** Throws a `RangeError` that begins with `what` unless `values` are `count` finite numbers no larger than {@link MOST_METRES}. */
export function checkCoordinates(values: ArrayLike<number>, count: number, what: string): void {
  let fits = values.length === count;
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]!) <= MOST_METRES)) fits = false;
  if (fits) return;
  throw new RangeError(
    `${what} must be ${count} finite numbers of at most ${MOST_METRES}, got ${Array.from(values).join(', ') || 'none'}`,
  );
}

/** Throws a `RangeError` that begins with `what` unless `values` are `count` numbers of length 1: a direction or a rotation. */
export function checkUnit(values: ArrayLike<number>, count: 3 | 4, what: string): void {
  if (values.length !== count) throw new RangeError(`${what} must be ${count} numbers, got ${values.length}`);
  const norm = hypot(values[0]!, values[1]!, values[2], count === 4 ? values[3] : 0);
  if (!(Math.abs(norm - 1) < UNIT_LENGTH_TOLERANCE)) throw new RangeError(`${what} must have length 1, got ${norm}`);
}
