import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { leastTurn, placeOfLeastTurn, type AskedLeg, type HeldLeg } from '../../../core/animation/retarget/least-turn.ts';
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

describe('a foot that stays at one place while its leg comes to be straight', () => {
  const FRAMES = 21;
  /** From hip to ankle with the knee bent by 45°. */
  const REACH = 0.757;
  /** A leg bent so many degrees under a hip that stays, swung forward by so many radians from hanging down. */
  const swung = (bend: number, forward: number, give: number): HeldLeg => {
    const { top, knee, ankle } = leg(0.1, bend);
    const turn = Math.atan2(ankle[2] - top[2], top[1] - ankle[1]) - forward;
    const at = (joint: Vec3) =>
      add(top, new Vector3(...subtract(joint, top)).applyAxisAngle(new Vector3(1, 0, 0), turn).toArray());
    const place = at(ankle);
    return { top, knee: at(knee), ankle: place, place, point: add(place, [0, -0.06, 0.13]), give };
  };
  /** The knee comes from 45° to nearly straight, and the leg swings forward so that its ankle stays as high. */
  const straightening = (give: number) =>
    Array.from({ length: FRAMES }, (_, frame) => {
      const bend = Math.max(1, 45 - 3 * frame);
      const { top, ankle } = leg(0.1, bend);
      return swung(bend, Math.acos(Math.min(1, REACH / Math.hypot(...subtract(ankle, top)))), give);
    });
  const turnsAt = (legs: readonly HeldLeg[], [x, , z]: Vec3) =>
    legs.map((each) => {
      const place = add(each.place, [x - each.point[0], 0, z - each.point[2]]);
      const [before, after] = [subtract(each.ankle, each.top), subtract(place, each.top)].map((way) => new Vector3(...way)) as [
        Vector3,
        Vector3,
      ];
      const reach = after.length();
      const beyond = Math.max(0, reach - 0.82);
      return { swing: before.angleTo(after), bend: bendOf(each, after) - bendOf(each, before), beyond };
    });
  const mean = (legs: readonly HeldLeg[]) =>
    legs
      .map(({ point }) => point)
      .reduce(add)
      .map((sum) => sum / legs.length) as unknown as Vec3;
  const costOf = (legs: readonly HeldLeg[], place: Vec3) =>
    turnsAt(legs, place).reduce((sum, { swing, bend, beyond }) => sum + swing ** 2 + bend ** 2 + (beyond / 0.14) ** 2, 0);

  test('is where the straight leg has it rather than in the middle', () => {
    const legs = straightening(0.14);
    const [place, middle] = [placeOfLeastTurn(legs), mean(legs)];
    const lastBend = (at: Vec3) => turnsAt(legs, at).at(-1)!.bend;
    expect(lastBend(middle)).toBeGreaterThan(0.4);
    expect(lastBend(place)).toBeLessThan(0.8 * lastBend(middle));
    expect(costOf(legs, place)).toBeLessThan(0.9 * costOf(legs, middle));
    expect(place[1]).toBeCloseTo(middle[1], 12);
  });

  test('turns its leg no less at any other place nearby, heels rising where it is too short', () => {
    const random = seededRandom(9);
    const legs = straightening(0.14);
    const place = placeOfLeastTurn(legs);
    for (let other = 0; other < 200; other++)
      expect(costOf(legs, add(place, [0.03 * random(), 0, 0.03 * random()]))).toBeGreaterThan(costOf(legs, place) - 1e-3);
  });

  test('keeps nearer to where its leg reaches the more it weighs to be beyond', () => {
    const beyond = (give: number) => {
      const legs = [swung(1, 0.2, give), swung(1, 0.4, give)];
      return Math.max(...turnsAt(legs, placeOfLeastTurn(legs)).map((each) => each.beyond));
    };
    expect(beyond(0.04)).toBeLessThan(0.7 * beyond(0.14));
  });

  test('is its own place in one frame alone, and that of legs that do not move', () => {
    const [one] = straightening(0.14);
    expect(placeOfLeastTurn([one!])).toEqual(one!.point);
    const still = placeOfLeastTurn(Array.from({ length: 5 }, () => one!));
    expect(Math.hypot(...subtract(still, one!.point))).toBeLessThan(1e-12);
  });
});
