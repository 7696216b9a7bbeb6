import { describe, expect, it } from 'vitest';
import { convexHull } from '../../../../core/humanoid/anatomy/convex-hull.ts';
import { seededRandom } from '../../../../core/math/random.ts';

describe('a convex hull', () => {
  it('keeps the corners of a square and drops what lies inside or on its edges', () => {
    const hull = convexHull([
      [0, 0],
      [1, 0],
      [0.5, 0.5],
      [0.5, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
    expect(hull).toHaveLength(4);
    expect(new Set(hull.map(String))).toEqual(new Set(['0,0', '1,0', '1,1', '0,1']));
  });

  it('turns the same way at every corner and holds every point (seed 9)', () => {
    const random = seededRandom(9);
    const points = Array.from({ length: 200 }, () => [random(), random()] as const);
    const hull = convexHull(points);
    hull.forEach((a, i) => {
      const b = hull[(i + 1) % hull.length]!;
      for (const p of points) {
        expect((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])).toBeGreaterThan(-1e-12);
      }
    });
  });

  it('is what it is given for fewer than three points', () => {
    expect(convexHull([])).toEqual([]);
    expect(convexHull([[1, 2]])).toEqual([[1, 2]]);
  });
});
