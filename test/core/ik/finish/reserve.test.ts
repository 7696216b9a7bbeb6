import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { normalize, type Vec3 } from '../../../../core/math/vec3.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition } from '../../../../core/skeleton/skeleton.ts';
import { between, placeOf } from '../../../helpers/ik-chains.ts';

/** Two arms of free joints at one shoulder height; lengths of 0.7 m and, with a tool of 0.2 m in the hand, 0.8 m. */
const arms = createSkeleton(
  [1, -1].flatMap((side, k): JointDefinition[] => [
    { name: `shoulder${side}`, parent: -1, offset: [side, 1, 0] },
    { name: `elbow${side}`, parent: 3 * k, offset: [0.4 * side, 0, 0] },
    { name: `hand${side}`, parent: 3 * k + 1, offset: [k === 0 ? 0.3 : -0.2, 0, 0] },
  ]),
);
/** The elbows bent: no target lies on a straight arm's line. */
const start = restPose(arms);
for (const elbow of [1, 4]) setRotation(start, elbow, fromAxisAngle(normalize([0.3, 0.2, 1]), 0.5));

const TOOL: Vec3 = [0, 0.2, 0];
const SHOULDERS: readonly Vec3[] = [
  [1, 1, 0],
  [-1, 1, 0],
];

/** d' = a + (b − a)(1 − e^(−(d − a)/(b − a))) with a = L (1 − share), b = L (1 − share / 3): the chain's length for a target at distance d. */
function softened(length: number, share: number, distance: number): number {
  const a = length * (1 - share);
  const b = length * (1 - share / 3);
  return distance <= a ? distance : a + (b - a) * (1 - Math.exp(-(distance - a) / (b - a)));
}

describe('the soft stretch', () => {
  test.each([0.05, 0.2, 0.5])(
    'of %d of its length keeps each arm as short as the formula has it, by its own length, and says what is left',
    (share) => {
      for (const distance of [0.3, 0.5, 0.66, 0.75, 0.9, 3]) {
        const goals: Goal[] = [
          { kind: 'position', joint: 2, target: [1, 1 + distance, 0], tolerance: 1e-6 },
          { kind: 'position', joint: 5, offset: TOOL, target: [-1, 1, -distance], tolerance: 1e-6 },
        ];
        const { pose, residuals, status } = createSolver(arms).solve(start, goals, { reserve: share, restarts: 0 });
        const hands = [placeOf(arms, pose, 2), placeOf(arms, pose, 5, TOOL)];
        [0.7, 0.8].forEach((length, k) => {
          const soft = softened(length, share, distance);
          expect(between(hands[k]!, SHOULDERS[k]!)).toBeCloseTo(soft, 5);
          expect(residuals[k]!.distance).toBeCloseTo(distance - soft, 5);
          expect(residuals[k]!.reached).toBe(distance - soft < 1e-5);
        });
        expect(status).toBe(residuals.every((left) => left.reached) ? 'reached' : 'stalled');
      }
    },
  );

  test('counts a goal as reached that a chain meets although it cannot get any shorter', () => {
    const rod = createSkeleton([{ name: 'rod', parent: -1, offset: [0, 1, 0] }]);
    for (const target of [normalize([1, 2, 2]), normalize([-1, 0.2, 0.5])]) {
      const place: Vec3 = [target[0], 1 + target[1], target[2]];
      const outcome = createSolver(rod).solve(restPose(rod), [{ kind: 'position', joint: 0, offset: [0, 1, 0], target: place }], {
        reserve: 0.2,
      });
      expect(outcome).toMatchObject({ status: 'reached', residuals: [{ reached: true }], cost: 0, start: { kind: 'present' } });
      expect(between(placeOf(rod, outcome.pose, 0, [0, 1, 0]), place)).toBeLessThan(1e-3);
    }
  });
});
