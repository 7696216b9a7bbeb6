import { expect, test } from 'vitest';
import { clamp, DEGREES, toDegrees, toRadians, wrapAngle } from '../../../core/math/angles.ts';
import { seededRandom } from '../../../core/math/random.ts';

test('a half turn is 180 degrees, and back', () => {
  expect(toDegrees(Math.PI)).toBeCloseTo(180, 12);
  expect(toRadians(180)).toBeCloseTo(Math.PI, 12);
  expect(90 * DEGREES).toBe(Math.PI / 2);
  expect(toDegrees(-0.3)).toBeCloseTo(-17.188733853924695, 12);
});

test('a wrapped angle is the same direction within (−π, π], half a turn being +π (1,000 angles, seed 3)', () => {
  const random = seededRandom(3);
  for (let i = 0; i < 1000; i++) {
    const angle = 60 * random() - 30;
    const wrapped = wrapAngle(angle);
    expect(wrapped > -Math.PI && wrapped <= Math.PI).toBe(true);
    expect(Math.hypot(Math.cos(wrapped) - Math.cos(angle), Math.sin(wrapped) - Math.sin(angle))).toBeLessThan(1e-13);
  }
  for (const turns of [-3, -1, 1, 3]) expect(wrapAngle(turns * Math.PI)).toBe(Math.PI);
  expect(wrapAngle(0)).toBe(0);
});

test('a clamped value is the nearest inside', () => {
  expect([-2, -1, 0.5, 1, 3].map((value) => clamp(value, -1, 1))).toEqual([-1, -1, 0.5, 1, 1]);
});
