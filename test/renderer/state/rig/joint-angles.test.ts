import { describe, expect, test } from 'vitest';
import { angleBetween, fromAxisAngle, fromAxes, multiply, normalizeQuat, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import type { HingeLimit, Limit, SwingTwistLimit } from '../../../../core/skeleton/limits.ts';
import { FREE } from '../../../../core/skeleton/limits.ts';
import { jointAngles, withJointAngle } from '../../../../renderer/state/rig/joint-angles.ts';

const HINGE: HingeLimit = { kind: 'hinge', axis: [0, 0.6, 0.8], min: -0.2, max: 2.4 };
const CONE: SwingTwistLimit = {
  kind: 'swingTwist',
  parentFrame: fromAxes([0, 1, 0], [0, 0, 1], [1, 0, 0]),
  childFrame: fromAxes([0, 1, 0], [0, 0, 1], [1, 0, 0]),
  swing: [1.2, 0.9, 0.7, 0.5],
  twist: [-0.6, 1.1],
};

function values(limit: Limit, rotation: Quat): number[] {
  return jointAngles(limit, rotation).map(({ value }) => value);
}

describe('A hinge', () => {
  test('is one angle inside its own range', () => {
    const [bend] = jointAngles(HINGE, fromAxisAngle(HINGE.axis, 1.3));
    expect(bend).toEqual({ label: 'Bend', value: expect.closeTo(1.3, 12), min: -0.2, max: 2.4 });
  });

  test('is set about its axis and held inside its range', () => {
    expect(angleBetween(withJointAngle(HINGE, [0, 0, 0, 1], 0, 0.7), fromAxisAngle(HINGE.axis, 0.7))).toBeLessThan(1e-12);
    expect(angleBetween(withJointAngle(HINGE, [0, 0, 0, 1], 0, 9), fromAxisAngle(HINGE.axis, 2.4))).toBeLessThan(1e-12);
  });
});

describe('A cone', () => {
  test('tells twist about the bone from swing, in the frame of the limit', () => {
    // The bone points along world x here: a turn about x is all twist, one about y all swing about the limit's x axis.
    expect(values(CONE, fromAxisAngle([1, 0, 0], 0.4))).toEqual([0, 0, 0.4].map((value) => expect.closeTo(value, 12)));
    expect(values(CONE, fromAxisAngle([0, 1, 0], 0.3))).toEqual([0.3, 0, 0].map((value) => expect.closeTo(value, 12)));
    expect(values(CONE, fromAxisAngle([0, 0, 1], -0.2))).toEqual([0, -0.2, 0].map((value) => expect.closeTo(value, 12)));
  });

  test('shows the range of each side', () => {
    const ranges = jointAngles(CONE, [0, 0, 0, 1]).map(({ min, max }) => [min, max]);
    expect(ranges).toEqual([
      [-0.9, 1.2],
      [-0.5, 0.7],
      [-0.6, 1.1],
    ]);
  });

  test('keeps its other numbers when one is set', () => {
    const before = multiply(fromAxisAngle([0, 1, 0], 0.3), fromAxisAngle([1, 0, 0], 0.4));
    const after = values(CONE, withJointAngle(CONE, before, 1, 0.25));
    expect(after).toEqual([values(CONE, before)[0], 0.25, 0.4].map((value) => expect.closeTo(value ?? 0, 9)));
  });
});

test('Setting a number to what it is changes no rotation, whatever the limit (seed 7, 200 rotations)', () => {
  const random = seededRandom(7);
  const wide: SwingTwistLimit = { ...CONE, swing: [Math.PI, Math.PI, Math.PI, Math.PI], twist: [-Math.PI, Math.PI] };
  for (let i = 0; i < 200; i++) {
    const rotation = normalizeQuat([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]);
    for (const limit of [wide, FREE]) {
      jointAngles(limit, rotation).forEach(({ value }, index) => {
        expect(angleBetween(withJointAngle(limit, rotation, index, value), rotation)).toBeLessThan(1e-6);
      });
    }
  }
});

test('A sliding joint has no angles', () => {
  const slide: Limit = { kind: 'prismatic', axis: [1, 0, 0], min: 0, max: 1 };
  expect(jointAngles(slide, [0, 0, 0, 1])).toEqual([]);
  expect(withJointAngle(slide, [0, 0, 0, 1], 0, 1)).toEqual([0, 0, 0, 1]);
});
