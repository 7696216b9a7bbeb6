import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../../core/math/quat.ts';
import { splitSwingTwist, twistAngle } from '../../../core/math/swing-twist.ts';
import { HALF_TURN_SWING } from '../../../core/math/tolerances.ts';
import { normalize, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import { aDirection, aRotation, rotationsAgree } from '../../helpers/arbitraries.ts';

describe('splitSwingTwist', () => {
  test('recomposed swing · twist is the rotation that was split', () => {
    fc.assert(
      fc.property(aRotation(), aDirection(), (q, axis) => {
        const { swing, twist } = splitSwingTwist(q, axis);
        expect(rotationsAgree(multiply(swing, twist), q)).toBe(true);
      }),
    );
  });

  test('the swing has no part about the axis, and both have w ≥ 0', () => {
    fc.assert(
      fc.property(aRotation(), aDirection(), (q, axis) => {
        const { swing, twist } = splitSwingTwist(q, axis);
        // Within HALF_TURN_SWING of half a turn no twist is taken out: what there was of it stays in the swing.
        const along = q[0] * axis[0] + q[1] * axis[1] + q[2] * axis[2];
        const bound = Math.hypot(along, q[3]) > HALF_TURN_SWING ? 1e-12 : HALF_TURN_SWING;
        expect(Math.abs(swing[0] * axis[0] + swing[1] * axis[1] + swing[2] * axis[2])).toBeLessThanOrEqual(bound);
        expect(swing[3]).toBeGreaterThanOrEqual(-1e-15);
        expect(twist[3]).toBeGreaterThanOrEqual(0);
      }),
      {
        examples: [
          [
            [0, 0, -1, 0],
            [1, 0, -1e-12],
          ],
        ],
      },
    );
  });

  test('about z the y of the swing is (wy + xz)/s: the printed minus sign of the article does not recompose', () => {
    const q = normalizeQuat([0.3, -0.4, 0.5, 0.7]);
    const s = Math.hypot(q[3], q[2]);
    const { swing } = splitSwingTwist(q, UNIT_Z);
    expect(swing[0]).toBeCloseTo((q[3] * q[0] - q[1] * q[2]) / s, 14);
    expect(swing[1]).toBeCloseTo((q[3] * q[1] + q[0] * q[2]) / s, 14);
    const printed: Quat = [swing[0], (q[3] * q[1] - q[0] * q[2]) / s, 0, swing[3]];
    expect(rotationsAgree(multiply(printed, [0, 0, q[2] / s, q[3] / s]), q)).toBe(false);
  });

  test('where the swing is half a turn the previous twist is kept, else there is none', () => {
    const half: Quat = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    expect(splitSwingTwist(half, UNIT_Z).twist).toEqual([0, 0, 0, 1]);
    const previous = fromAxisAngle(UNIT_Z, 1);
    const { swing, twist } = splitSwingTwist(half, UNIT_Z, previous);
    expect(twist).toEqual(previous);
    expect(rotationsAgree(multiply(swing, twist), half)).toBe(true);
  });
});

test('twistAngle gives the angle of a twist in (−π, π]', () => {
  const axis: Vec3 = normalize([1, 2, 3]);
  for (const angle of [-3.1, -1, 0, 0.5, 3.1, Math.PI]) {
    expect(twistAngle(splitSwingTwist(fromAxisAngle(axis, angle), axis).twist, axis)).toBeCloseTo(angle, 12);
  }
});
