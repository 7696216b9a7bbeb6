import { expect, test } from 'vitest';
import { softStretch } from '../../../core/math/soft-stretch.ts';

test('spans what is wanted up to where the stretch becomes soft, and joins there without a corner', () => {
  expect(softStretch(0.3, 0.9, 0.1)).toBe(0.3);
  expect(softStretch(0.9, 0.9, 0.1)).toBe(0.9);
  const step = 1e-6;
  expect((softStretch(0.9 + step, 0.9, 0.1) - 0.9) / step).toBeCloseTo(1, 4);
});

test('goes on ever more slowly and never passes the whole', () => {
  const spans = [0.95, 1, 1.1, 1.5, 10].map((wanted) => softStretch(wanted, 0.9, 0.1));
  expect(spans).toEqual(spans.toSorted((a, b) => a - b));
  expect(spans[1]).toBeCloseTo(0.9 + 0.1 * (1 - Math.exp(-1)), 12);
  expect(spans.at(-1)).toBeLessThanOrEqual(1);
});
