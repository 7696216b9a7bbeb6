import { expect, it } from 'vitest';
import { seededRandom } from '../../../core/math/random.ts';
import { nearestOnSegments } from '../../../core/math/segments.ts';

const near = { first: 0, second: 0, square: 0 };

/** Squared distance of the points at these shares of two segments. */
function squareAt(p: readonly number[], s: number, t: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const a = p[k]! + s * (p[3 + k]! - p[k]!);
    const b = p[6 + k]! + t * (p[9 + k]! - p[6 + k]!);
    square += (a - b) ** 2;
  }
  return square;
}

it('no two points of random segments are nearer than those that it finds', () => {
  const random = seededRandom(5);
  for (let i = 0; i < 200; i++) {
    const points = Array.from({ length: 12 }, () => random());
    nearestOnSegments(points, 0, 3, 6, 9, near);
    expect(near.square).toBeCloseTo(squareAt(points, near.first, near.second), 12);
    for (let k = 0; k < 100; k++) expect(squareAt(points, random(), random())).toBeGreaterThan(near.square - 1e-12);
  }
});

it.each([
  ['parallel ones', [0, 0, 0, 1, 0, 0, 0.2, 0, 1, 0.8, 0, 1], 1],
  ['parallel ones apart', [0, 0, 0, 1, 0, 0, 2, 1, 0, 3, 1, 0], 2],
  ['a point and a segment', [0.5, 1, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0], 1],
  ['two points', [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0], 4],
  ['crossing ones', [-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0], 0],
])('knows how far apart are %s', (_, points, square) => {
  nearestOnSegments(points, 0, 3, 6, 9, near);
  expect(near.square).toBeCloseTo(square, 12);
});
