import { expect, test } from 'vitest';
import { createSpeedFilter } from '../../../core/math/speed-filter.ts';
import { seededRandom } from '../../../core/math/random.ts';

const FPS = 30;
const STEADY = { still: 1.5, moving: 6 };

test('what stands still trembles less than half as much', () => {
  const random = seededRandom(3);
  const filter = createSpeedFilter(1, STEADY);
  let sum = 0;
  for (let i = 0; i < 600; i++) {
    const [steady] = filter.next([0.01 * (2 * random() - 1)], i / FPS);
    if (i >= 60) sum += steady! ** 2;
  }
  // The noise itself has a root mean square of 0.01 / √3.
  expect(Math.sqrt(sum / 540)).toBeLessThan(0.01 / Math.sqrt(3) / 2);
});

test('what moves lags by less than the same filter that does not ask for speed', () => {
  const lagOf = (moving: number): number => {
    const filter = createSpeedFilter(1, { still: 1.5, moving });
    let last = 0;
    for (let i = 0; i <= 60; i++) last = filter.next([i / FPS], i / FPS)[0]!;
    return 2 - last;
  };
  // A first-order low-pass filter lags a steady motion by its time constant, 1 / (2π f), here 0.106 s.
  expect(lagOf(0)).toBeCloseTo(1 / (2 * Math.PI * 1.5), 2);
  expect(lagOf(6)).toBeLessThan(0.03);
});

test('begins where the numbers are, and a moment that is not later changes nothing', () => {
  const filter = createSpeedFilter(2, STEADY);
  expect([...filter.next([3, -4], 10)]).toEqual([3, -4]);
  expect([...filter.next([7, 7], 10)]).toEqual([3, -4]);
});
