/**
 * A smooth curve through points with rising x that never overshoots them: piecewise cubic Hermite with Fritsch and Carlson's
 * monotone slopes. Beyond the ends it keeps the end value.
 */
export function smoothThrough(xs: readonly number[], ys: readonly number[]): (x: number) => number {
  const last = xs.length - 1;
  const widths = xs.slice(1).map((x, i) => x - xs[i]!);
  const secants = widths.map((width, i) => (ys[i + 1]! - ys[i]!) / width);
  const slopes = xs.map((_, i) => {
    if (i === 0) return secants[0] ?? 0;
    if (i === last) return secants[last - 1]!;
    const [before, after] = [secants[i - 1]!, secants[i]!];
    if (before * after <= 0) return 0;
    // Weighted harmonic mean of the neighbouring secants.
    const [w1, w2] = [2 * widths[i]! + widths[i - 1]!, widths[i]! + 2 * widths[i - 1]!];
    return (w1 + w2) / (w1 / before + w2 / after);
  });
  return (x) => {
    if (x <= xs[0]!) return ys[0]!;
    if (x >= xs[last]!) return ys[last]!;
    const i = xs.findIndex((end) => end > x) - 1;
    const h = widths[i]!;
    const u = (x - xs[i]!) / h;
    const v = 1 - u;
    // Hermite: (1+2u)(1−u)² y₀ + u(1−u)² h m₀ + u²(3−2u) y₁ + u²(u−1) h m₁
    return (
      (1 + 2 * u) * v * v * ys[i]! +
      u * v * v * h * slopes[i]! +
      u * u * (3 - 2 * u) * ys[i + 1]! -
      u * u * v * h * slopes[i + 1]!
    );
  };
}
