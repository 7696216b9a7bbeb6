import { describe, expect, test } from 'vitest';
import { aimOf, shotAt, sightOf, type Shot } from '../../../core/animation/camera-motion.ts';
import { aimWay, followWay, keysAlongWay, orbitWay, steadied, type ShotWay } from '../../../core/animation/camera-ways.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance, normalize, subtract, type Vec3 } from '../../../core/math/vec3.ts';

const shot: Shot = { position: [0, 1.5, 4], rotation: [0, 0, 0, 1], focalLength: 50, distance: 4 };
const times = Array.from({ length: 121 }, (_, frame) => frame / 30);
/** 1.2 m forwards a second, a bob of 3 cm at every step. */
const walk = (time: number): Vec3 => [0, 0.9 + 0.03 * Math.cos(4 * Math.PI * time), 1.2 * time];

/** How far the keys are from the way at most, metres and radians, between frames too. */
function largest(way: ShotWay): { readonly away: number; readonly angle: number; readonly count: number } {
  const keys = keysAlongWay(way, times);
  const all = times
    .flatMap((time) => [time, Math.min(4, time + 1 / 60)])
    .map((time) => [shotAt(shot, { keys }, time), way(time)] as const);
  return {
    away: Math.max(...all.map(([a, b]) => distance(a.position, b.position))),
    angle: Math.max(...all.map(([a, b]) => angleBetween(a.rotation, b.rotation))),
    count: keys.length,
  };
}

describe('the way of a camera as keys', () => {
  test('goes round what it aims at, at the same distance, once, with few keys', () => {
    const way = orbitWay(shot, 0, 4, 1);
    for (const time of [0.3, 1.1, 3.7]) {
      expect(distance(way(time).position, [0, 1.5, 0])).toBeCloseTo(4, 9);
      expect(distance(aimOf(way(time)), [0, 1.5, 0])).toBeLessThan(1e-9);
    }
    // To the right of the picture: the camera goes towards +X first, as an orbit with a drag to the left does.
    expect(way(1).position.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([4, 1.5, 0]);
    expect(distance(way(4).position, shot.position)).toBeLessThan(1e-9);
    const { away, angle, count } = largest(way);
    // 0.6 % of the distance, at frames.
    expect(away).toBeLessThan(0.03);
    expect(angle).toBeLessThan(0.01);
    expect(count).toBeLessThan(30);
  });

  test('goes along with what it follows, and steadily', () => {
    const raw = followWay(shot, walk, 0);
    expect(subtract(raw(2).position, shot.position)[2]).toBeCloseTo(2.4, 9);
    const steady = followWay(shot, steadied(walk, times, 0.3), 0);
    const heights = times.slice(15, -15).map((time) => steady(time).position[1]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.02);
    const { away, angle, count } = largest(followWay(shot, (time) => [Math.sin(time), 0, time * time], 0));
    expect(away).toBeLessThan(0.03);
    expect(angle).toBeLessThan(1e-7);
    expect(count).toBeLessThan(25);
  });

  test('aims at what moves, from where it stands', () => {
    const way = aimWay(() => ({ ...shot, position: [3, 1.5, 1] }), walk);
    for (const time of [0, 1, 3]) {
      const meant = normalize(subtract(walk(time), [3, 1.5, 1]));
      expect(sightOf(way(time))).toEqual(meant.map((value) => expect.closeTo(value, 9)));
      expect(distance(aimOf(way(time)), walk(time))).toBeLessThan(1e-9);
    }
    expect(largest(way).angle).toBeLessThan(0.01);
    // What is at the camera cannot be aimed at: it looks as before.
    expect(
      aimWay(
        () => shot,
        () => shot.position,
      )(1),
    ).toBe(shot);
  });

  test('is two keys where nothing moves', () => {
    expect(keysAlongWay(() => shot, times).map(({ time }) => time)).toEqual([0, 4]);
  });
});
