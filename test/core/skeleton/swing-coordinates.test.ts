import { expect, test } from 'vitest';
import { angleBetween, fromAxisAngle, multiply, quatAt, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_Z } from '../../../core/math/vec3.ts';
import { composeSwingTwist, readSwingTwist } from '../../../core/skeleton/swing-coordinates.ts';

const random = seededRandom(61);
const amid = (least: number, most: number): number => least + (most - least) * random();

/** A swing by √(a² + b²) radians about (a, b, 0), after a twist about z. */
function swung(a: number, b: number, twist: number): Quat {
  const angle = Math.hypot(a, b);
  const swing: Quat = angle === 0 ? [0, 0, 0, 1] : fromAxisAngle([a / angle, b / angle, 0], angle);
  return multiply(swing, fromAxisAngle(UNIT_Z, twist));
}

/** Swings and twists of every size, none and hardly any among them. */
const CASES = [
  [0, 0, 0],
  [0, 0, 1.2],
  [3e-9, -4e-9, 0.5],
  [1e-6, 2e-6, -2],
  ...Array.from({ length: 200 }, (): [number, number, number] => {
    const [size, direction] = [amid(0, 3.1), amid(-Math.PI, Math.PI)];
    return [size * Math.cos(direction), size * Math.sin(direction), amid(-3.1, 3.1)];
  }),
] as const;

test('swing and twist are written at their place as the product of the two turns, and nowhere else', () => {
  for (const [a, b, twist] of CASES) {
    const packed = new Float64Array(12).fill(7);
    packed.set([a, b, Math.sin(twist / 2), Math.cos(twist / 2)], 4);
    composeSwingTwist(packed, 4);
    swung(a, b, twist).forEach((value, i) => expect(packed[4 + i]).toBeCloseTo(value, 12));
    expect([...packed.subarray(0, 4), ...packed.subarray(8)]).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
  }
});

test('they are read back from either of the two quaternions of a rotation, at their place and nowhere else', () => {
  for (const [a, b, twist] of CASES) {
    for (const sign of [1, -1]) {
      const packed = new Float64Array(12).fill(9);
      packed.set(
        swung(a, b, twist).map((value) => sign * value),
        4,
      );
      const read = new Float64Array(9).fill(7);
      readSwingTwist(packed, 4, read, 3);
      [a, b, twist].forEach((value, i) => expect(read[3 + i]).toBeCloseTo(value, 9));
      expect([...read.subarray(0, 3), ...read.subarray(6)]).toEqual([7, 7, 7, 7, 7, 7]);
    }
  }
});

test('at a swing of half a turn the twist is read as none, and the swing is the whole rotation', () => {
  for (const direction of [0, 0.7, 2, -2.5]) {
    const half = fromAxisAngle([Math.cos(direction), Math.sin(direction), 0], Math.PI);
    const read = new Float64Array(3);
    readSwingTwist(Float64Array.of(half[0], half[1], 0, 0), 0, read, 0);
    expect(read[2]).toBe(0);
    const again = Float64Array.of(read[0]!, read[1]!, 0, 1);
    composeSwingTwist(again, 0);
    expect(angleBetween(quatAt(again, 0), half)).toBeLessThan(1e-12);
  }
});
