import { exp } from '../../math/elementary.ts';

/** Widths beyond which a value says nothing. */
const REACH = 5;
/** The least that the determinant of a fit is, in those of values that lie a width apart: below, a mean is all that values tell. */
const LEAST_SPREAD = 1e-6;

/**
 * Rows of values at rising `times`, smoothed without lag: at each time t of `at` where the parabola p goes through that fits a row best around t,
 *
 *   least Σᵢ wᵢ exp(−(tᵢ − t)² / 2σ²) (xᵢ − p(tᵢ))²,   `weights` being w > 0
 *
 * (local regression: W. S. Cleveland, Robust Locally Weighted Regression and Smoothing Scatterplots, 1979). As much counts of what follows as of what came before, so
 * that nothing comes later than it was, and what turns within a second is hardly flattened. Times and σ in one unit.
 */
export function smoothTracks(
  times: readonly number[],
  weights: Float64Array,
  rows: readonly Float64Array[],
  at: readonly number[],
  sigma: number,
): Float64Array[] {
  const out = rows.map(() => new Float64Array(at.length));
  at.forEach((t, k) => {
    const width = Math.max(sigma, Math.abs(nearestTo(times, t) - t));
    const first = times.findIndex((time) => time >= t - REACH * width);
    const end = times.findLastIndex((time) => time <= t + REACH * width) + 1;
    const [s0, s1, s2, s3, s4] = momentsOf(times, weights, t, width, first, end);
    const minor = s2 * s4 - s3 * s3;
    const determinant = s0 * minor - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2);
    const isMean = !(determinant > LEAST_SPREAD * s0 * s0 * s0);
    // The value of the parabola at t is a sum of values, each times w (a + b u + c u²).
    const [a, b, c] = isMean
      ? [1 / s0, 0, 0]
      : [minor / determinant, (s2 * s3 - s1 * s4) / determinant, (s1 * s3 - s2 * s2) / determinant];
    for (let i = first; i < end; i++) {
      const u = (times[i]! - t) / width;
      const share = weights[i]! * exp((-u * u) / 2) * (a + u * (b + u * c));
      for (const [r, row] of rows.entries()) out[r]![k]! += share * row[i]!;
    }
  });
  return out;
}

/** Sums of w uᵏ, u being the time from t in widths. */
function momentsOf(times: readonly number[], weights: Float64Array, t: number, sigma: number, first: number, end: number) {
  const sums: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (let i = first; i < end; i++) {
    const u = (times[i]! - t) / sigma;
    let power = weights[i]! * exp((-u * u) / 2);
    for (let k = 0; k < 5; k++) {
      sums[k]! += power;
      power *= u;
    }
  }
  return sums;
}

function nearestTo(times: readonly number[], t: number): number {
  return times.reduce((nearest, time) => (Math.abs(time - t) < Math.abs(nearest - t) ? time : nearest));
}
