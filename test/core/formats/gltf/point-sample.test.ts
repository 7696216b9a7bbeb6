import { describe, expect, it } from 'vitest';
import { createPointSample, MOST_POINTS, type PointSample } from '../../../../core/formats/gltf/point-sample.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';

/** All corners are the sample's own. */
const ALL = 0b111;

function addTriangle(sample: PointSample, corners: readonly [Vec3, Vec3, Vec3], own: number): void {
  sample.addTriangle(corners.flat(), 0, 1, 2, own);
}

function placesOf(flat: readonly number[]): Vec3[] {
  return Array.from({ length: flat.length / 3 }, (_, i): Vec3 => [flat[3 * i]!, flat[3 * i + 1]!, flat[3 * i + 2]!]);
}

describe('a sample of a surface', () => {
  it('is as dense on large triangles as on small ones, whichever come first', () => {
    for (const largeFirst of [true, false]) {
      const sample = createPointSample();
      // A square of two triangles, and beside it one of 2 × 400.
      const large = (): void => {
        addTriangle(
          sample,
          [
            [0, 0, 0],
            [1, 0, 0],
            [1, 1, 0],
          ],
          ALL,
        );
        addTriangle(
          sample,
          [
            [0, 0, 0],
            [1, 1, 0],
            [0, 1, 0],
          ],
          ALL,
        );
      };
      if (largeFirst) large();
      for (let i = 0; i < 20; i++)
        for (let k = 0; k < 20; k++) {
          const [x, y, s] = [1 + i / 20, k / 20, 1 / 20];
          addTriangle(
            sample,
            [
              [x, y, 0],
              [x + s, y, 0],
              [x + s, y + s, 0],
            ],
            ALL,
          );
          addTriangle(
            sample,
            [
              [x, y, 0],
              [x + s, y + s, 0],
              [x, y + s, 0],
            ],
            ALL,
          );
        }
      if (!largeFirst) large();
      const points = placesOf(sample.points());
      expect(points.length).toBeLessThanOrEqual(MOST_POINTS);
      expect(points.length).toBeGreaterThan(MOST_POINTS / 3);
      const onLarge = points.filter(([x]) => x < 1);
      expect(onLarge.length / points.length).toBeCloseTo(0.5, 1);
      // In every quarter of the large square, not only at its corners.
      for (const left of [true, false])
        for (const low of [true, false])
          expect(onLarge.filter(([x, y]) => x < 0.5 === left && y < 0.5 === low).length / onLarge.length).toBeCloseTo(0.25, 1);
    }
  });

  it('takes what is nearest to corners of its own, and the same of a triangle and its mirror image', () => {
    const corners: [Vec3, Vec3, Vec3] = [
      [0, 0, 0],
      [3, 0, 0],
      [0, 1, 0],
    ];
    const [own, mirrored] = [createPointSample(), createPointSample()];
    addTriangle(own, corners, 0b001);
    addTriangle(
      mirrored,
      [
        [0, 0, 0],
        [0, 1, 0],
        [-3, 0, 0],
      ],
      0b001,
    );
    const points = placesOf(own.points());
    expect(points.length).toBeGreaterThan(10);
    // Nearest to the first corner: its barycentric weight is the largest.
    for (const [x, y] of points) expect(1 - x / 3 - y).toBeGreaterThanOrEqual(Math.max(x / 3, y));
    expect(placesOf(mirrored.points()).map(([x, y, z]): Vec3 => [-x, y, z])).toEqual(points.map(([x, y, z]) => [x, y, z]));
  });

  it('is of loose points where there is no surface, and has none of what is not a number', () => {
    const sample = createPointSample();
    for (let i = 0; i < 1000; i++) sample.addPoint([i, 0, 0], 0);
    addTriangle(
      sample,
      [
        [0, 0, 0],
        [NaN, 0, 0],
        [0, 1, 0],
      ],
      ALL,
    );
    addTriangle(
      sample,
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ],
      ALL,
    );
    const points = placesOf(sample.points());
    expect(points).toHaveLength(250);
    expect(points.every(([x]) => Number.isInteger(x))).toBe(true);
  });
});
