import { expect, test } from 'vitest';
import { seededRandom } from '../../../core/math/random.ts';
import { ofVertices, partsOfTriangles } from '../../../renderer/tools/geometry/triangle-parts.ts';

test('parts of random triangles have the same triangles in the same order, and no more vertices than asked for (seed 5)', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 50; round++) {
    const count = 3 + Math.floor(60 * random());
    const most = 3 + Math.floor(20 * random());
    const indices = Uint32Array.from({ length: 3 * Math.floor(1 + 80 * random()) }, () => Math.floor(count * random()));
    const parts = partsOfTriangles(indices, count, most);
    expect(parts.flatMap((part) => [...part.indices].map((i) => part.vertices[i]))).toEqual([...indices]);
    expect(Math.max(...parts.map(({ vertices }) => vertices.length))).toBeLessThanOrEqual(most);
    for (const { vertices } of parts) expect(new Set(vertices).size).toBe(vertices.length);
  }
});

test('a part takes with it what its vertices have', () => {
  const [first, second] = partsOfTriangles([4, 0, 2, 2, 0, 3, 1, 3, 4], 5, 6);
  expect([...first!.vertices]).toEqual([4, 0, 2, 3]);
  expect([...second!.vertices]).toEqual([1, 3, 4]);
  expect([...ofVertices([0, 1, 10, 11, 20, 21, 30, 31, 40, 41], 2, second!.vertices)]).toEqual([10, 11, 30, 31, 40, 41]);
});
