import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle, IDENTITY } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_X, UNIT_Y, UNIT_Z } from '../../../core/math/vec3.ts';
import { clampPose, isInsideLimits, limitCoordinates, limitedJoints, limitExcess } from '../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { poseLength, restPose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { sampleLimit } from '../../../core/skeleton/sample-limit.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { aLimit, aRotation, aSkeleton } from '../../helpers/arbitraries.ts';
import { limitOffence } from '../../helpers/limit-oracle.ts';

const knee: Limit = { kind: 'hinge', axis: UNIT_X, min: 0, max: 2.4 };
const wrist: Limit = {
  kind: 'swingTwist',
  parentFrame: IDENTITY,
  childFrame: IDENTITY,
  swing: [0.5, 0.5, 0.5, 0.5],
  twist: [-0.2, 0.2],
};
const skeleton = createSkeleton([
  { name: 'knee', parent: -1, offset: [0, 0, 0], limit: knee },
  { name: 'wrist', parent: 0, offset: [0, 1, 0], limit: wrist },
  { name: 'free', parent: 1, offset: [0, 1, 0] },
]);

describe('the state of limits in a pose', () => {
  test('limitExcess is what an independent measure finds, for any limit and rotation', () => {
    fc.assert(
      fc.property(aLimit(), aRotation(), (limit, any) => {
        // How far a rotation off its axis has turned about a hinge is a matter of definition: only turns about the axis are compared.
        const q = limit.kind === 'hinge' ? fromAxisAngle(limit.axis, 3 * any[0]) : any;
        // At half a turn the swing has no direction, and neither measure is right.
        fc.pre(Math.hypot(...limitCoordinates(limit, q).swing) < 3.14);
        const one = createSkeleton([{ name: 'a', parent: -1, offset: [0, 0, 0], limit }]);
        const pose = restPose(one);
        setRotation(pose, 0, q);
        if (limit.kind === 'prismatic') pose[7] = (limit.min + limit.max) / 2;
        expect(limitExcess(one, pose, 0)).toBeCloseTo(limitOffence(limit, q), 6);
      }),
      { numRuns: 1000 },
    );
  });

  test('clampPose brings in exactly the joints that were outside, and tells which', () => {
    const pose = restPose(skeleton);
    setRotation(pose, 0, fromAxisAngle(UNIT_X, -0.3));
    setRotation(pose, 1, fromAxisAngle(UNIT_Y, 0.4));
    const { pose: inside, clamped } = clampPose(skeleton, pose);
    expect(clamped).toEqual([0]);
    expect(rotationOf(inside, 1)).toEqual(rotationOf(pose, 1));
    expect(limitCoordinates(knee, rotationOf(inside, 0)).twist).toBeCloseTo(0, 12);
    expect(isInsideLimits(skeleton, pose)).toBe(false);
    expect(isInsideLimits(skeleton, inside)).toBe(true);
  });

  test('any finite pose of any skeleton is brought inside', () => {
    fc.assert(
      fc.property(aSkeleton(6), fc.integer(), fc.constantFrom(1e-3, 1, 1e3), (any, seed, size) => {
        const random = seededRandom(seed);
        const pose = Float64Array.from({ length: poseLength(any) }, () => size * (2 * random() - 1));
        const { pose: inside } = clampPose(any, pose);
        expect(inside.every(Number.isFinite)).toBe(true);
        for (let j = 0; j < any.count; j++) expect(limitExcess(any, inside, j)).toBeLessThan(1e-6);
      }),
    );
  });

  test('joints on a boundary are listed, free joints and joints without room never', () => {
    const pose = restPose(skeleton);
    setRotation(pose, 1, fromAxisAngle(UNIT_Z, 0.1));
    expect(limitedJoints(skeleton, pose)).toEqual([0]);
    setRotation(pose, 0, fromAxisAngle(UNIT_X, 1));
    setRotation(pose, 1, fromAxisAngle(UNIT_Z, 0.2));
    expect(limitedJoints(skeleton, pose)).toEqual([1]);
    const fixed = createSkeleton([
      { name: 'fixed', parent: -1, offset: [0, 0, 0], limit: { kind: 'hinge', axis: UNIT_X, min: 0, max: 0 } },
    ]);
    expect(limitedJoints(fixed, restPose(fixed))).toEqual([]);
  });

  test('a joint at the end of a cone that is a line, open about one axis only, is on its boundary; in the middle it is not', () => {
    const saddle: Limit = { ...wrist, swing: [1, 0.5, 0, 0] };
    const one = createSkeleton([{ name: 'saddle', parent: -1, offset: [0, 0, 0], limit: saddle }]);
    const solver = createSolver(one);
    for (const [angle, isOn] of [
      [1, true],
      [-0.5, true],
      [0, false],
      [0.4, false],
      [-0.4, false],
    ] as const) {
      const pose = restPose(one);
      setRotation(pose, 0, fromAxisAngle(UNIT_X, angle));
      expect(limitedJoints(one, pose)).toEqual(isOn ? [0] : []);
      expect(solver.solve(pose, []).limited).toEqual(isOn ? [0] : []);
    }
    const closed: Limit = { ...wrist, swing: [0, 0, 0, 0] };
    const stiff = createSkeleton([{ name: 'closed', parent: -1, offset: [0, 0, 0], limit: closed }]);
    expect(limitedJoints(stiff, restPose(stiff))).toEqual([]);
  });

  test('those within 1e-4 of a boundary are on it, others not, for any limit with room, and a solve that is out of reach says the same', () => {
    const told = { on: 0, off: 0 };
    /** The limit with each end drawn in by so many radians or metres. */
    const shrunk = (limit: Limit, by: number): Limit => {
      if (limit.kind === 'free') return limit;
      if (limit.kind !== 'swingTwist') return { ...limit, min: limit.min + by, max: limit.max - by };
      const [a, b, c, d] = limit.swing;
      return { ...limit, swing: [a - by, b - by, c - by, d - by], twist: [limit.twist[0] + by, limit.twist[1] - by] };
    };
    fc.assert(
      fc.property(aLimit(), fc.integer(), (limit, seed) => {
        const room = limit.kind === 'swingTwist' ? Math.min(...limit.swing, limit.twist[1] - limit.twist[0]) : 1;
        fc.pre(limit.kind === 'free' || room > 0.01);
        if (limit.kind !== 'swingTwist' && limit.kind !== 'free') fc.pre(limit.max - limit.min > 0.01);
        // A full turn has no end to stand on.
        fc.pre(limit.kind !== 'hinge' || limit.max - limit.min < 6);
        fc.pre(limit.kind !== 'swingTwist' || (limit.twist[1] - limit.twist[0] < 6 && Math.max(...limit.swing) < 3.1));
        const random = seededRandom(seed);
        const one = createSkeleton([{ name: 'a', parent: -1, offset: [0, 0, 0], limit }]);
        const any = restPose(one);
        setRotation(any, 0, sampleLimit({ kind: 'free' }, random));
        if (limit.kind === 'prismatic') any[7] = limit.min + (limit.max - limit.min) * Math.round(4 * random()) * 0.25;
        // Outside it is brought onto the boundary, half of the time.
        const { pose } = clampPose(one, any);
        if (seed % 2 === 0 && limit.kind !== 'prismatic') setRotation(pose, 0, sampleLimit(limit, random));
        const beyond = (by: number): number => {
          const inner = shrunk(limit, by);
          const slid = inner.kind === 'prismatic' ? Math.max(inner.min - pose[7]!, pose[7]! - inner.max) : 0;
          return Math.max(slid, limitOffence(inner, rotationOf(pose, 0)));
        };
        const limited = limitedJoints(one, pose);
        if (beyond(3e-5) > 1e-6) expect(limited).toEqual([0]);
        if (limited.length > 0) expect(beyond(5e-4)).toBeGreaterThan(1e-6);
        expect(
          createSolver(one).solve(pose, [{ kind: 'position', joint: 0, target: [0, 9, 0] }], { restarts: 0, stiffness: [1] })
            .limited,
        ).toEqual(limited);
        told[limited.length > 0 ? 'on' : 'off']++;
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(told.on, told.off)).toBeGreaterThan(40);
  });

  test('what is no skeleton is refused in a sentence', () => {
    for (const ask of [clampPose, limitedJoints, isInsideLimits, (none: never, pose: never) => limitExcess(none, pose, 0)])
      expect(() => ask({} as never, restPose(skeleton) as never)).toThrow('createSkeleton');
  });

  test('a pose of the wrong length or with a number that is not finite is refused in a sentence', () => {
    expect(() => clampPose(skeleton, new Float64Array(3))).toThrow('a pose of this skeleton has 15 numbers, got 3');
    const pose = restPose(skeleton);
    pose[4] = Number.NaN;
    expect(() => clampPose(skeleton, pose)).toThrow('finite');
  });
});

test('random rotations inside a limit are inside it, spread over it, and repeat with their seed', () => {
  fc.assert(
    fc.property(aLimit(), fc.integer(), (limit, seed) => {
      const random = seededRandom(seed);
      const again = seededRandom(seed);
      for (let i = 0; i < 5; i++) {
        const q = sampleLimit(limit, random);
        expect(limitOffence(limit, q)).toBeLessThan(1e-6);
        expect(sampleLimit(limit, again)).toEqual(q);
      }
    }),
  );
  const random = seededRandom(1);
  const angles = Array.from({ length: 500 }, () => limitCoordinates(knee, sampleLimit(knee, random)).twist);
  expect(Math.min(...angles)).toBeLessThan(0.1);
  expect(Math.max(...angles)).toBeGreaterThan(2.3);
});
