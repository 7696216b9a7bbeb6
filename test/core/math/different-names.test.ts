import { describe, expect, test } from 'vitest';
import { differentNames } from '../../../core/math/different-names.ts';

describe('different names', () => {
  test.each([
    ['are as they come where they differ', {}, ['a', 'b'], ['a', 'b']],
    ['get the smallest number that is free', {}, ['a', 'a', 'a 2', 'a'], ['a', 'a 2', 'a 2 2', 'a 3']],
    ['leave a name to the first that comes with it', { coming: ['a', 'a', 'a 2'] }, ['a', 'a', 'a 2'], ['a', 'a 3', 'a 2']],
    ['differ from what is taken', { taken: ['a', undefined], between: '_' }, ['a', 'a'], ['a_2', 'a_3']],
  ])('%s', (_, naming, names, expected) => {
    expect(names.map(differentNames(naming))).toEqual(expected);
  });

  test('of 50,000 of one name take no second', () => {
    const name = differentNames();
    const started = performance.now();
    const names = new Set(Array.from({ length: 50_000 }, () => name('bone')));
    expect(names.size).toBe(50_000);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
