import { describe, expect, test } from 'vitest';
import { nearestInSupport } from '../../../../core/ik/mechanism/balance.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { angleBetween, fromAxisAngle, IDENTITY } from '../../../../core/math/quat.ts';
import { clampPose } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { hingeAbout, placeOf, testBiped } from '../../../helpers/ik-chains.ts';
import { matrixKinematics, transformPoint } from '../../../helpers/matrix-kinematics.ts';

type Corner = readonly [x: number, z: number];

/** Metres from a point to a convex polygon, by walking its edges and asking whether the point sees them all from one side. */
function distanceTo(corners: readonly Corner[], x: number, z: number): number {
  let best = Infinity;
  let winding = 0;
  corners.forEach(([ax, az], i) => {
    const [bx, bz] = corners[(i + 1) % corners.length]!;
    for (let k = 0; k <= 400; k++) {
      const t = k / 400;
      best = Math.min(best, Math.hypot(ax + t * (bx - ax) - x, az + t * (bz - az) - z));
    }
    const turn = Math.atan2(bz - z, bx - x) - Math.atan2(az - z, ax - x);
    winding += Math.atan2(Math.sin(turn), Math.cos(turn));
  });
  return Math.abs(winding) > Math.PI ? 0 : best;
}

describe('the point of the support that is nearest to the centre of mass', () => {
  test('is as near as the best of a walk around it, in polygons of either turn, with corners given twice, lines and points (seed 3)', () => {
    const random = seededRandom(3);
    const out = new Float64Array(2);
    for (let i = 0; i < 400; i++) {
      const count = 1 + Math.floor(6 * random());
      const angles = Array.from({ length: count }, () => 2 * Math.PI * random()).sort((a, b) => a - b);
      let corners = angles.map((angle): Corner => [0.3 + 0.2 * Math.cos(angle), 0.15 * Math.sin(angle)]);
      if (i % 3 === 0) corners = [...corners, corners.at(-1)!];
      if (i % 2 === 0) corners.reverse();
      const [x, z] = [0.8 * random() - 0.1, 0.6 * random() - 0.3];
      nearestInSupport(corners, x, z, out);
      const distance = Math.hypot(out[0]! - x, out[1]! - z);
      expect(distance, `case ${i}`).toBeLessThanOrEqual(distanceTo(corners, x, z) + 1e-9);
      expect(distance, `case ${i}`).toBeGreaterThan(distanceTo(corners, x, z) - 1e-3);
      expect(distanceTo(corners, out[0]!, out[1]!), `case ${i}`).toBeLessThan(1e-3);
    }
  });
});

describe('balance', () => {
  const { skeleton, start, joint } = testBiped();
  const random = seededRandom(8);
  const masses = skeleton.names.map(() => 0.5 + 4 * random());
  const centres = Float64Array.from({ length: 3 * skeleton.count }, () => 0.1 * random() - 0.05);

  function centreOf(any: Skeleton, pose: Pose): Corner {
    const world = matrixKinematics(any, pose);
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    const places = world.map((matrix, j) =>
      transformPoint(
        matrix,
        [0, 1, 2].map((k) => centres[3 * j + k]!),
      ),
    );
    const mean = (axis: number) => places.reduce((sum, place, j) => sum + masses[j]! * place[axis]!, 0) / total;
    return [mean(0), mean(2)];
  }

  test('the centre comes over the support while a hand reaches out, by an independent sum over matrices (30 targets, seed 8)', () => {
    const foot = placeOf(skeleton, start, joint('footL'));
    const support: Corner[] = [
      [foot[0] - 0.06, foot[2] - 0.08],
      [foot[0] + 0.06, foot[2] - 0.08],
      [foot[0] + 0.06, foot[2] + 0.12],
      [foot[0] - 0.06, foot[2] + 0.12],
    ];
    const solver = createSolver(skeleton);
    for (let i = 0; i < 30; i++) {
      const reach = [0.3 + 0.2 * random(), 1 + 0.3 * random(), 0.2 + 0.2 * random()] as const;
      const goals: Goal[] = [
        { kind: 'centreOfMass', masses, centres, support, tolerance: 2e-3 },
        { kind: 'position', joint: joint('footL'), target: foot, priority: 1, tolerance: 1e-4 },
        { kind: 'position', joint: joint('wristL'), target: reach },
      ];
      const outcome = solver.solve(start, goals, { rootStiffness: 0.2 });
      expect(outcome.status, `target ${i}`).toBe('reached');
      expect(distanceTo(support, ...centreOf(skeleton, outcome.pose)), `target ${i}`).toBeLessThan(2e-3 + 1e-6);
      expect(outcome.residuals[0]!.distance).toBeLessThan(2e-3);
    }
  });

  test('the root carries the body where it must, and not at all where it may not', () => {
    const { pose } = clampPose(skeleton, start);
    const hands = ['wristL', 'wristR', 'footL', 'footR', 'head'].map((name): Goal => {
      const [x, y, z] = placeOf(skeleton, pose, joint(name));
      return { kind: 'position', joint: joint(name), target: [x + 2, y + 0.1, z - 1] };
    });
    const carried = createSolver(skeleton).solve(pose, hands, { rootStiffness: 0 });
    expect(carried.status).toBe('reached');
    [2, 0.1, -1].forEach((way, k) => expect(Math.abs(carried.pose[k]! - way)).toBeLessThan(0.1));
    const fixed = createSolver(skeleton).solve(pose, hands, { restarts: 0 });
    expect(fixed.status).not.toBe('reached');
    expect([...fixed.pose.subarray(0, 3)]).toEqual([0, 0, 0]);
  });

  test.each([
    ['a ball', { kind: 'free' }],
    ['a hinge', hingeAbout([1, 0, 0], -90, 90)],
  ] as const)('one step of %s brings the centre straight above the point that supports it', (_, limit) => {
    const rod = createSkeleton([{ name: 'rod', parent: -1, offset: [0, 0.2, 0], limit }]);
    const tilted = restPose(rod);
    setRotation(tilted, 0, fromAxisAngle([1, 0, 0], 0.3));
    const goal: Goal = { kind: 'centreOfMass', masses: [2], centres: [0, 0.8, 0], support: [[0, 0]], tolerance: 1e-6 };
    const outcome = createSolver(rod).solve(tilted, [goal], { order: 'backward', maxIterations: 1, restarts: 0 });
    expect(outcome).toMatchObject({ status: 'reached', iterations: 1, updates: 1 });
    expect(angleBetween(rotationOf(outcome.pose, 0), IDENTITY)).toBeLessThan(1e-6);
  });
});
