import { describe, expect, test } from 'vitest';
import { createSolver } from '../../../core/ik/solver.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, fromEuler, IDENTITY, multiply, rotate } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { dot, normalize, type Vec3 } from '../../../core/math/vec3.ts';
import { jointNamed, readJoint } from '../../../core/skeleton/joint-values.ts';
import { isInsideLimits, limitExcess } from '../../../core/skeleton/limit-state.ts';
import { cone, fixed, hinge, slide } from '../../../core/skeleton/make-limit.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { createSkeleton, withExpressions } from '../../../core/skeleton/skeleton.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';

function oneJoint(limit: Limit) {
  return createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0], limit }]);
}

describe('cone', () => {
  test('leaves the bone within its half-angle of the centre, wherever the bone and the centre point', () => {
    const random = seededRandom(1);
    const vector = (): Vec3 => [random() - 0.5, random() - 0.5, random() - 0.5];
    for (let i = 0; i < 300; i++) {
      const along = vector();
      const centre = i % 3 === 0 ? along : vector();
      const skeleton = oneJoint(cone({ axis: along, centre, half: 40 * DEGREES }));
      const pose = restPose(skeleton);
      const q = fromAxisAngle(normalize(vector()), 6 * random());
      setRotation(pose, 0, q);
      const away = Math.acos(Math.min(1, dot(rotate(q, normalize(along)), normalize(centre))));
      expect(limitExcess(skeleton, pose, 0)).toBeCloseTo(Math.max(0, away - 40 * DEGREES), 6);
    }
  });

  test('measures twist from rest where its centre is where the bone rests', () => {
    const skeleton = oneJoint(cone({ axis: [0, 2, 0], half: 1, min: -0.2, max: 0.3 }));
    const pose = restPose(skeleton);
    expect(isInsideLimits(skeleton, pose)).toBe(true);
    setRotation(pose, 0, fromAxisAngle([0, 1, 0], 0.5));
    expect(limitExcess(skeleton, pose, 0)).toBeCloseTo(0.2, 9);
  });
});

describe('hinge, slide and fixed', () => {
  test('take directions of any length', () => {
    expect(hinge({ axis: [0, 0, 5], min: -1, max: 2 })).toEqual({ kind: 'hinge', axis: [0, 0, 1], min: -1, max: 2 });
    expect(slide({ axis: [3, 0, 0], min: 0, max: 1 })).toEqual({ kind: 'prismatic', axis: [1, 0, 0], min: 0, max: 1 });
  });

  test('a fixed joint stays where it rests', () => {
    const skeleton = createSkeleton([
      { name: 'base', parent: -1, offset: [0, 0, 0], limit: fixed() },
      { name: 'tip', parent: 0, offset: [1, 0, 0] },
    ]);
    const { pose } = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: 1, target: [0, 1, 0] }]);
    expect(pose).toEqual(restPose(skeleton));
  });

  test.each([
    [
      () => hinge({ axis: [0, 0, 1], max: 150 }),
      'a hinge: the hinge range in radians must be finite, rising and inside [-25.132741228718345, 25.132741228718345], got [-3.141592653589793, 150]: of degrees write toRadians(150)',
    ],
    [
      () => cone({ axis: [0, 1, 0], half: 45 }),
      'a cone: half must be a number from 0 to π radians, or four of them, got 45: of degrees write toRadians(45)',
    ],
    [
      () => cone({ axis: [0, 1, 0], half: 1, max: 90 }),
      'a cone: the twist range in radians must be finite, rising and inside [-3.141592653589793, 3.141592653589793], got [-3.141592653589793, 90]: of degrees write toRadians(90)',
    ],
    [() => hinge({ axis: { x: 0, y: 0, z: 1 } as never }), 'got an object with x, y, z: write [v.x, v.y, v.z]'],
    [
      () => setRotation(restPose(oneJoint(fixed())), 0, { x: 0, y: 0, z: 0, w: 1 } as never),
      'got an object with x, y, z: write [v.x, v.y, v.z, v.w]',
    ],
    [
      () => setRotation(restPose(oneJoint(fixed())), 'joint' as never, IDENTITY),
      'got "joint": write jointNamed(skeleton, "joint")',
    ],
    [() => hinge({ axis: [0, 0, 0] }), 'a hinge: the axis must have a length above 0, got 0, 0, 0'],
    [() => hinge({ axis: [0, 0, 1], min: 2, max: 1 }), 'a hinge: the hinge range in radians must be finite, rising'],
    [() => cone({ axis: [0, 1, 0], half: 4 }), 'a cone: half must be a number from 0 to π radians, or four of them, got 4'],
    [() => slide({ axis: [0, 1, 0], min: 0, max: NaN }), 'a slide: the sliding range in metres must be finite'],
    [() => cone(undefined as never), 'a cone must be an object, got undefined'],
  ])('refuse what cannot be used (%#)', (make, sentence) => {
    expect(make).toThrow(sentence);
  });
});

describe('hinges of up to four turns', () => {
  test('of more than a turn go round, and others are the same as with whole turns taken off', () => {
    const arm = (min: number, max: number) =>
      createSkeleton([
        { name: 'base', parent: -1, offset: [0, 0, 0], limit: { kind: 'hinge', axis: [0, 0, 1], min, max } },
        { name: 'tip', parent: 0, offset: [1, 0, 0] },
      ]);
    const reach = (min: number, max: number, angle: number) => {
      const skeleton = arm(min, max);
      const target: Vec3 = [Math.cos(angle), Math.sin(angle), 0];
      const outcome = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: 1, target }]);
      expect(isInsideLimits(skeleton, outcome.pose)).toBe(true);
      return { reached: outcome.status === 'reached', angle: readJoint(skeleton, outcome.pose, 0) };
    };
    for (const angle of [-3, -1, 0.5, 2, 3.1]) expect(reach(-400 * DEGREES, 400 * DEGREES, angle).reached).toBe(true);
    const wrapped = reach(6 * Math.PI, 6 * Math.PI + 1, 0.5);
    expect(wrapped.reached).toBe(true);
    expect(wrapped.angle - 6 * Math.PI).toBeCloseTo(0.5, 3);
    expect(reach(6 * Math.PI, 6 * Math.PI + 1, 2).angle - 6 * Math.PI).toBeCloseTo(1, 6);
  });
});

describe('a skeleton', () => {
  test('keeps its own frozen copies of limits and couplings', () => {
    const range = { kind: 'hinge' as const, axis: [0, 0, 1] as [number, number, number], min: -0.1, max: 0.1 };
    const skeleton = oneJoint(range);
    range.max = 3;
    range.axis[0] = 7;
    expect(skeleton.limits[0]).toEqual({ kind: 'hinge', axis: [0, 0, 1], min: -0.1, max: 0.1 });
    expect(() => Object.assign(skeleton.limits[0]!, { max: 3 })).toThrow(TypeError);
    expect(() => (skeleton.limits as Limit[]).push(range)).toThrow(TypeError);
  });
});

describe('jointNamed', () => {
  const skeleton = createSkeleton(
    ['hips', 'leftUpperArm', 'leftLowerArm', 'rightUpperArm'].map((name, j) => ({ name, parent: j - 1, offset: [0, 1, 0] })),
  );

  test('finds a joint, and names the nearest ones when there is none', () => {
    expect(jointNamed(skeleton, 'leftLowerArm')).toBe(2);
    expect(() => jointNamed(skeleton, 'LeftUperArm')).toThrow(
      'the skeleton has no joint named "LeftUperArm"; near it are "leftUpperArm", "leftLowerArm"',
    );
    expect(() => jointNamed(skeleton, 'xyz')).toThrow(/named "xyz"$/);
  });
});

describe('readJoint', () => {
  test('gives a hinge’s angle inside its range and a slide’s way', () => {
    const skeleton = createSkeleton([
      { name: 'turn', parent: -1, offset: [0, 0, 0], limit: hinge({ axis: [0, 1, 0], min: 2, max: 5 }) },
      { name: 'way', parent: 0, offset: [0, 0, 0], limit: slide({ axis: [1, 0, 0], min: 0, max: 2 }) },
      { name: 'ball', parent: 1, offset: [0, 0, 0] },
    ]);
    const pose = restPose(skeleton);
    setRotation(pose, 0, fromAxisAngle([0, 1, 0], 4.5));
    pose[pose.length - 1] = 1.25;
    expect(readJoint(skeleton, pose, 0)).toBeCloseTo(4.5, 12);
    expect(readJoint(skeleton, pose, 1)).toBe(1.25);
    expect(() => readJoint(skeleton, pose, 2)).toThrow('only a hinge or a sliding joint has one value, got a free joint, "ball"');
    expect(() => readJoint(skeleton, pose, 9)).toThrow('the joint must be an index from 0 to 2, got 9');
  });
});

describe('fromEuler', () => {
  test('multiplies the turns in the order of its letters', () => {
    const [x, y, z] = [fromAxisAngle([1, 0, 0], 0.3), fromAxisAngle([0, 1, 0], -0.7), fromAxisAngle([0, 0, 1], 1.1)];
    expect(angleBetween(fromEuler(0.3, -0.7, 1.1), multiply(x, multiply(y, z)))).toBeLessThan(1e-12);
    expect(angleBetween(fromEuler(0.3, -0.7, 1.1, 'ZXY'), multiply(z, multiply(x, y)))).toBeLessThan(1e-12);
    expect(fromEuler(0, 0, 0, 'YZX')).toEqual(IDENTITY);
    expect(() => fromEuler(0, 0, 0, 'XXY' as never)).toThrow('must be X, Y and Z in some order, got "XXY"');
  });
});

test('a misspelt field is refused with the near name', () => {
  const axis = [0, 0, 1] as const;
  const hinged = { axis, min: 0, maxx: 1 };
  expect(() => hinge(hinged)).toThrow('a hinge cannot have the field "maxx"; near it is "max"');
  const slid = { axis, min: 0, max: 1, axes: axis };
  expect(() => slide(slid)).toThrow('a slide cannot have the field "axes"; near it is "axis"');
  const coned = { axis, half: 1, center: axis };
  expect(() => cone(coned)).toThrow('a cone cannot have the field "center"; near it is "centre"');
});

test('a skeleton and its names cannot be changed', () => {
  const skeleton = withExpressions(createSkeleton([{ name: 'a', parent: -1, offset: [0, 0, 0] }]), ['smile']);
  expect(Object.isFrozen(skeleton) && Object.isFrozen(skeleton.names) && Object.isFrozen(skeleton.limits)).toBe(true);
});
