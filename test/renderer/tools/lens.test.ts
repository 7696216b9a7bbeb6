import { describe, expect, test } from 'vitest';
import { add, distance, scale, type Vec3 } from '../../../core/math/vec3.ts';
import { hitPlane, metresPerPixel, project, rayThrough } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';

const WIDTH = 1280;
const HEIGHT = 800;
const ORBIT: Orbit = { target: [0.2, 0.9, -0.1], yaw: 0.7, pitch: 0.3, distance: 4 };
const lens = lensOf(ORBIT, WIDTH, HEIGHT);

describe('a lens', () => {
  test('sends a ray through a pixel that comes back to the same pixel', () => {
    for (const [x, y] of [
      [0, 0],
      [640, 400],
      [1200, 30],
    ] as const) {
      const { origin, direction } = rayThrough(lens, { x, y });
      const seen = project(lens, add(origin, scale(direction, 3.3)))!;
      expect(seen.x).toBeCloseTo(x, 6);
      expect(seen.y).toBeCloseTo(y, 6);
    }
  });

  test('does not see what lies behind the eye', () => {
    expect(project(lens, add(lens.eye, scale(lens.forward, -1)))).toBeNull();
  });

  test('knows how many metres a pixel covers', () => {
    const point: Vec3 = [0.1, 1.2, 0.3];
    const moved = add(point, scale(lens.right, 10 * metresPerPixel(lens, point)));
    expect(project(lens, moved)!.x - project(lens, point)!.x).toBeCloseTo(10, 6);
  });
});

describe('the plane of a drag', () => {
  test('is hit where the pointer is', () => {
    const hit = hitPlane(rayThrough(lens, { x: 300, y: 500 }), [0, 1, 0], lens.forward)!;
    const seen = project(lens, hit)!;
    expect([seen.x, seen.y]).toEqual([expect.closeTo(300, 6), expect.closeTo(500, 6)]);
    expect(seen.depth).toBeCloseTo(project(lens, [0, 1, 0])!.depth, 9);
  });

  test('is missed by a ray along it and by one that leaves it behind', () => {
    expect(hitPlane({ origin: [0, 1, 0], direction: [1, 0, 0] }, [0, 0, 0], [0, 1, 0])).toBeNull();
    expect(hitPlane({ origin: [0, 1, 0], direction: [0, 1, 0] }, [0, 0, 0], [0, 1, 0])).toBeNull();
    expect(distance(hitPlane({ origin: [0, 1, 0], direction: [0, -1, 0] }, [0, 0, 0], [0, 1, 0])!, [0, 0, 0])).toBe(0);
  });
});
