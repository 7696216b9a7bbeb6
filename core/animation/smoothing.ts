import { clamp } from '../math/angles.ts';

/**
 * Values that change by at most `rates` (one for each step from a value to the next, > 0): half-way between the largest such curve below
 * and the smallest above those given, so that what is slow enough stays as it is. With `leeways` (one a value, ≥ 0) the curves need only stay
 * below what is so much higher, and above what is so much lower: values that matter little give way to those that do.
 */
export function limitPace(values: Float64Array, rates: Float64Array, leeways?: Float64Array): Float64Array {
  const rateAt = (i: number) => rates[i]!;
  const above = leastAbove(
    values.map((value, i) => value - (leeways?.[i] ?? 0)),
    rateAt,
  );
  const below = leastAbove(
    values.map((value, i) => -value - (leeways?.[i] ?? 0)),
    rateAt,
  );
  return above.map((value, i) => (value - below[i]!) / 2);
}

/** The least curve nowhere below the values that changes from the value of number i to the next by at most `rateAt(i)` > 0. */
export function leastAbove(values: Float64Array, rateAt: (i: number) => number): Float64Array {
  const above = values.slice();
  for (let i = 1; i < above.length; i++) above[i] = Math.max(above[i]!, above[i - 1]! - rateAt(i - 1));
  for (let i = above.length - 2; i >= 0; i--) above[i] = Math.max(above[i]!, above[i + 1]! - rateAt(i));
  return above;
}

/**
 * What is done about the needs of one frame each, whose `severities` say how much of their bound each would take: all of a need within its bound, ever less
 * beyond, and nothing from half as much again on: what cannot be helped stays as it is. So does what is near it in time, with a bound less of severity in each
 * `release` frames. A small change of one frame's need changes little of what is done anywhere.
 */
export function needsWithin(needs: Float64Array, severities: Float64Array, release: number): Float64Array {
  const peaks = leastAbove(severities, () => 1 / release);
  return needs.map((need, frame) => need * clamp(3 - 2 * peaks[frame]!, 0, 1));
}
