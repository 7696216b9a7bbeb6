import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anglePacked,
  copyPacked,
  divideLeftPacked,
  divideRightPacked,
  fromAxesPacked,
  multiplyPacked,
  normalizePacked,
  rotatePacked,
  shortestArcPacked,
  slerpPacked,
} from '../../../core/math/packed-quats.ts';
import {
  angleBetween,
  conjugate,
  fromAxes,
  multiply,
  normalizeQuat,
  quatAt,
  rotate,
  shortestArc,
  slerp,
  type Quat,
} from '../../../core/math/quat.ts';
import { ZERO, type Vec3 } from '../../../core/math/vec3.ts';
import { aRotation } from '../../helpers/arbitraries.ts';

/** Two quaternions and room for a third, none of them at the beginning. */
const packed = (a: Quat, b: Quat) => Float64Array.from([7, 7, 7, 7, ...a, ...b, 0, 0, 0, 0]);

describe.each([
  ['multiplyPacked', multiplyPacked, multiply],
  ['divideLeftPacked', divideLeftPacked, (a: Quat, b: Quat) => multiply(conjugate(a), b)],
  ['divideRightPacked', divideRightPacked, (a: Quat, b: Quat) => multiply(a, conjugate(b))],
] as const)('%s', (_, write, formula) => {
  test('gives the bits of the formula, wherever it is written: beside its arguments or over either', () => {
    fc.assert(
      fc.property(aRotation(), aRotation(), fc.constantFrom(1, 2, 3), (a, b, into) => {
        const all = packed(a, b);
        write(all, 4, all, 8, all, 4 * into);
        expect(quatAt(all, into)).toEqual(formula(a, b));
        for (const other of [1, 2].filter((place) => place !== into)) expect(quatAt(all, other)).toEqual(other === 1 ? a : b);
        expect(quatAt(all, 0)).toEqual([7, 7, 7, 7]);
      }),
    );
  });
});

test('normalizePacked gives length 1 as normalizeQuat does, and the identity for what has no direction', () => {
  for (const q of [
    [1, 2, 3, 4],
    [0, 0, 0, -2],
    [0, 0, 0, 0],
    [Infinity, 0, 0, 1],
    [Number.NaN, 0, 0, 1],
  ] as const) {
    const all = packed([9, 9, 9, 9], q);
    normalizePacked(all, 8);
    expect(quatAt(all, 2)).toEqual(normalizeQuat(q));
    expect(quatAt(all, 1)).toEqual([9, 9, 9, 9]);
  }
});

test('slerpPacked, anglePacked, rotatePacked and fromAxesPacked give the bits of the formulas', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(aRotation(), aRotation(), share, (a, b, t) => {
      for (const to of [a.map((value) => -value) as unknown as Quat, b]) {
        const all = packed(a, to);
        expect(anglePacked(all, 4, all, 8)).toBe(angleBetween(a, to));
        slerpPacked(all, 4, all, 8, t, all, 4);
        expect(quatAt(all, 1)).toEqual(slerp(a, to, t));
        rotatePacked(all, 8, all, 8, all, 12);
        expect([...all.subarray(12, 15)]).toEqual(rotate(to, [to[0], to[1], to[2]]));
      }
      const axes = [rotate(a, [1, 0, 0]), rotate(a, [0, 1, 0]), rotate(a, [0, 0, 1])] as const;
      const written = new Float64Array(4);
      fromAxesPacked(Float64Array.from(axes.flat()), 0, written, 0);
      expect(quatAt(written, 0)).toEqual(fromAxes(...axes));
    }),
  );
});

test('shortestArcPacked gives the bits of the formula, for opposite vectors and those without direction too', () => {
  const number = fc.double({ min: -10, max: 10, noNaN: true });
  const vector = fc.tuple(number, number, number);
  const opposite = vector.map((v) => [v, v.map((value) => -2 * value)] as unknown as [Vec3, Vec3]);
  fc.assert(
    fc.property(fc.oneof(fc.tuple(vector, vector), opposite, fc.tuple(vector, fc.constant(ZERO))), ([from, to]) => {
      const vectors = Float64Array.from([7, ...from, ...to]);
      const written = Float64Array.from([9, 0, 0, 0, 0, 9]);
      shortestArcPacked(vectors, 1, vectors, 4, written, 1);
      expect([...written].map((value) => value + 0)).toEqual([9, ...shortestArc(from, to), 9].map((value) => value + 0));
    }),
  );
});

test('copyPacked copies one quaternion', () => {
  const all = packed([1, 2, 3, 4], [5, 6, 7, 8]);
  copyPacked(all, 8, all, 4);
  expect([...all]).toEqual([7, 7, 7, 7, 5, 6, 7, 8, 5, 6, 7, 8, 0, 0, 0, 0]);
});
