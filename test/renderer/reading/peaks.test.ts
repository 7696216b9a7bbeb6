import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../core/math/random.ts';
import { buildPeaks, peaksBetween } from '../../../renderer/reading/peaks.ts';

const RATE = 8000;

function noise(samples: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: samples }, () => (random() - 0.5) * random() ** 8);
}

/** Lowest and highest of the samples that a time span has a part in, by looking at each. */
function outline(values: Float32Array, from: number, to: number): readonly [number, number] {
  const part = values.subarray(Math.max(0, Math.floor(from * RATE)), Math.max(0, Math.ceil(to * RATE)));
  return part.length === 0 ? [0, 0] : [Math.min(...part), Math.max(...part)];
}

describe('the peaks of a sound', () => {
  const left = noise(40_000, 1);
  const right = noise(40_000, 2);
  const peaks = buildPeaks(RATE, [left, right]);

  test('are kept at rising lengths, each made of the one before', () => {
    expect(peaks.levels.map(({ stretch }) => stretch)).toEqual([64, 256, 1024, 4096, 16_384]);
    for (const { channels, stretch } of peaks.levels) {
      expect(channels.map(({ length }) => length)).toEqual([2, 2].map((size) => size * Math.ceil(40_000 / stretch)));
      expect(Math.max(...channels[1]!)).toBe(Math.max(...right));
      expect(Math.min(...channels[0]!)).toBe(Math.min(...left));
    }
  });

  // Seconds a column; some are less than a sample.
  test.each([2e-5, 1e-4, 1e-3, 0.01, 0.05, 0.3])(
    'never leave a peak out, and show none that is farther than a column, at %f s',
    (column) => {
      for (const [channel, values] of [left, right].entries()) {
        const [from, count] = [0.37, 11];
        const pairs = peaksBetween(peaks, channel, values, from, from + count * column, count);
        for (let i = 0; i < count; i++) {
          const [low, high] = [pairs[2 * i]!, pairs[2 * i + 1]!];
          const [inside, around] = [
            outline(values, from + i * column + 1e-9, from + (i + 1) * column - 1e-9),
            outline(values, from + (i - 0.51) * column - 1 / RATE, from + (i + 1.51) * column + 1 / RATE),
          ];
          expect(low).toBeLessThanOrEqual(inside[0]);
          expect(high).toBeGreaterThanOrEqual(inside[1]);
          expect(low).toBeGreaterThanOrEqual(around[0]);
          expect(high).toBeLessThanOrEqual(around[1]);
        }
      }
    },
  );

  test('are nothing where the sound is not', () => {
    const pairs = peaksBetween(peaks, 0, left, -1, 7, 8);
    expect([...pairs.subarray(0, 2)]).toEqual([0, 0]);
    expect(pairs[3]).toBeGreaterThan(0);
    expect([...pairs.subarray(12)]).toEqual([0, 0, 0, 0]);
    expect(buildPeaks(RATE, [new Float32Array(0)]).levels).toHaveLength(1);
  });
});
