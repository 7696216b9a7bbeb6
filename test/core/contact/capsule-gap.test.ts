import { expect, test } from 'vitest';
import { capsuleGap } from '../../../core/contact/capsule-gap.ts';
import { meshOfShape } from '../../../core/contact/shape-mesh.ts';
import { createSurface } from '../../../core/contact/surface.ts';
import { createTouch } from '../../../core/contact/touch.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, lerp, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { few } from '../../helpers/extent.ts';

type Mesh = Pick<ReturnType<typeof meshOfShape>, 'positions' | 'indices'>;

const RADIUS = 0.01;
const box = { kind: 'box', size: [0.1, 0.2, 0.06] } as const;
const across = (...ways: readonly number[]): number =>
  Math.hypot(...ways.map((way) => Math.max(way, 0))) + Math.min(0, Math.max(...ways));

const outsideBox = ([x, y, z]: Vec3): number => across(Math.abs(x) - 0.05, Math.abs(y - 0.1) - 0.1, Math.abs(z) - 0.03);

/** The same surface with every triangle cut in four, four times. */
function finer({ positions, indices }: Mesh): Mesh {
  let triangles = Array.from({ length: indices.length / 3 }, (_, i) =>
    [0, 1, 2].map((k) => vec3At(positions, indices[3 * i + k]!)),
  );
  for (let round = 0; round < 4; round++)
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [lerp(a!, b!, 0.5), lerp(b!, c!, 0.5), lerp(c!, a!, 0.5)];
      return [
        [a!, ab, ca],
        [ab, b!, bc],
        [ca, bc, c!],
        [ab, bc, ca],
      ];
    });
  return {
    positions: Float32Array.from(triangles.flat(2)),
    indices: Uint32Array.from({ length: 3 * triangles.length }, (_, i) => i),
  };
}

test.each(
  few(
    [
      ['a box', box, outsideBox],
      ['a mesh', { kind: 'mesh', ...finer(meshOfShape(box)) } as const, outsideBox],
      [
        'a cylinder',
        { kind: 'cylinder', radius: 0.04, height: 0.12 } as const,
        ([x, y, z]: Vec3): number => across(Math.hypot(x, z) - 0.04, Math.abs(y - 0.06) - 0.06),
      ],
      ['a ball', { kind: 'ball', radius: 0.05 } as const, ([x, y, z]: Vec3): number => Math.hypot(x, y - 0.05, z) - 0.05],
    ] as const,
    2,
  ),
)('the gap of a capsule is the least of many places along it, outside and inside of %s (seed 4)', (_name, shape, outside) => {
  const random = seededRandom(4);
  const surface = createSurface(shape);
  const touch = createTouch();
  const some = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
  let asked = 0;
  let inside = 0;
  const counted = { ...surface, nearest: (...from: Parameters<typeof surface.nearest>) => (asked++, surface.nearest(...from)) };
  for (let round = 0; round < 500; round++) {
    const start = add(some(0.25), [0, 0.08, 0]);
    const end = add(start, some(0.15));
    const least = Math.min(...Array.from({ length: 501 }, (_, i) => outside(lerp(start, end, i / 500)) - RADIUS));
    const gap = capsuleGap(counted, start, end, RADIUS, touch);
    expect(Math.abs(gap - least)).toBeLessThan(5e-5);
    expect(-touch.depth[0]! - RADIUS).toBe(gap);
    expect(capsuleGap(surface, start, end, RADIUS, touch, least - 0.01)).toBe(least - 0.01);
    // Whatever bound it is given, what lies below that is found.
    for (const more of [0.0001, 0.01, 0.1]) {
      const bounded = capsuleGap(surface, start, end, RADIUS, touch, least + more);
      expect(Math.abs(bounded - least)).toBeLessThan(more === 0.0001 ? 2e-4 : 5e-5);
      if (bounded < least + more) expect(-touch.depth[0]! - RADIUS).toBe(bounded);
    }
    if (gap < 0) inside++;
  }
  expect(inside).toBeGreaterThan(50);
  expect(asked / 500).toBeLessThan(10);
});
