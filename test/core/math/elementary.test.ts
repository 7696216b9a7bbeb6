import { describe, expect, test } from 'vitest';
import { acos, asin, atan2, cos, exp, hypot, log, power, sin, wholePower } from '../../../core/math/elementary.ts';
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

describe('lengths and powers', () => {
  test('hypot is the engine’s to 3 units in the last place, from the smallest numbers to the largest', () => {
    const random = seededRandom(3);
    for (const size of [1e-320, 1e-300, 1e-160, 1e-10, 1, 1e10, 1e160, 1e300]) {
      let worst = 0;
      for (let i = 0; i < 5000; i++) {
        const v = [0, 1, 2, 3].map(() => size * (2 * random() - 1)) as [number, number, number, number];
        worst = Math.max(worst, apart(hypot(...v), Math.hypot(...v)), apart(hypot(v[0], v[1]), Math.hypot(v[0], v[1])));
      }
      expect(worst, `size ${size}`).toBeLessThanOrEqual(3);
    }
    expect([hypot(0, 0), hypot(3, -4), hypot(1, Infinity), hypot(NaN, 1)]).toEqual([0, 5, Infinity, NaN]);
  });

  test('power is the engine’s to a relative 1e-13, and whole powers of two are exact', () => {
    const random = seededRandom(4);
    for (let i = 0; i < 5000; i++) {
      const [base, exponent] = [10 * random() + 1e-3, 8 * random() - 4];
      expect(Math.abs(power(base, exponent) / base ** exponent - 1)).toBeLessThan(1e-13);
    }
    for (let n = 0; n < 1024; n++) expect(wholePower(2, n)).toBe(2 ** n);
    expect([wholePower(1e-6, 0), wholePower(1e-6, 1), wholePower(3, 5)]).toEqual([1, 1e-6, 243]);
  });
});
