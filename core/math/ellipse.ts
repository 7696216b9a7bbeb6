import { NO_ROOM } from './tolerances.ts';

/** Enough Newton steps for full precision from the start used below, whatever the axes. */
const NEWTON_STEPS = 40;

/**
 * The point of the ellipse (x/a)² + (y/b)² = 1 nearest to (`x`, `y`), which must lie outside it; written to `out` as [x, y].
 * Semi-axes `a`, `b` ≥ 0; an axis of zero makes the ellipse a line, both make it a point.
 *
 * The nearest point is (a² x / (t + a²), b² y / (t + b²)) with t the positive root of
 * F(t) = (a x / (t + a²))² + (b y / (t + b²))² − 1 (Eberly, "Distance from a Point to an Ellipse").
 * F is convex and falling, so Newton's method from a lower bound of the root approaches it from one side.
 */
export function nearestOnEllipse(a: number, b: number, x: number, y: number, out: Float64Array): void {
  // Special case of an ellipse without width: clamp along the axis that is left.
  if (a < NO_ROOM || b < NO_ROOM) {
    out[0] = a < NO_ROOM ? 0 : Math.max(-a, Math.min(a, x));
    out[1] = b < NO_ROOM ? 0 : Math.max(-b, Math.min(b, y));
    return;
  }
  // Special case of a circle.
  if (a === b) {
    const factor = a / Math.sqrt(x * x + y * y);
    out[0] = x * factor;
    out[1] = y * factor;
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
  out[0] = px / level;
  out[1] = py / level;
}
