import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { leastTurn, type AskedLeg } from '../../../core/animation/retarget/least-turn.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, subtract, type Vec3 } from '../../../core/math/vec3.ts';

const MOST_YAW = 0.4;

/** A leg of 0.42 and 0.4 m below a hip, its knee bent forwards so many degrees. */
function leg(x: number, bend: number, place: Vec3 = [0, 0, 0]): AskedLeg {
  const top: Vec3 = [x, 0.9, 0];
  const [thigh, shin] = [new Vector3(0, -0.42, 0), new Vector3(0, -0.4, 0)];
  thigh.applyAxisAngle(new Vector3(1, 0, 0), (-bend * Math.PI) / 360);
  shin.applyAxisAngle(new Vector3(1, 0, 0), (bend * Math.PI) / 360);
  const knee = add(top, thigh.toArray());
  const ankle = add(knee, shin.toArray());
  return { top, knee, ankle, place: add(ankle, place) };
}

/** Radians by which a knee is bent, by the law of cosines. */
function bendOf({ top, knee, ankle }: AskedLeg, reach: Vector3): number {
  const [upper, lower] = [subtract(knee, top), subtract(ankle, knee)].map((bone) => Math.hypot(...bone)) as [number, number];
  const cosine = (upper ** 2 + lower ** 2 - reach.lengthSq()) / (2 * upper * lower);
  return Math.PI - Math.acos(Math.max(-1, Math.min(1, cosine)));
}

/** Radians by which each leg swings, and by which its knee bends further, when the body is shifted and yawed. */
function turns(legs: readonly AskedLeg[], shift: Vec3, yaw: number) {
  const middle = new Vector3(...legs[0]!.top).lerp(new Vector3(...legs[1]!.top), 0.5);
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), yaw);
  return legs.map((each) => {
    const top = new Vector3(...each.top)
      .sub(middle)
      .applyQuaternion(turn)
      .add(middle)
      .add(new Vector3(...shift));
    const [before, after] = [new Vector3(...subtract(each.ankle, each.top)), new Vector3(...each.place).sub(top)];
    return { swing: before.angleTo(after), bend: bendOf(each, after) - bendOf(each, before) };
  });
}

const squares = (legs: readonly AskedLeg[], shift: Vec3, yaw: number) =>
  turns(legs, shift, yaw).reduce((sum, { swing, bend }) => sum + swing * swing + bend * bend, 0);

test('one leg takes the body along, and none leaves it', () => {
  expect(leastTurn([leg(0.1, 20, [0.03, 0.01, -0.02])], MOST_YAW)).toEqual({
    shift: [0.03, 0.01, -0.02].map((value) => expect.closeTo(value, 12)),
    yaw: 0,
  });
  expect(leastTurn([], MOST_YAW)).toEqual({ shift: [0, 0, 0], yaw: 0 });
});

describe('two legs', () => {
  test('turn no less by any other shift nearby', () => {
    const random = seededRandom(5);
    const some = (most: number): Vec3 => [most * random(), most * random(), most * random()];
    for (let i = 0; i < 30; i++) {
      const legs = [leg(0.1, 15 + 40 * Math.abs(random()), some(0.04)), leg(-0.1, 15 + 40 * Math.abs(random()), some(0.04))];
      const { shift, yaw } = leastTurn(legs, 0);
      expect(yaw).toBe(0);
      const least = squares(legs, shift, 0);
      for (let other = 0; other < 200; other++) expect(squares(legs, add(shift, some(0.01)), 0)).toBeGreaterThan(least - 1e-4);
    }
  });

  test('of which one is straight leave the change to the bent one', () => {
    const legs = [leg(0.1, 1), leg(-0.1, 50, [0, 0.03, 0])];
    const [straight, bent] = turns(legs, leastTurn(legs, 0).shift, 0);
    expect(Math.abs(straight!.bend)).toBeLessThan(0.05);
    expect(bent!.bend).toBeGreaterThan(0.1);
    const down = [leg(0.1, 1), leg(-0.1, 50, [0, -0.03, 0])];
    const [kept, stretched] = turns(down, leastTurn(down, 0).shift, 0);
    const [folded] = turns(down, [0, -0.015, 0], 0);
    expect(folded!.bend).toBeGreaterThan(0.3);
    expect(kept!.bend).toBeLessThan(0.1);
    expect(stretched!.bend).toBeLessThan(-0.1);
  });

  test('that go opposite ways turn the pelvis, within its bound and not for little', () => {
    const apart = (by: number) => [leg(0.1, 30, [0, 0, -by]), leg(-0.1, 30, [0, 0, by])];
    const { shift, yaw } = leastTurn(apart(0.03), MOST_YAW);
    expect(Math.hypot(...shift)).toBeLessThan(2e-3);
    // 30 mm at 100 mm from the middle would be 0.3: it weighs something itself.
    expect(yaw).toBeGreaterThan(0.1);
    expect(yaw).toBeLessThan(0.3);
    expect(squares(apart(0.03), shift, yaw)).toBeLessThan(0.6 * squares(apart(0.03), [0, 0, 0], 0));
    expect(leastTurn(apart(-0.03), MOST_YAW).yaw).toBeCloseTo(-yaw, 2);
    expect(leastTurn(apart(0.2), MOST_YAW).yaw).toBeLessThanOrEqual(MOST_YAW);
    expect(leastTurn(apart(0), MOST_YAW)).toEqual({ shift: [0, 0, 0], yaw: 0 });
  });
});
