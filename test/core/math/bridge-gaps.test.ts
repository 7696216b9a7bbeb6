import { expect, test } from 'vitest';
import { bridgeGaps } from '../../../core/math/bridge-gaps.ts';

const mix = (a: number, b: number, share: number): number => a + share * (b - a);

test('what is missing lies on the line between the nearest that are there, by their times', () => {
  expect(bridgeGaps([0, 1, 3, 4], [0, null, undefined, 8], mix)).toEqual([0, 2, 6, 8]);
  expect(bridgeGaps([0, 1, 2], [1, 5, 2], mix)).toEqual([1, 5, 2]);
});

test('before the first and behind the last all is as those are', () => {
  expect(bridgeGaps([0, 1, 2, 3], [null, 4, null, null], mix)).toEqual([4, 4, 4, 4]);
  expect(bridgeGaps([0, 1, 2, 3, 4], [null, 4, null, 6, null], mix)).toEqual([4, 4, 5, 6, 6]);
});
