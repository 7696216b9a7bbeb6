import { describe, expect, test } from 'vitest';
import { acos, asin, atan2, cos, exp, log, sin } from '../../../core/math/elementary.ts';
import { seededRandom } from '../../../core/math/random.ts';

/** Distance in units in the last place of the larger. */
function apart(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  return Math.abs(a - b) / 2 ** (Math.floor(Math.log2(Math.max(Math.abs(a), Math.abs(b)))) - 52);
}

const SIZES = [1e-9, 1e-3, 1, 3, 30, 1e4];

describe('elementary functions are those of the engine to 3 units in the last place', () => {
  test.each([
    ['sin', sin, Math.sin, SIZES],
    ['cos', cos, Math.cos, SIZES],
    ['asin', asin, Math.asin, [1e-9, 1e-3, 1]],
    ['acos', acos, Math.acos, [1e-9, 1e-3, 1]],
    ['exp', exp, Math.exp, [1e-9, 1, 30, 700]],
    ['log', (x: number) => log(Math.abs(x)), (x: number) => Math.log(Math.abs(x)), [1e-310, 1e-100, 1, 2, 1e5, 1e300]],
  ] as const)('%s (20,000 random numbers of each size)', (_, ours, theirs, sizes) => {
    const random = seededRandom(1);
    for (const size of sizes) {
      let worst = 0;
      for (let i = 0; i < 20_000; i++) {
        const x = size * (2 * random() - 1);
        worst = Math.max(worst, apart(ours(x), theirs(x)));
      }
      expect(worst, `size ${size}`).toBeLessThanOrEqual(3);
    }
  });

  test('atan2 (60,000 random points, near the axes too)', () => {
    const random = seededRandom(2);
    let worst = 0;
    for (let i = 0; i < 60_000; i++) {
      const [x, y] = [(2 * random() - 1) * 10 ** -(i % 5), (2 * random() - 1) * 10 ** -(i % 7)];
      worst = Math.max(worst, apart(atan2(y, x), Math.atan2(y, x)));
    }
    expect(worst).toBeLessThanOrEqual(3);
  });
});

test('elementary functions treat zeros, ends, infinities and NaN as the engine does', () => {
  const odd = [0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 2, 5e-324, -5e-324];
  for (const y of odd) for (const x of odd) expect(atan2(y, x), `atan2(${y}, ${x})`).toBe(Math.atan2(y, x));
  for (const x of odd) {
    for (const [ours, theirs] of [
      [sin, Math.sin],
      [cos, Math.cos],
      [asin, Math.asin],
      [log, Math.log],
      [exp, Math.exp],
    ] as const) {
      const expected = theirs(x);
      if (Number.isFinite(expected) && expected !== 0) expect(apart(ours(x), expected)).toBeLessThanOrEqual(3);
      else expect(ours(x), `${theirs.name}(${x})`).toBe(expected);
    }
  }
  expect([acos(1), acos(-1), acos(0), acos(1.1)]).toEqual([0, Math.PI, Math.PI / 2, Number.NaN]);
  expect([exp(710), exp(-750), exp(709.7) > 1e308]).toEqual([Infinity, 0, true]);
});

test('sine and cosine of huge angles are of a point on the circle', () => {
  for (const angle of [1e7, -3e9, 1e15, 1e300]) expect(Math.hypot(sin(angle), cos(angle))).toBeCloseTo(1, 12);
});
