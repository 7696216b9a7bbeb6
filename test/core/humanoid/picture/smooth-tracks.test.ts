import { describe, expect, test } from 'vitest';
import { smoothTracks } from '../../../../core/humanoid/picture/smooth-tracks.ts';
import { seededRandom } from '../../../../core/math/random.ts';

const FPS = 30;
const SIGMA = 0.05;
const times = Array.from({ length: 120 }, (_, i) => i / FPS);
const ones = new Float64Array(times.length).fill(1);
const smooth = (values: Float64Array, weights = ones, at: readonly number[] = times) =>
  smoothTracks(times, weights, [values], at, SIGMA)[0]!;

/** The part of values that goes as sin 2πft, and that which goes as cos 2πft: their amplitude and radians by which they come later. */
function waveOf(values: Float64Array, hertz: number): { readonly amplitude: number; readonly late: number } {
  const inside = values.subarray(15, 105);
  const part = (wave: (x: number) => number) =>
    inside.reduce((sum, value, i) => sum + value * wave((2 * Math.PI * hertz * (i + 15)) / FPS), 0);
  const [s, c] = [part(Math.sin), part(Math.cos)];
  return { amplitude: (2 * Math.hypot(s, c)) / inside.length, late: -Math.atan2(c, s) };
}

describe('Values that are smoothed', () => {
  // Whole periods in what is measured, so that sine and cosine do not mix.
  test.each([1, 2, 3])('come no later: a wave of %i a second keeps its phase, and what of it is motion', (hertz) => {
    const { amplitude, late } = waveOf(smooth(Float64Array.from(times, (t) => Math.sin(2 * Math.PI * hertz * t))), hertz);
    expect(Math.abs(late)).toBeLessThan(1e-9);
    expect(amplitude).toBeGreaterThan(hertz === 3 ? 0.9 : 0.97);
    expect(amplitude).toBeLessThanOrEqual(1);
  });

  test('come no later either where what lies before counts more than what follows', () => {
    const falling = Float64Array.from(times, (t) => 1 - 0.9 * (t / 4));
    const { late } = waveOf(
      smooth(
        Float64Array.from(times, (t) => Math.sin(2 * Math.PI * t)),
        falling,
      ),
      1,
    );
    expect(Math.abs(late)).toBeLessThan(2e-3);
  });

  test('tremble less by more than a third, those at the ends too', () => {
    const random = seededRandom(3);
    const noise = Float64Array.from(times, () => random() - 0.5);
    const rms = (values: Float64Array) => Math.hypot(...values) / Math.sqrt(values.length);
    const calm = smooth(noise);
    expect(rms(calm.subarray(10, 110))).toBeLessThan(0.65 * rms(noise));
    expect(rms(calm)).toBeLessThan(0.67 * rms(noise));
  });

  test('are those of a parabola as it is, at times between and at both ends', () => {
    const parabola = (t: number) => 2 - 3 * t + 4 * t * t;
    const at = [0, 0.013, 1.7, 3.955, times.at(-1)!];
    smooth(Float64Array.from(times, parabola), ones, at).forEach((value, i) => expect(value).toBeCloseTo(parabola(at[i]!), 8));
  });

  test('of one moment or of two, and between moments far apart, are numbers between those given', () => {
    const of = (given: readonly number[], values: readonly number[], at: number) =>
      smoothTracks(
        given,
        Float64Array.from(given, () => 1),
        [Float64Array.from(values)],
        [at],
        SIGMA,
      )[0]![0]!;
    expect(of([0], [7], 3)).toBe(7);
    expect(of([0, 0.03], [1, 2], 0)).toBeGreaterThanOrEqual(1);
    const between = of([0, 10, 20], [1, 2, 3], 4.5);
    expect(between).toBeGreaterThan(1);
    expect(between).toBeLessThan(2);
  });
});
