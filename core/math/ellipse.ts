import { NO_ROOM } from './tolerances.ts';

/** Enough Newton steps for full precision from the start used below, whatever the axes. */
const NEWTON_STEPS = 40;

/**
 * Moves the point (x, y) at `points[at..at+1]`, which must lie outside the ellipse (x/a)² + (y/b)² = 1, to the nearest point on it.
 * Semi-axes a = `axes[atA]`, b = `axes[atB]` ≥ 0; an axis of zero makes the ellipse a line, both make it a point.
 *
 * The nearest point is (a² x / (t + a²), b² y / (t + b²)) with t the positive root of
 * F(t) = (a x / (t + a²))² + (b y / (t + b²))² − 1 (Eberly, "Distance from a Point to an Ellipse").
 * F is convex and falling, so Newton's method from a lower bound of the root approaches it from one side.
 */
export function nearestOnEllipse(axes: Float64Array, atA: number, atB: number, points: Float64Array, at: number): void {
  const a = axes[atA]!;
  const b = axes[atB]!;
  const x = points[at]!;
  const y = points[at + 1]!;
  // Special case of an ellipse without width: clamp along the axis that is left.
  if (a < NO_ROOM || b < NO_ROOM) {
    points[at] = a < NO_ROOM ? 0 : Math.max(-a, Math.min(a, x));
    points[at + 1] = b < NO_ROOM ? 0 : Math.max(-b, Math.min(b, y));
    return;
  }
  // Special case of a circle.
  if (a === b) {
    const factor = a / Math.sqrt(x * x + y * y);
    points[at] = x * factor;
    points[at + 1] = y * factor;
    return;
  }
  const aa = a * a;
  const bb = b * b;
  let t = Math.max(a * Math.abs(x) - aa, b * Math.abs(y) - bb, 0);
  for (let i = 0; i < NEWTON_STEPS; i++) {
    const p = (a * x) / (t + aa);
    const q = (b * y) / (t + bb);
    const value = p * p + q * q - 1;
    if (value <= 1e-15) break;
    t += value / (2 * ((p * p) / (t + aa) + (q * q) / (t + bb)));
  }
  const px = (aa * x) / (t + aa);
  const py = (bb * y) / (t + bb);
  // What rounding leaves outside is brought onto the ellipse along the ray.
  const level = Math.sqrt((px / a) ** 2 + (py / b) ** 2);
  points[at] = px / level;
  points[at + 1] = py / level;
}
