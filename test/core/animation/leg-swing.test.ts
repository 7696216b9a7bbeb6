import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { swingAlong, type HangingLeg } from '../../../core/animation/retarget/leg-swing.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, distance, subtract, type Vec3 } from '../../../core/math/vec3.ts';

/** Radians squared by which a leg turns whose ankle goes to a place: as a whole, and at the knee (by the law of cosines). */
function turned({ top, ankle, upper, lower }: HangingLeg, place: Vec3): number {
  const knee = (end: Vec3) => {
    const cosine = (upper ** 2 + lower ** 2 - distance(top, end) ** 2) / (2 * upper * lower);
    return Math.PI - Math.acos(Math.max(-1, Math.min(1, cosine)));
  };
  const [before, after] = [ankle, place].map((end) => new Vector3(...subtract(end, top))) as [Vector3, Vector3];
  return before.angleTo(after) ** 2 + (knee(place) - knee(ankle)) ** 2;
}

const spread: HangingLeg = { top: [0, 0.8, 0], ankle: [0.3, 0.07, 0.2], upper: 0.41, lower: 0.4 };

test('an ankle goes along its leg to where that turns least', () => {
  const random = seededRandom(11);
  for (let i = 0; i < 60; i++) {
    const ankle: Vec3 = [0.4 * random(), 0.05 + 0.2 * Math.abs(random()), 0.4 * random()];
    const leg = { ...spread, ankle };
    const up = 0.06 * random();
    const way = swingAlong(leg, up);
    expect(way[1]).toBe(0);
    expect(Math.abs(way[0] * ankle[2] - way[2] * ankle[0])).toBeLessThan(1e-12);
    const aside = Math.hypot(ankle[0], ankle[2]);
    const costs = Array.from({ length: 401 }, (_, k) => {
      const further = Math.max(-aside, (0.15 * 0.81 * (k - 200)) / 200) / aside;
      return turned(leg, [ankle[0] * (1 + further), ankle[1] + up, ankle[2] * (1 + further)]);
    });
    expect(turned(leg, add(add(ankle, way), [0, up, 0]))).toBeLessThan(Math.min(...costs) + 1e-5);
  }
});

test('a straight leg that stands aside swings before its knee folds', () => {
  const reach = distance(spread.top, spread.ankle);
  const straight = { ...spread, upper: reach / 2, lower: reach / 2 };
  const place = add(straight.ankle, [0, 0.01, 0]);
  const moved = add(place, swingAlong(straight, 0.01));
  const shortened = (end: Vec3) => reach - distance(straight.top, end);
  expect(shortened(place)).toBeGreaterThan(8e-3);
  expect(shortened(moved)).toBeLessThan(1e-3);
  expect(distance(place, moved)).toBeLessThan(0.03);
});

test('a leg that hangs straight down has no side to swing to, nor has one without a thigh a knee', () => {
  expect(swingAlong({ ...spread, ankle: [0, 0.1, 0] }, 0.03)).toEqual([0, 0, 0]);
  expect(swingAlong({ ...spread, upper: 0 }, 0.03)).toEqual([0, 0, 0]);
});
