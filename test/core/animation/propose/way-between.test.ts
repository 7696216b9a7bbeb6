import { expect, test } from 'vitest';
import { wayBetween } from '../../../../core/animation/propose/way-between.ts';

const FRAMES = 10;
/** x(t) = 2 t − 0.3 t² + 0.02 t³ and its speeds at both ends. */
const cubic = (t: number) => 2 * t - 0.3 * t * t + 0.02 * t * t * t;
const ends = { whole: cubic(FRAMES), leaving: 2, arriving: 2 - 0.6 * FRAMES + 0.06 * FRAMES * FRAMES };

test('a cubic is found again from its ends and speeds, as long as these are felt over the whole way', () => {
  for (let t = 0; t <= FRAMES; t += 0.5) expect(wayBetween(ends, FRAMES, FRAMES, t)).toBeCloseTo(cubic(t), 12);
});

test('speeds that are felt shortly are kept at the ends, and the way between is straight', () => {
  const way = (t: number) => wayBetween(ends, FRAMES, 3, t);
  expect(way(1e-6) / 1e-6).toBeCloseTo(ends.leaving, 4);
  expect((way(FRAMES) - way(FRAMES - 1e-6)) / 1e-6).toBeCloseTo(ends.arriving, 4);
  for (const t of [3, 4.5, 7]) expect(way(t)).toBeCloseTo((ends.whole * t) / FRAMES, 12);
});
