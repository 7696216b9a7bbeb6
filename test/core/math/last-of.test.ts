import { expect, test } from 'vitest';
import { lastOf } from '../../../core/math/last-of.ts';

test('What was worked out is kept for each key until anything that it is worked out of is another one', () => {
  const kept = lastOf<object, number>();
  const [key, other] = [{}, {}];
  let asked = 0;
  const ask = (of: object, ...from: unknown[]): number => kept(of, from, () => ++asked);
  expect([ask(key, 'a', 1), ask(key, 'a', 1)]).toEqual([1, 1]);
  expect([ask(key, 'a', 2), ask(key, 'a'), ask(key), ask(key)]).toEqual([2, 3, 4, 4]);
  expect([ask(other), ask(key)]).toEqual([5, 4]);
});
