import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle, rotate } from '../../../core/math/quat.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import { add, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { cone } from '../../../core/skeleton/make-limit.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { createSkeleton, withLimits, type Skeleton } from '../../../core/skeleton/skeleton.ts';
import { testBiped } from '../../helpers/ik-chains.ts';
import { anyVector } from '../../helpers/any-tree.ts';

function chain(joints: number): Skeleton {
  return createSkeleton(
    Array.from({ length: joints }, (_, j) => ({ name: `link${j}`, parent: j - 1, offset: [0, j === 0 ? 0 : 0.1, 0] })),
  );
}

/** Points on a body, measured with errors up to half of `noise` metres along each axis. */
function markers(skeleton: Skeleton, count: number, noise: number, dice: Random): Goal[] {
  const truth = restPose(skeleton);
  for (let j = 0; j < skeleton.count; j++) setRotation(truth, j, fromAxisAngle([0.6, 0, 0.8], 0.4 * (dice() - 0.5)));
  const world = forwardKinematics(skeleton, clampPose(skeleton, truth).pose);
  return Array.from({ length: count }, (_, i) => {
    const joint = i % skeleton.count;
    const offset = anyVector(dice, 0.1);
    const point = add(worldPosition(world, joint), rotate(worldRotation(world, joint), offset));
    return { kind: 'position', joint, offset, target: add(point, anyVector(dice, noise / 2)) };
  });
}

describe('what a solve costs', () => {
  test('a target that moves out of reach takes a few iterations, and no further start', () => {
    const skeleton = chain(21);
    const solver = createSolver(skeleton);
    let pose = restPose(skeleton);
    for (let i = 0; i < 60; i++) {
      const target: Vec3 = [3 * Math.sin(0.02 * i), 3 * Math.cos(0.02 * i), 0.3];
      const outcome = solver.solve(pose, [{ kind: 'position', joint: 20, target }]);
      expect(outcome.distance).toBeLessThan((Math.hypot(...target) - 2) * 1.003);
      expect(outcome.settled).toBe(true);
      expect(outcome.iterations).toBeLessThan(12);
      pose = outcome.pose;
    }
  });

  test('a target nearer than the longest link without the others is out of reach too', () => {
    const skeleton = createSkeleton([
      { name: 'long', parent: -1, offset: [0, 0, 0] },
      { name: 'short', parent: 0, offset: [0, 1, 0] },
      { name: 'end', parent: 1, offset: [0, 0.2, 0] },
    ]);
    const outcome = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: 2, target: [0, 0.3, 0.1] }]);
    expect(outcome.distance).toBeCloseTo(0.8 - Math.hypot(0.3, 0.1), 6);
    expect(outcome.settled).toBe(true);
  });

  test('where limits keep a target out of reach every start is tried', () => {
    const limit = cone({ axis: [0, 1, 0], half: 0.4, min: -0.1, max: 0.1 });
    const skeleton = createSkeleton(
      Array.from({ length: 4 }, (_, j) => ({
        name: `link${j}`,
        parent: j - 1,
        offset: [0, j === 0 ? 0 : 0.2, 0] as const,
        limit,
      })),
    );
    const outcome = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: 3, target: [0, -0.3, 0] }]);
    expect(outcome.status).toBe('stalled');
    expect(outcome.settled).toBe(false);
    expect(outcome.iterations).toBeGreaterThan(60);
  });

  test.each([41, 256])('%i noisy markers are fitted by the first start as well as by twenty more', (count) => {
    const { skeleton } = testBiped();
    const solver = createSolver(skeleton);
    const goals = markers(skeleton, count, 0.01, seededRandom(5));
    const options = { rootStiffness: 0.2 };
    const outcome = solver.solve(restPose(skeleton), goals, options);
    expect(outcome.settled).toBe(true);
    expect(outcome.iterations).toBeLessThan(40);
    for (let first = 1; first <= 20; first += 5) {
      const further = solver.solve(restPose(skeleton), goals, { ...options, starts: { first, count: 5 } });
      expect(further.cost).toBeGreaterThan(0.997 * outcome.cost);
    }
  });

  test('noisy markers, few or many, take a few dozen steps each at most on average', () => {
    const { skeleton: limited } = testBiped();
    const skeleton = withLimits(
      limited,
      limited.limits.map(() => ({ kind: 'free' })),
    );
    const solver = createSolver(skeleton);
    const means = [8, 12, 16, 24, 32, 48, 64].map((count) => {
      const dice = seededRandom(count);
      let iterations = 0;
      for (let i = 0; i < 8; i++) {
        const goals = markers(skeleton, count, 0.01, dice);
        iterations += solver.solve(restPose(skeleton), goals, { restarts: 0, rootStiffness: 0 }).iterations / 8;
      }
      return iterations;
    });
    expect(means.filter((mean) => mean > 24)).toEqual([]);
  });

  test('maxUpdates ends a solve whatever its restarts, and says so', () => {
    const limit = cone({ axis: [0, 1, 0], half: 0.4, min: -0.1, max: 0.1 });
    const skeleton = createSkeleton(
      Array.from({ length: 8 }, (_, j) => ({
        name: `link${j}`,
        parent: j - 1,
        offset: [0, j === 0 ? 0 : 0.2, 0] as const,
        limit,
      })),
    );
    const solver = createSolver(skeleton);
    const goals: Goal[] = [{ kind: 'position', joint: 7, target: [0.2, -0.8, 0] }];
    const whole = solver.solve(restPose(skeleton), goals, { restarts: 1000 });
    for (const maxUpdates of [1, 50, 400]) {
      const outcome = solver.solve(restPose(skeleton), goals, { restarts: 1000, maxUpdates });
      expect(outcome.status).toBe('limit');
      expect(outcome.updates).toBeLessThan(maxUpdates + 8 * 8);
      expect(outcome.updates).toBeLessThan(whole.updates);
    }
    expect(solver.solve(restPose(skeleton), goals, { maxUpdates: 1e9 }).status).toBe('stalled');
  });

  test('smart bounce takes updates in proportion to the length of the chain', () => {
    const updates = [250, 1000].map((joints) => {
      const skeleton = chain(joints);
      const target: Vec3 = [joints * 0.03, joints * 0.04, joints * 0.02];
      const outcome = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: joints - 1, target }], {
        order: 'smartBounce',
      });
      expect(outcome.status).toBe('reached');
      return outcome.updates;
    });
    expect(updates[1]! / updates[0]!).toBeLessThan(8);
  });

  test('a further solver of a skeleton of 65 joints takes less than 32 kB, however many goals it has solved', () => {
    const skeleton = chain(65);
    const goals: Goal[] = [{ kind: 'position', joint: 64, target: [1, 2, 1] }];
    createSolver(skeleton).solve(restPose(skeleton), goals);
    const into = restPose(skeleton);
    const before = process.memoryUsage().arrayBuffers;
    const solvers = Array.from({ length: 200 }, () => createSolver(skeleton));
    for (const solver of solvers) solver.solve(restPose(skeleton), goals, { into });
    expect((process.memoryUsage().arrayBuffers - before) / solvers.length).toBeLessThan(32_000);
  });

  test('solvers of one skeleton disturb neither each other nor a solve that is stepped meanwhile', () => {
    const skeleton = chain(8);
    const first = createSolver(skeleton);
    const second = createSolver(skeleton);
    const near: Goal[] = [{ kind: 'position', joint: 7, target: [0.3, 0.3, 0.1] }];
    const far: Goal[] = [{ kind: 'position', joint: 7, target: [-0.4, 0.2, 0.2], weight: 2 }];
    const alone = createSolver(chain(8)).solve(restPose(skeleton), near, { order: 'backward' });
    const stepped = first.begin(restPose(skeleton), near, { order: 'backward' });
    const other = second.begin(restPose(skeleton), far, { order: 'forward' });
    while (stepped.step()) {
      other.step();
      second.solve(restPose(skeleton), far);
      break;
    }
    while (stepped.step()) createSolver(skeleton).solve(restPose(skeleton), far);
    expect([...stepped.outcome().pose]).toEqual([...alone.pose]);
  });
});
