import { expect, test } from 'vitest';
import { withoutNeedlessKeys } from '../../../core/animation/needless-keys.ts';
import { finish } from '../../../core/animation/steps.ts';

/** What is far off when only `frames` have keys: the middle of each gap that is longer than `reach`, and that of one without a key that is needed. */
function farWith(reach: number, needed: readonly number[]) {
  return (frames: readonly number[]): readonly number[] =>
    frames.slice(1).flatMap((to, i) => {
      const from = frames[i]!;
      const misses = needed.some((frame) => frame > from && frame < to);
      return misses || to - from > reach ? [(from + to) / 2] : [];
    });
}

test.each([
  ['no key that is needed', [], 100, [0, 20]],
  ['gaps that may be no longer', [], 8, [0, 7, 9, 16, 20]],
  ['keys beside each other of which each is needed', [7, 8, 9], 100, [0, 7, 8, 9, 20]],
  ['a needed key far from what it is needed for', [19], 100, [0, 19, 20]],
] as const)('with %s, the others go', (_, needed, reach, expected) => {
  const frames = [0, 4, 7, 8, 9, 12, 16, 19, 20];
  const kept = finish(withoutNeedlessKeys(frames, farWith(reach, needed)));
  expect(kept).toEqual(expected);
  expect(farWith(reach, needed)(kept)).toEqual([]);
});

test('nothing is left out of what is needed as a whole, nor of two keys', () => {
  const all = [0, 1, 2, 3];
  expect(finish(withoutNeedlessKeys(all, (frames) => (frames.length < all.length ? [1.5] : [])))).toEqual(all);
  expect(finish(withoutNeedlessKeys([0, 9], () => []))).toEqual([0, 9]);
});
