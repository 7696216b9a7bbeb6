import { describe, expect, test } from 'vitest';
import { createDice, seededRandom } from '../../../core/math/random.ts';
import { limitCoordinates } from '../../../core/skeleton/limit-state.ts';
import { createLimitTable } from '../../../core/skeleton/limit-table.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { sampleLimit, sampleRotation } from '../../../core/skeleton/sample-limit.ts';

const COUNT = 4000;
const BINS = 8;

/** Checks that numbers fill the range from 0 to 1 evenly: each of eight parts has its share of them, within six standard deviations. */
function expectEven(values: readonly number[], what: string): void {
  const bins = Array.from({ length: BINS }, () => 0);
  for (const value of values) bins[Math.min(BINS - 1, Math.max(0, Math.floor(BINS * value)))]!++;
  expect(Math.min(...values), what).toBeGreaterThanOrEqual(-1e-12);
  expect(Math.max(...values), what).toBeLessThanOrEqual(1 + 1e-12);
  const share = values.length / BINS;
  for (const count of bins) expect(Math.abs(count - share), `${what}: ${bins.join()}`).toBeLessThan(6 * Math.sqrt(share));
}

/** An angle as its share of a turn. */
const shareOfTurn = (y: number, x: number): number => Math.atan2(y, x) / (2 * Math.PI) + 0.5;

const samples = (limit: Limit, seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: COUNT }, () => sampleLimit(limit, random));
};

describe('random rotations are spread evenly', () => {
  test('over all rotations where nothing limits them: the sphere of quaternions in its own coordinates', () => {
    const all = samples({ kind: 'free' }, 71);
    expectEven(
      all.map(([x, y]) => shareOfTurn(x, y)),
      'first angle',
    );
    expectEven(
      all.map(([, , z, w]) => shareOfTurn(z, w)),
      'second angle',
    );
    // On the unit sphere of four dimensions z² + w² is uniform.
    expectEven(
      all.map(([, , z, w]) => z * z + w * w),
      'how much of it is about z',
    );
  });

  test('over the range of a hinge', () => {
    const hinge: Limit = { kind: 'hinge', axis: [0, 0, 1], min: -0.4, max: 1.9 };
    const found = samples(hinge, 72).map((q) => limitCoordinates(hinge, q));
    expectEven(
      found.map(({ twist }) => (twist + 0.4) / 2.3),
      'angle',
    );
    expect(Math.max(...found.map(({ swing }) => Math.hypot(...swing)))).toBeLessThan(1e-12);
  });

  test('over the quarters of a cone, each stretched to its own half-angles, and over the twist', () => {
    const frame = [0, 0, 0, 1] as const;
    const limit: Limit = { kind: 'swingTwist', parentFrame: frame, childFrame: frame, swing: [1, 2, 0.5, 1.5], twist: [-1, 0.6] };
    const all = samples(limit, 73).map((q) => limitCoordinates(limit, q));
    const unit = all.map(({ swing: [a, b] }) => [a / limit.swing[a >= 0 ? 0 : 1], b / limit.swing[b >= 0 ? 2 : 3]] as const);
    expectEven(
      unit.map(([a, b]) => shareOfTurn(b, a)),
      'direction',
    );
    expectEven(
      unit.map(([a, b]) => a * a + b * b),
      'area',
    );
    expectEven(
      all.map(({ twist }) => (twist + 1) / 1.6),
      'twist',
    );
  });

  test('over the way of a slide, which does not turn', () => {
    const slide: Limit = { kind: 'prismatic', axis: [1, 0, 0], min: 0.5, max: 2.5 };
    const table = createLimitTable([{ kind: 'free' }, slide]);
    const dice = createDice();
    dice.seed(74);
    const q = new Float64Array(8).fill(7);
    const places = Array.from({ length: COUNT }, () => {
      sampleRotation(table, 1, dice.write, q, 4);
      return q[4]!;
    });
    expect([...q.slice(0, 4), ...q.slice(5)]).toEqual([7, 7, 7, 7, 7, 7, 7]);
    expectEven(
      places.map((place) => (place - 0.5) / 2),
      'place',
    );
    expect(sampleLimit(slide, dice.random)).toEqual([0, 0, 0, 1]);
  });
});
