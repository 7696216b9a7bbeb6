import { describe, expect, test } from 'vitest';
import { planFoot } from '../../../core/animation/retarget/plan-feet.ts';
import type { FootPath } from '../../../core/animation/foot-path.ts';
import type { StandingFoot } from '../../../core/animation/retarget/foot-stands.ts';
import { limitPace } from '../../../core/animation/smoothing.ts';
import { angleBetween, fromAxisAngle, quatAt, rotate } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, distance, vec3At, type Vec3 } from '../../../core/math/vec3.ts';

const toes: Vec3 = [0, -0.06, 0.13];
const shape = { standing: 0.08, toes, toesStanding: 0.02, ball: toes, up: [0, 1, 0], ahead: [0, 0, 1], snap: 0.05 } as const;
const random = seededRandom(8);
const FRAMES = 60;

/** A foot that goes forward, with noise, raised a little, sole pitched, heading astray, 60 frames. */
const worlds = Array.from({ length: FRAMES }, (_, frame) => ({
  positions: Float64Array.of(0.004 * random(), 0.095 + 0.004 * random(), 0.003 * frame),
  rotations: Float64Array.from(fromAxisAngle([0.9, 0.3, Math.sqrt(0.1)], 0.1 + 0.02 * random())),
}));

function planned(ankleStands: StandingFoot['ankleStands'], toeStands: StandingFoot['toeStands']): FootPath {
  const limb = { name: 'leftLeg', end: 0, upper: 0, bend: 0, hock: -1, joints: [0], length: 0.8 } as const;
  return planFoot(
    { side: 'left', limb, shape, sourceTop: 0, sourceAnkle: 0, sourceFloor: 0, toes: 0, knowsToes: true, ankleStands, toeStands },
    worlds,
    30,
  );
}

const at = (path: FootPath, frame: number) => vec3At(path.positions, frame);
const toesAt = (path: FootPath, frame: number) => add(at(path, frame), rotate(quatAt(path.rotations, frame), toes));

describe('a foot that stands on heel and toes from frame 20 to 30, and on its toes to 35', () => {
  const path = planned(
    [{ first: 20, last: 30, level: 0, attitude: 'flat' }],
    [{ first: 20, last: 35, level: 0, attitude: 'flat' }],
  );

  test('keeps its toes at one place on the floor', () => {
    for (let frame = 20; frame <= 35; frame++) {
      expect(toesAt(path, frame)[1]).toBeCloseTo(shape.toesStanding, 9);
      expect(distance(toesAt(path, frame), toesAt(path, 20))).toBeLessThan(1e-9);
    }
  });

  test('stands flat and does not turn as long as it stands on both', () => {
    for (let frame = 20; frame <= 30; frame++) {
      expect(path.positions[3 * frame + 1]).toBeCloseTo(shape.standing, 9);
      expect(rotate(quatAt(path.rotations, frame), shape.up)[1]).toBeCloseTo(1, 9);
      expect(angleBetween(quatAt(path.rotations, frame), quatAt(path.rotations, 20))).toBeLessThan(1e-6);
    }
  });

  test('moves as its leg does half a second away', () => {
    for (const frame of [0, 8, 50, 59]) {
      expect(distance(at(path, frame), vec3At(worlds[frame]!.positions, 0))).toBeLessThan(1e-12);
    }
  });

  test('never jumps on the way in and out', () => {
    for (let frame = 1; frame < FRAMES; frame++) {
      expect(distance(at(path, frame), at(path, frame - 1)), `frame ${frame}`).toBeLessThan(0.02);
      const turned = angleBetween(quatAt(path.rotations, frame), quatAt(path.rotations, frame - 1));
      expect(turned, `frame ${frame}`).toBeLessThan(0.08);
    }
  });
});

test('a foot stands as high as what it stands on, and toes that hang lower than the floor are pitched out of it', () => {
  const step = planned(
    [{ first: 10, last: 20, level: 0.3, attitude: 'flat' }],
    [{ first: 10, last: 20, level: 0.3, attitude: 'flat' }],
  );
  expect(step.positions[3 * 15 + 1]).toBeCloseTo(shape.standing + 0.3, 9);
  const free = planned([], []);
  for (let frame = 0; frame < FRAMES; frame++) expect(toesAt(free, frame)[1]).toBeGreaterThan(shape.toesStanding - 1e-9);
});

test('a pace that is limited leaves slow values alone and never goes faster than its rates', () => {
  const values = Float64Array.from({ length: 40 }, (_, i) => (i > 10 && i < 30 ? 1 : 0) + 0.01 * i);
  const rates = new Float64Array(39).fill(0.05);
  const limited = limitPace(values, rates);
  for (let i = 1; i < 40; i++) expect(Math.abs(limited[i]! - limited[i - 1]!)).toBeLessThan(0.05 + 1e-12);
  const slow = Float64Array.from(values, (_, i) => 0.01 * i);
  expect([...limitPace(slow, rates)]).toEqual([...slow]);
});

test('values that matter little give way to those that do, so that these are kept at a limited pace', () => {
  // A limb whose plane turns while it is straight: what it shows in between says nothing.
  const values = Float64Array.from({ length: 40 }, (_, i) => (i < 10 ? 0 : i < 30 ? 0.1 : 1));
  const leeways = Float64Array.from(values, (_, i) => (i < 10 || i >= 30 ? 0 : 2));
  const rates = new Float64Array(39).fill(0.06);
  const limited = limitPace(values, rates, leeways);
  for (let i = 1; i < 40; i++) expect(Math.abs(limited[i]! - limited[i - 1]!)).toBeLessThan(0.06 + 1e-12);
  for (let i = 0; i < 40; i++) if (leeways[i] === 0) expect(limited[i]).toBeCloseTo(values[i]!, 9);
  expect([...limitPace(values, new Float64Array(39).fill(1), new Float64Array(40))]).toEqual([...values]);
});
