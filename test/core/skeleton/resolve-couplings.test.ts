import { describe, expect, test } from 'vitest';
import { fromAxisAngle, multiply, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_Z } from '../../../core/math/vec3.ts';
import type { Coupling } from '../../../core/skeleton/couplings.ts';
import { SHARES } from '../../../core/skeleton/limit-table.ts';
import { limitFlags, OUTSIDE } from '../../../core/skeleton/limit-flags.ts';
import { clampPose, limitedJoints, limitExcess } from '../../../core/skeleton/limit-state.ts';
import {
  createLimitTable,
  LIMIT_STRIDE,
  toLimitFramePacked,
  TWIST_HALF,
  TWIST_MIDDLE,
} from '../../../core/skeleton/limit-table.ts';
import type { Limit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import {
  createCouplingTable,
  resolveSwings,
  resolveTwist,
  valueAt,
  writeHingeAngle,
} from '../../../core/skeleton/resolve-couplings.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { poseOffence } from '../../helpers/coupled-oracle.ts';

const frame = [0, 0, 0, 1] as const;
const ball: SwingTwistLimit = {
  kind: 'swingTwist',
  parentFrame: frame,
  childFrame: frame,
  swing: [1, 1.2, 0.8, 2],
  twist: [-1, 0.9],
};
const hinge: Limit = { kind: 'hinge', axis: UNIT_Z, min: -1, max: 2 };
const limits = [hinge, ball, hinge] as const;

/** The numbers of the ball's limit, as they would be if this were its own. */
const numbersOf = (limit: SwingTwistLimit): number[] => [...createLimitTable([limit]).numbers];
const ofBall = (numbers: Float64Array): number[] => [...numbers.subarray(LIMIT_STRIDE, 2 * LIMIT_STRIDE)];

const chainWith = (couplings: readonly Coupling[]) =>
  createSkeleton(
    limits.map((limit, j) => ({ name: `joint${j}`, parent: j - 1, offset: [0, 0, 0] as const, limit })),
    0,
    couplings,
  );

describe('values between points', () => {
  const points = [
    [-1, 5, 50],
    [0, 7, 30],
    [2, 3, 20],
  ] as const;

  test.each([
    [-9, 5, 50],
    [-1, 5, 50],
    [-0.5, 6, 40],
    [0, 7, 30],
    [0.5, 6, 27.5],
    [2, 3, 20],
    [9, 3, 20],
  ])('at %d they are %d and %d', (x, first, second) => {
    expect([valueAt(points, x, 1), valueAt(points, x, 2)]).toEqual([first, second]);
    expect(valueAt([[4, 1.5]], x, 1)).toBe(1.5);
  });
});

describe('a twist range that follows the swing', () => {
  const following = (...points: [number, number, number][]): Coupling => ({ kind: 'twistBySwing', joint: 1, points });

  function rangeAt(coupling: Coupling, swing: number, shares = [1, 1]): [number, number] {
    const table = createLimitTable(limits, createCouplingTable(limits, [coupling]));
    table.couplings!.shares.set(shares, SHARES);
    table.couplings!.angle[0] = swing;
    resolveTwist(table, table.couplings!, 1);
    const [middle, half] = [table.numbers[LIMIT_STRIDE + TWIST_MIDDLE]!, table.numbers[LIMIT_STRIDE + TWIST_HALF]!];
    return [middle - half, middle + half];
  }
  const expectRange = (found: readonly [number, number], wanted: readonly [number, number]) =>
    wanted.forEach((value, i) => expect(found[i]).toBeCloseTo(value, 12));

  test('is the coupling’s inside the limit’s own, down to the last digit the numbers of such a limit', () => {
    for (const [points, range] of [
      [
        [0, -0.3, 0.7],
        [-0.3, 0.7],
      ],
      [
        [0, -3, 0.1],
        [-1, 0.1],
      ],
      [
        [0, 0.2, 3],
        [0.2, 0.9],
      ],
      [
        [0, -3, 3],
        [-1, 0.9],
      ],
      [
        [0, 0.33, 0.33],
        [0.33, 0.33],
      ],
    ] as const) {
      const table = createLimitTable(limits, createCouplingTable(limits, [following([...points])]));
      table.couplings!.angle[0] = 0.4;
      resolveTwist(table, table.couplings!, 1);
      expect(ofBall(table.numbers)).toEqual(numbersOf({ ...ball, twist: range }));
    }
  });

  test('beyond the limit’s own is the end that is nearer to it', () => {
    expectRange(rangeAt(following([0, 1.5, 2]), 0), [0.9, 0.9]);
    expectRange(rangeAt(following([0, -2.5, -2]), 0), [-1, -1]);
  });

  test('is drawn in towards its middle by the shares of a solve, each end by its own', () => {
    const coupling = following([0, -0.4, 0.8], [1, -0.2, 0.6]);
    expectRange(rangeAt(coupling, 0.5), [-0.3, 0.7]);
    expectRange(rangeAt(coupling, 0.5, [0.5, 1]), [-0.05, 0.7]);
    expectRange(rangeAt(coupling, 0.5, [1, 0.5]), [-0.3, 0.45]);
    expectRange(rangeAt(coupling, 0.5, [0, 0]), [0.2, 0.2]);
  });

  test('is the range at whose ends the joint is listed as standing on a boundary', () => {
    const chain = chainWith([following([0, -0.4, 0.8], [1, -0.2, 0.6])]);
    for (const [swing, twist, isOn] of [
      [0.5, 0.7, true],
      [0.5, -0.3, true],
      [0.5, 0.65, false],
      [0, 0.7, false],
      [0, 0.8, true],
    ] as const) {
      const pose = restPose(chain);
      setRotation(pose, 0, fromAxisAngle(UNIT_Z, 0.5));
      setRotation(pose, 1, multiply(fromAxisAngle([0.6, 0.8, 0], swing), fromAxisAngle(UNIT_Z, twist)));
      expect(limitedJoints(chain, pose)).toEqual(isOn ? [1] : []);
    }
  });

  test('leaves the ranges of other joints alone', () => {
    const table = createLimitTable(limits, createCouplingTable(limits, [following([0, -0.1, 0.1])]));
    const before = [...table.numbers];
    table.couplings!.angle[0] = 0.4;
    for (const joint of [0, 2]) resolveTwist(table, table.couplings!, joint);
    expect([...table.numbers]).toEqual(before);
  });
});

describe('sides of a cone that follow hinges', () => {
  const couplings: readonly Coupling[] = [
    {
      kind: 'swingByHinge',
      joint: 1,
      hinge: 0,
      side: 1,
      points: [
        [0, 0.4],
        [1, 1.4],
      ],
    },
    {
      kind: 'swingByHinge',
      joint: 1,
      hinge: 2,
      side: 1,
      points: [
        [-1, 0.3],
        [1, 0.7],
      ],
    },
    { kind: 'swingByHinge', joint: 1, hinge: 2, side: 3, points: [[0, 0.5]] },
  ];

  function halvesAt(first: number, second: number, share = 1): SwingTwistLimit['swing'] {
    const table = createLimitTable(limits, createCouplingTable(limits, couplings));
    table.couplings!.shares[SHARES + 2] = share;
    const turns = [fromAxisAngle(UNIT_Z, first), frame, fromAxisAngle(UNIT_Z, second)];
    const before = [...table.numbers];
    resolveSwings(table, Float64Array.from(turns.flat()));
    const swing = [0, 1, 2, 3].map((side) => table.numbers[LIMIT_STRIDE + side]!) as [number, number, number, number];
    expect(ofBall(table.numbers)).toEqual(numbersOf({ ...ball, swing }));
    for (const joint of [0, 2])
      expect([...table.numbers.subarray(LIMIT_STRIDE * joint, LIMIT_STRIDE * (joint + 1))]).toEqual(
        before.slice(LIMIT_STRIDE * joint, LIMIT_STRIDE * (joint + 1)),
      );
    return swing;
  }
  const expectHalves = (found: readonly number[], wanted: readonly number[]) =>
    wanted.forEach((value, i) => expect(found[i]).toBeCloseTo(value, 12));

  test('are as wide as the narrowest of them leaves, never wider than the limit’s own', () => {
    expectHalves(halvesAt(0, 1), [1, 0.4, 0.8, 0.5]);
    expectHalves(halvesAt(0.5, 1), [1, 0.7, 0.8, 0.5]);
    expectHalves(halvesAt(0.5, -1), [1, 0.3, 0.8, 0.5]);
    const wide = createLimitTable(limits, createCouplingTable(limits, [couplings[0]!]));
    resolveSwings(wide, Float64Array.from([fromAxisAngle(UNIT_Z, 2), frame, frame].flat()));
    expectHalves(
      [0, 1, 2, 3].map((side) => wide.numbers[LIMIT_STRIDE + side]!),
      [1, 1.2, 0.8, 2],
    );
  });

  test('of two cones are each their own, and so is what is known of their hinges', () => {
    const both = [ball, hinge, ball, hinge] as const;
    const narrowing = (joint: number, by: number, half: number): Coupling => ({
      kind: 'swingByHinge',
      joint,
      hinge: by,
      side: 1,
      points: [[0, half]],
    });
    const table = createLimitTable(
      both,
      createCouplingTable(both, [narrowing(0, 1, 0.4), narrowing(2, 3, 0.6), narrowing(0, 3, 0.5)]),
    );
    resolveSwings(table, Float64Array.from([frame, frame, frame, frame].flat()));
    expect([0, 2].map((joint) => table.numbers[LIMIT_STRIDE * joint + 1])).toEqual([0.4, 0.6]);
    const { driven, sides, twists } = table.couplings!;
    expect(driven.map((list) => list.map(({ coupling }) => coupling.joint))).toEqual([[], [0], [], [2, 0]]);
    expect(sides.map(({ half, sharing }) => [half, sharing.length])).toEqual([
      [0.4, 2],
      [0.6, 1],
      [0.5, 2],
    ]);
    expect(twists).toEqual([null, null, null, null]);
  });

  test('are drawn in by the share of a solve, that of the limit itself too', () => {
    expectHalves(halvesAt(0, 1, 0.5), [1, 0.2, 0.8, 0.25]);
  });

  test('follow the angle of the hinge in the turn around the middle of its range', () => {
    const range = (min: number, max: number): Limit => ({ kind: 'hinge', axis: UNIT_Z, min, max });
    for (const [min, max, angle] of [
      [0, 4, 3.7],
      [0, 4, 0.1],
      [-4, 0.5, -3.9],
      [20, 24, 23.5],
      [-1, 1, 0.9],
    ] as const) {
      for (const sign of [1, -1]) {
        const q = Float64Array.from([9, 9, ...fromAxisAngle(UNIT_Z, angle).map((value) => sign * value)]);
        const found = new Float64Array(2);
        writeHingeAngle(createLimitTable([range(min, max)]), 0, q, 2, found);
        expect(found[0]).toBeCloseTo(angle, 9);
      }
    }
  });
});

test('a pose is brought inside limits that depend on swing and hinges, by an independent measure (200 random ones, seed 101)', () => {
  const random = seededRandom(101);
  const amid = (least: number, most: number): number => least + (most - least) * random();
  const anyCouplings = (k: number): Coupling[] => [
    {
      kind: 'twistBySwing',
      joint: 1,
      points: [0, 0.6, 1.5].map((swing): [number, number, number] => [swing, amid(-1.5, 0), amid(0, 1.5)]),
    },
    {
      kind: 'swingByHinge',
      joint: 1,
      hinge: k % 2 === 0 ? 0 : 2,
      side: ([0, 1, 2, 3] as const)[k % 4]!,
      points: [
        [-0.5, amid(0, 1)],
        [1, amid(0, 1.5)],
      ],
    },
  ];
  let couplings = anyCouplings(0);
  let chain = chainWith(couplings);
  let clamped = 0;
  for (let i = 0; i < 200; i++) {
    // Each skeleton is asked about several poses: what one of them narrowed must not stay for the next.
    if (i % 5 === 0) couplings = anyCouplings(i / 5);
    if (i % 5 === 0) chain = chainWith(couplings);
    const pose = restPose(chain);
    const direction = amid(-Math.PI, Math.PI);
    const swing: Quat = fromAxisAngle([Math.cos(direction), Math.sin(direction), 0], amid(0, 2));
    for (const joint of [0, 2]) setRotation(pose, joint, fromAxisAngle(UNIT_Z, amid(-2, 3)));
    setRotation(pose, 1, multiply(swing, fromAxisAngle(UNIT_Z, amid(-2, 2))));
    const result = clampPose(chain, pose);
    for (let joint = 0; joint < 3; joint++) {
      expect(poseOffence(chain, result.pose, joint), `case ${i}, joint ${joint}`).toBeLessThan(1e-6);
      const offence =
        joint === 1
          ? poseOffence(
              chain,
              Float64Array.from(result.pose, (value, k) => (k >= 7 && k < 11 ? pose[k]! : value)),
              1,
            )
          : poseOffence(chain, pose, joint);
      expect(result.clamped.includes(joint), `case ${i}, joint ${joint}`).toBe(offence > 5e-7);
    }
    const table = createLimitTable(limits, createCouplingTable(limits, couplings));
    const rotations = pose.slice(3);
    for (let joint = 0; joint < 3; joint++) toLimitFramePacked(table, joint, rotations, 4 * joint, rotations, 4 * joint);
    resolveSwings(table, rotations);
    const isOutside = (limitFlags(table, 1, rotations, 4, new Float64Array(3)) & OUTSIDE) !== 0;
    expect(isOutside, `case ${i}`).toBe(poseOffence(chain, pose, 1) > 5e-7);
    expect(limitExcess(chain, pose, 1), `case ${i}`).toBeCloseTo(poseOffence(chain, pose, 1), 6);
    if (result.clamped.includes(1)) clamped++;
  }
  expect(clamped).toBeGreaterThan(50);
  expect(clamped).toBeLessThan(195);
});
