import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createTrace } from '../../../../core/ik/request/trace.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { fromAxes, fromAxisAngle } from '../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { placeOf } from '../../../helpers/ik-chains.ts';

const down = fromAxes([1, 0, 0], [0, 0, 1], [0, -1, 0]);
const hip: Limit = {
  kind: 'swingTwist',
  parentFrame: down,
  childFrame: down,
  swing: [20 * DEGREES, 125 * DEGREES, 45 * DEGREES, 45 * DEGREES],
  twist: [-40 * DEGREES, 40 * DEGREES],
};
const FOOT: Vec3 = [0, -0.4, 0];

/** A leg whose hip bends 90° while the knee is at one angle and 125° while it is at another, degrees. */
function leg(narrow: number, wide: number): Skeleton {
  const points = [[narrow, 90] as const, [wide, 125] as const].sort((a, b) => a[0] - b[0]);
  return createSkeleton(
    [
      { name: 'hip', parent: -1, offset: [0, 0.9, 0], limit: hip },
      { name: 'knee', parent: 0, offset: [0, -0.42, 0], limit: { kind: 'hinge', axis: [1, 0, 0], min: 0, max: 140 * DEGREES } },
    ],
    0,
    [
      {
        kind: 'swingByHinge',
        joint: 0,
        hinge: 1,
        side: 1,
        points: points.map(([angle, half]) => [angle * DEGREES, half * DEGREES] as const),
      },
    ],
  );
}

function posed(skeleton: Skeleton, flexion: number, bend: number): Pose {
  const pose = restPose(skeleton);
  setRotation(pose, 0, fromAxisAngle([-1, 0, 0], flexion * DEGREES));
  setRotation(pose, 1, fromAxisAngle([1, 0, 0], bend * DEGREES));
  return pose;
}

const bendOf = (q: readonly number[]): number => (2 * Math.atan2(q[0]!, q[3]!)) / DEGREES;

describe('a knee that the hip holds back', () => {
  // The hip stands at 110°, 20 of the 35° by which its side widens: the knee may go to that share of the way between the two angles.
  test.each([
    ['straightening', 0, 60, 100, 0, (20 / 35) * 60],
    ['bending', 60, 0, 0, 100, (15 / 35) * 60],
  ] as const)('%s, it stops at the angle that leaves the hip where it stands', (_, narrow, wide, from, to, stop) => {
    const skeleton = leg(narrow, wide);
    const start = posed(skeleton, 110, from);
    const target = placeOf(skeleton, posed(skeleton, 110, to), 1, FOOT);
    const goal: Goal = { kind: 'position', joint: 1, offset: FOOT, target, maxLinks: 1 };
    for (const options of [{}, { order: 'backward' }, { reserve: 0.05 }] as const) {
      const { pose } = createSolver(skeleton).solve(start, [goal], options);
      expect(rotationOf(pose, 0)).toEqual(rotationOf(start, 0));
      expect(bendOf(rotationOf(pose, 1))).toBeCloseTo(stop, 4);
    }
    // The same in the first step of a sweep that may move the hip, but only later.
    const trace = createTrace();
    const free: Goal = { kind: 'position', joint: 1, offset: FOOT, target, order: 'backward' };
    createSolver(skeleton).solve(start, [free], { maxIterations: 1, restarts: 0, trace });
    expect(trace.steps[0]).toMatchObject({ joint: 1, phase: 'sweep', limited: true });
    expect(bendOf(trace.steps[0]!.after)).toBeCloseTo(stop, 4);
    // Half as far, nothing holds the knee: its own limit is as far away as before.
    const nearer = { ...free, target: placeOf(skeleton, posed(skeleton, 110, (from + stop) / 2), 1, FOOT) };
    const unheld = createTrace();
    createSolver(skeleton).solve(start, [nearer], { maxIterations: 1, restarts: 0, trace: unheld });
    expect(unheld.steps[0]).toMatchObject({ joint: 1, phase: 'sweep', limited: false });
  });
});
