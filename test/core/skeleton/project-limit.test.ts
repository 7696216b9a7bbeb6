import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromAxisAngle, IDENTITY, multiply, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_X, UNIT_Z } from '../../../core/math/vec3.ts';
import type { Limit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { limitCoordinates } from '../../../core/skeleton/limit-state.ts';
import { projectOntoLimit } from '../../../core/skeleton/project-limit.ts';
import { aLimit, aRotation, rotationsAgree } from '../../helpers/arbitraries.ts';
import { limitOffence } from '../../helpers/limit-oracle.ts';

const turn = (angle: number): Quat => fromAxisAngle(UNIT_Z, angle);

function swung(a: number, b: number, twist = 0): Quat {
  const angle = Math.hypot(a, b);
  const swing = angle === 0 ? IDENTITY : fromAxisAngle([a / angle, b / angle, 0], angle);
  return multiply(swing, turn(twist));
}

function cone(swing: SwingTwistLimit['swing'], twist: SwingTwistLimit['twist'] = [-Math.PI, Math.PI]): Limit {
  return { kind: 'swingTwist', parentFrame: IDENTITY, childFrame: IDENTITY, swing, twist };
}

describe('projecting a rotation onto a limit', () => {
  test('never leaves it more than 1e-6 rad outside, by an independent measure', () => {
    fc.assert(
      fc.property(aLimit(), aRotation(), (limit, q) => {
        expect(limitOffence(limit, projectOntoLimit(limit, q))).toBeLessThan(1e-6);
      }),
      { numRuns: 2000 },
    );
  });

  test('leaves what is inside as it is, and projecting twice is projecting once', () => {
    fc.assert(
      fc.property(aLimit(), aRotation(), (limit, q) => {
        fc.pre(Math.hypot(...limitCoordinates(limit, q).swing) < 3.14);
        const once = projectOntoLimit(limit, q);
        if (limitOffence(limit, q) < 1e-12) expect(rotationsAgree(once, q)).toBe(true);
        expect(rotationsAgree(projectOntoLimit(limit, once), once, 1e-6)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('goes to the nearest point of round and elliptical cones in swing angle (10,000 random cases against a walk, seed 7)', () => {
    const random = seededRandom(7);
    for (let i = 0; i < 10_000; i++) {
      const round = random() < 0.3;
      const a = 0.05 + 1.5 * random();
      const halves: [number, number, number, number] = round
        ? [a, a, a, a]
        : [a, 0.05 + 1.5 * random(), 0.05 + 1.5 * random(), 0.05 + 1.5 * random()];
      const direction = 2 * Math.PI * random();
      const size = 1.6 + 1.4 * random();
      const [x, y] = [size * Math.cos(direction), size * Math.sin(direction)];
      const limit = cone(halves);
      // The joint stands on the side that the rotation asks for, so that nothing is jumped over.
      const found = limitCoordinates(limit, projectOntoLimit(limit, swung(x, y), swung(x * 1e-3, y * 1e-3))).swing;
      let best = Infinity;
      for (let k = 0; k < 720; k++) {
        const t = (k * Math.PI) / 360;
        const [c, s] = [Math.cos(t), Math.sin(t)];
        best = Math.min(best, Math.hypot(x - c * halves[c >= 0 ? 0 : 1], y - s * halves[s >= 0 ? 2 : 3]));
      }
      const distance = Math.hypot(x - found[0], y - found[1]);
      expect(distance).toBeLessThanOrEqual(best + 1e-7);
      expect(distance).toBeGreaterThan(best - 1e-3);
    }
  });

  test('is not the point on the ray to the centre when that is not nearest', () => {
    const limit = cone([1, 1, 0.2, 0.2]);
    const { swing } = limitCoordinates(limit, projectOntoLimit(limit, swung(0.9, 0.9)));
    expect(swing[0]).toBeGreaterThan(0.7);
    expect(swing[0] / swing[1]).toBeGreaterThan(3);
  });

  test('sends a twist outside its range to the circularly nearer end', () => {
    const limit = cone([1, 1, 1, 1], [0.2, 0.5]);
    const twistOf = (angle: number): number => limitCoordinates(limit, projectOntoLimit(limit, turn(angle), turn(0.3))).twist;
    expect(twistOf(1)).toBeCloseTo(0.5, 12);
    expect(twistOf(-0.5)).toBeCloseTo(0.2, 12);
    // Half a turn and a bit from the middle: past the far point of the circle the other end is nearer.
    expect(twistOf(0.35 - 3)).toBeCloseTo(0.2, 12);
    expect(twistOf(0.35 + 3)).toBeCloseTo(0.5, 12);
  });

  test('keeps the present twist where a swing of half a turn leaves it undefined', () => {
    const half = fromAxisAngle(UNIT_X, Math.PI);
    const open = cone([Math.PI, Math.PI, Math.PI, Math.PI], [0.3, 0.6]);
    expect(rotationsAgree(projectOntoLimit(open, half, turn(0.4)), half)).toBe(true);
    const narrow = cone([1, 1, 1, 1], [0.3, 0.6]);
    expect(limitCoordinates(narrow, projectOntoLimit(narrow, half, turn(0.4))).twist).toBeCloseTo(0.4, 12);
  });

  test('takes the end of the twist nearest to none where the present swing is half a turn too', () => {
    const half = fromAxisAngle(UNIT_X, Math.PI);
    const narrow = cone([1, 1, 1, 1], [0.3, 0.6]);
    expect(limitCoordinates(narrow, projectOntoLimit(narrow, half, half)).twist).toBeCloseTo(0.3, 12);
  });
});

describe('a joint does not tunnel through the forbidden part of its range', () => {
  test('a hinge that is asked for the other end the short way stops at the end on its own side', () => {
    const limit: Limit = { kind: 'hinge', axis: UNIT_Z, min: -2.9, max: 2.9 };
    const found = limitCoordinates(limit, projectOntoLimit(limit, turn(2.8 + 0.6), turn(2.8))).twist;
    expect(found).toBeCloseTo(2.9, 12);
  });

  test('a twist does the same, and a wide cone keeps its swing on its own side', () => {
    const limit = cone([2.6, 2.6, 2.6, 2.6], [-3, 3]);
    expect(limitCoordinates(limit, projectOntoLimit(limit, turn(-2.9 - 0.5), turn(-2.9))).twist).toBeCloseTo(-3, 12);
    const { swing } = limitCoordinates(limit, projectOntoLimit(limit, swung(-2.5, 0), swung(2.5, 0)));
    expect(swing[0]).toBeCloseTo(2.6, 9);
  });

  test('a hinge with a range beyond half a turn still goes wherever the way is free', () => {
    const limit: Limit = { kind: 'hinge', axis: UNIT_Z, min: -2.9, max: 2.9 };
    const found = limitCoordinates(limit, projectOntoLimit(limit, turn(-1), turn(1.5))).twist;
    expect(found).toBeCloseTo(-1, 12);
  });
});
