import { describe, expect, test } from 'vitest';
import { hitPlane, metresPerPixel, project, rayThrough, type Lens } from '../../../renderer/tools/geometry/lens.ts';
import { presetOrbit } from '../../../renderer/tools/geometry/camera-presets.ts';
import { distance } from '../../../core/math/vec3.ts';
import {
  blendOrbits,
  eyeOf,
  frameSphere,
  lensOf,
  panOrbit,
  turnOrbit,
  withinReach,
  zoomOrbit,
  type Orbit,
} from '../../../renderer/tools/geometry/orbit.ts';

const ORBIT: Orbit = { target: [0, 1, 0], yaw: 0.4, pitch: 0.2, distance: 5 };

describe('steering the camera', () => {
  test('turning keeps the distance and never passes over the pole', () => {
    const turned = turnOrbit(ORBIT, 120, 4000);
    expect(distance(eyeOf(turned), turned.target)).toBeCloseTo(5, 9);
    expect(turned.pitch).toBeLessThan(Math.PI / 2);
  });

  test('a point at the depth of the target follows a pan', () => {
    const before = lensOf(ORBIT, 1280, 800);
    const point = hitPlane(rayThrough(before, { x: 500, y: 300 }), ORBIT.target, before.forward)!;
    const seen = project(lensOf(panOrbit(ORBIT, 80, -35, 800), 1280, 800), point)!;
    expect(seen.x).toBeCloseTo(580, 6);
    expect(seen.y).toBeCloseTo(265, 6);
  });

  test('zooming keeps what is under the cursor under it', () => {
    const cursor = { x: 900, y: 250 };
    const before = lensOf(ORBIT, 1280, 800);
    const point = hitPlane(rayThrough(before, cursor), ORBIT.target, before.forward)!;
    const zoomed = zoomOrbit(ORBIT, before, 0.5, cursor);
    expect(zoomed.distance).toBeCloseTo(2.5, 9);
    const seen = project(lensOf(zoomed, 1280, 800), point)!;
    expect(seen.x).toBeCloseTo(900, 6);
    expect(seen.y).toBeCloseTo(250, 6);
  });

  test.each([
    [1280, 800],
    [500, 900],
  ])('a framed ball fits into a picture of %i × %i', (width, height) => {
    const orbit = frameSphere(ORBIT, [1, 2, 3], 0.5, width / height, 0);
    const lens = lensOf(orbit, width, height);
    for (const [u, v] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const seen = project(
        lens,
        [0, 1, 2].map((i) => orbit.target[i]! + 0.5 * (u * lens.right[i]! + v * lens.up[i]!)) as [number, number, number],
      )!;
      expect(seen.x).toBeGreaterThanOrEqual(0);
      expect(seen.x).toBeLessThanOrEqual(width);
      expect(seen.y).toBeGreaterThanOrEqual(0);
      expect(seen.y).toBeLessThanOrEqual(height);
    }
  });

  test('a flight starts and ends exactly and turns the short way', () => {
    const far: Orbit = { target: [1, 0, 0], yaw: -3, pitch: -0.1, distance: 2 };
    const near: Orbit = { ...far, yaw: 3 };
    expect(blendOrbits(near, far, 0)).toEqual(near);
    expect(blendOrbits(near, far, 1).distance).toBeCloseTo(2, 12);
    expect(Math.abs(blendOrbits(near, far, 0.5).yaw)).toBeCloseTo(Math.PI, 6);
  });

  test('the front view looks into the face of a character that faces −Z', () => {
    const eye = eyeOf(presetOrbit(ORBIT, 'front', [0, 0, -1]));
    expect(eye[2]).toBeLessThan(-4);
    expect(eye[0]).toBeCloseTo(0, 9);
  });

  test('the left view stands on the left side of a character that faces +Z', () => {
    expect(eyeOf(presetOrbit(ORBIT, 'left', [0, 0, 1]))[0]).toBeGreaterThan(4);
  });
});

test('an orthographic picture shows what is nearer at the same size, and pans, frames and picks as the other one does', () => {
  const orbit = { target: [0, 1, 0], yaw: 0, pitch: 0, distance: 5 } as const;
  const [flat, deep] = [lensOf({ ...orbit, orthographic: true }, 1000, 800), lensOf(orbit, 1000, 800)];
  const across = (lens: Lens, z: number): number => project(lens, [0.5, 1, z])!.x - project(lens, [-0.5, 1, z])!.x;
  expect(across(flat, 0)).toBeCloseTo(across(deep, 0), 6);
  expect(Math.abs(across(flat, 0.5) / across(flat, -0.5) - 1)).toBeLessThan(1e-3);
  expect(across(deep, 0.5) / across(deep, -0.5)).toBeGreaterThan(1.2);
  expect(metresPerPixel(flat, orbit.target)).toBeCloseTo(metresPerPixel(deep, orbit.target), 12);
  expect(withinReach({ ...orbit, orthographic: true }).orthographic).toBe(true);
  expect(turnOrbit({ ...orbit, orthographic: true }, 10, 0).orthographic).toBe(true);
});
