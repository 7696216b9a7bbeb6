/** The corners of the smallest convex polygon around points of a plane, in turning order from x to y (Andrew's monotone chain). */
export function convexHull(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const lower = chain(sorted);
  const upper = chain(sorted.toReversed());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const hull: (readonly [number, number])[] = [];
  for (const point of points) {
    while (hull.length >= 2 && !turnsLeft(hull.at(-2)!, hull.at(-1)!, point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

function turnsLeft(a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}
