import { describe, expect, test } from 'vitest';
import { checkLimit } from '../../../core/skeleton/check-limit.ts';
import { checkCouplings, type Coupling } from '../../../core/skeleton/couplings.ts';
import { limitCoordinates } from '../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { cone, fixed, hinge, slide } from '../../../core/skeleton/make-limit.ts';

const frame = [0, 0, 0, 1] as const;
const turned: Limit = { kind: 'hinge', axis: [0, 0, 1], min: -1, max: 1 };
const slid: Limit = { kind: 'prismatic', axis: [0, 0, 1], min: -1, max: 1 };
const ball: Limit = { kind: 'swingTwist', parentFrame: frame, childFrame: frame, swing: [1, 1, 1, 1], twist: [-1, 1] };

const check = (limit: unknown) => () => checkLimit(limit as Limit, 'arm');

describe('limits', () => {
  test.each([
    [{ kind: 'free' }],
    [{ ...turned, min: 1 }],
    [{ ...turned, min: -8 * Math.PI, max: 8 * Math.PI }],
    [{ ...slid, min: -1e9, max: 1e9 }],
    [{ ...ball, swing: [0, Math.PI, 0, Math.PI], twist: [-Math.PI, Math.PI] }],
    [{ ...ball, twist: [0.5, 0.5] }],
    [{ ...turned, axis: [0, 0, 1.0009] }],
  ])('%j can be used', (limit) => {
    expect(check(limit)).not.toThrow();
  });

  test.each([
    [null, 'arm: the limit must be an object, got null'],
    [[], 'arm: the limit must be an object, got none'],
    [{}, 'arm: a limit must be free, hinge, swingTwist or prismatic, got undefined'],
    [{ ...turned, kind: 'ball' }, 'arm: a limit must be free, hinge, swingTwist or prismatic, got "ball"'],
    [{ ...turned, axis: [0, 0] }, 'arm: the hinge axis must be 3 numbers, got 2'],
    [{ ...turned, axis: [0, 0, 2] }, 'arm: the hinge axis must have length 1, got 2'],
    [
      { ...turned, min: 2 },
      'arm: the hinge range in radians must be finite, rising and inside [-25.132741228718345, 25.132741228718345], got [2, 1]',
    ],
    [
      { ...turned, max: 150 },
      'arm: the hinge range in radians must be finite, rising and inside [-25.132741228718345, 25.132741228718345], got [-1, 150]: of degrees write toRadians(150)',
    ],
    [{ ...turned, min: NaN }, 'arm: the hinge range in radians must be finite'],
    [{ ...slid, axis: [0, 0, 0] }, 'arm: the sliding axis must have length 1, got 0'],
    [
      { ...slid, min: -1.1e9 },
      'arm: the sliding range in metres must be finite, rising and inside [-1000000000, 1000000000], got [-1100000000, 1]',
    ],
    [{ ...slid, max: -2 }, 'arm: the sliding range in metres must be finite'],
    [{ ...ball, parentFrame: [0, 0, 1] }, "arm: the cone's frame must be 4 numbers, got 3"],
    [{ ...ball, childFrame: [0, 0, 0, 2] }, "arm: the bone's frame must have length 1, got 2"],
    [{ ...ball, swing: [1, 1, 1] }, 'arm: swing half-angles must be four numbers from 0 to π radians, got 1, 1, 1'],
    [{ ...ball, swing: [1, -0.1, 1, 1] }, 'arm: swing half-angles must be four numbers from 0 to π radians, got 1, -0.1, 1, 1'],
    [{ ...ball, swing: [1, 1, 45, 1] }, 'radians, got 1, 1, 45, 1: of degrees write toRadians(45)'],
    [{ ...ball, twist: [-4, 1] }, 'arm: the twist range in radians must be finite, rising and inside [-3.14'],
    [{ ...ball, twist: [1, 0] }, 'arm: the twist range in radians must be finite'],
  ])('%j is refused', (limit, sentence) => {
    expect(check(limit)).toThrow(sentence);
    expect(check(limit)).toThrow(RangeError);
  });
});

describe('makers of limits', () => {
  test('fill in a full turn, and the middle of the cone where the bone rests', () => {
    expect(hinge({ axis: [0, 2, 0] })).toEqual({ kind: 'hinge', axis: [0, 1, 0], min: -Math.PI, max: Math.PI });
    expect(fixed()).toMatchObject({ kind: 'hinge', min: 0, max: 0 });
    const made = cone({ axis: [0, 0, 3], half: [0.1, 0.2, 0.3, 0.4] });
    expect(made).toEqual({ ...ball, swing: [0.1, 0.2, 0.3, 0.4], twist: [-Math.PI, Math.PI] });
    expect(limitCoordinates(cone({ axis: [1, 2, 3], half: 0 }), frame).swing).toEqual([
      expect.closeTo(0, 12),
      expect.closeTo(0, 12),
    ]);
  });

  test.each([
    [() => hinge([] as never), 'a hinge must be an object, got none'],
    [() => slide(null as never), 'a slide must be an object, got null'],
    [() => slide({ axis: [0, NaN, 0], min: 0, max: 1 }), 'a slide: the axis must be 3 finite numbers'],
    [() => slide({ axis: [0, 0, 0], min: 0, max: 1 }), 'a slide: the axis must have a length above 0, got 0, 0, 0'],
    [() => cone({ axis: [0, 0, 0], half: 1 }), 'a cone: the axis must have a length above 0'],
    [() => cone({ axis: [0, 0, 1], centre: [0, 0, 0], half: 1 }), 'a cone: the centre must have a length above 0'],
    [() => cone({ axis: [0, 0, 1], half: -0.1 }), 'a cone: half must be a number from 0 to π radians, or four of them, got -0.1'],
    [() => cone({ axis: [0, 0, 1], half: [1, 1] as never }), 'or four of them, got 1, 1'],
    [
      () => cone({ axis: [0, 0, 1], half: 1, min: 2, max: 1 }),
      'a cone: the twist range in radians must be finite, rising and inside [-3.141592653589793, 3.141592653589793], got [2, 1]',
    ],
  ])('refuse what cannot be used (%#)', (make, sentence) => {
    expect(make).toThrow(sentence);
  });
});

describe('couplings', () => {
  const limits = [turned, ball, { ...turned, min: 0, max: 2 * Math.PI } as const, slid];
  const narrowing = { kind: 'swingByHinge', joint: 1, hinge: 0, side: 2, points: [[0, 1]] } as const;
  const following = { kind: 'twistBySwing', joint: 1, points: [[0, -1, 1]] } as const;
  const checkAll =
    (...couplings: readonly unknown[]) =>
    () =>
      checkCouplings(limits, couplings as Coupling[]);

  test('of any number of hinges, and of each twist with its swing, can be used', () => {
    const hinged = { ...turned, max: 1 };
    const wide = [hinged, ball, ball, hinged];
    const all = [narrowing, following, { ...following, joint: 2 }, { ...narrowing, hinge: 3 }, narrowing];
    expect(() => checkCouplings(wide, all)).not.toThrow();
    for (const side of [0, 1, 2, 3]) expect(checkAll({ ...narrowing, side })).not.toThrow();
    expect(
      checkAll({
        ...narrowing,
        points: [
          [0, 0],
          [1e-6, 0],
        ],
      }),
    ).not.toThrow();
    expect(checkAll({ ...following, points: [[0, 0.5, 0.5]] })).not.toThrow();
  });

  test.each([
    [{}, 'coupling 0: the kind must be swingByHinge or twistBySwing, got undefined'],
    [null, 'coupling 0 must be an object, got null'],
    [{ ...narrowing, joint: 0 }, 'coupling 0: joint 0 must have a swing-twist limit'],
    [{ ...narrowing, joint: 9 }, 'coupling 0: joint 9 must have a swing-twist limit'],
    [{ ...narrowing, joint: '1' }, 'coupling 0: joint "1" must have a swing-twist limit'],
    [{ ...following, joint: 3 }, 'coupling 0: joint 3 must have a swing-twist limit'],
    [{ ...narrowing, hinge: 1 }, 'coupling 0: joint 1 must have a hinge limit of less than a full turn'],
    [{ ...narrowing, hinge: 2 }, 'coupling 0: joint 2 must have a hinge limit of less than a full turn'],
    [{ ...narrowing, hinge: 3 }, 'coupling 0: joint 3 must have a hinge limit of less than a full turn'],
    [{ ...narrowing, hinge: '0' }, 'coupling 0: joint "0" must have a hinge limit of less than a full turn'],
    [{ ...narrowing, side: -1 }, 'coupling 0: the side must be 0, 1, 2 or 3, got -1'],
    [{ ...narrowing, points: 7 }, 'coupling 0: the points must be an array, got 7'],
    [{ ...narrowing, points: [] }, 'coupling 0: there must be at least one point'],
    [{ ...narrowing, points: [[0]] }, 'coupling 0: the points must be finite and rise by 0.000001 rad or more, got 0 at 0'],
    [{ ...narrowing, points: [[0, 1, 2]] }, 'coupling 0: the points must be finite'],
    [
      {
        ...narrowing,
        points: [
          [0, 1],
          [9e-7, 1],
        ],
      },
      'coupling 0: the points must be finite and rise by 0.000001 rad or more, got 9e-7, 1 at 1',
    ],
    [
      {
        ...narrowing,
        points: [
          [0, 1],
          [-1, 1],
        ],
      },
      'coupling 0: the points must be finite',
    ],
    [{ ...narrowing, points: [[0, Infinity]] }, 'coupling 0: the points must be finite'],
    [
      {
        ...narrowing,
        points: [
          [0, 1],
          [1, -0.1],
        ],
      },
      'coupling 0: point 1 leaves no range, got 1, -0.1',
    ],
    [{ ...following, points: [[0, -1]] }, 'coupling 0: the points must be finite'],
    [{ ...following, points: [[0, 1, 0.9]] }, 'coupling 0: point 0 leaves no range, got 0, 1, 0.9'],
  ])('%j is refused', (coupling, sentence) => {
    expect(checkAll(coupling)).toThrow(sentence);
  });

  test('are refused where they are no list, or a twist follows its swing twice', () => {
    expect(() => checkCouplings(limits, {} as never)).toThrow('the couplings must be an array, got an object');
    expect(checkAll(narrowing, following, following)).toThrow(
      'coupling 2: the twist of joint 1 may follow its swing once, got coupling 1 too',
    );
  });
});
