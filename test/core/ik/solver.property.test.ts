import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/goals.ts';
import { VISITING_ORDERS } from '../../../core/ik/orders.ts';
import type { SolveOptions } from '../../../core/ik/options.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { poseLength, rotationOf } from '../../../core/skeleton/pose.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';
import { aDirection, aPoint, aRotation, aSkeleton } from '../../helpers/arbitraries.ts';
import { limitOffence } from '../../helpers/limit-oracle.ts';

const order = fc.constantFrom(...VISITING_ORDERS, undefined);

function aGoal(skeleton: Skeleton): fc.Arbitrary<Goal> {
  const shared = {
    weight: fc.constantFrom(0.1, 1, 10),
    priority: fc.constantFrom(0, 0, 1),
  };
  const joint = fc.nat({ max: skeleton.count - 1 });
  const target = fc.oneof(aPoint(2), fc.constant([0, 0, 0] as const));
  return fc.oneof(
    fc.record({ kind: fc.constant('position' as const), joint, offset: aPoint(0.3), target, ...shared }),
    fc.record({ kind: fc.constant('orientation' as const), joint, target: aRotation(), ...shared }),
    fc.record({ kind: fc.constant('aim' as const), joint, axis: aDirection(), target, ...shared }),
    fc.record({ kind: fc.constant('pole' as const), joint, target, ...shared }),
  );
}

const problem = aSkeleton(8).chain((skeleton) =>
  fc.record({
    skeleton: fc.constant(skeleton),
    goals: fc.array(aGoal(skeleton), { maxLength: 4 }),
    seed: fc.integer(),
    size: fc.constantFrom(1, 1, 1e-3, 1e3),
    options: fc.record({
      order,
      maxIterations: fc.constantFrom(1, 10, 60),
      restarts: fc.constantFrom(0, 2),
      rootStiffness: fc.constantFrom(1, 0.5, 0),
      damping: fc.constantFrom(1, 0.8, 1.2),
      comfort: fc.constantFrom(0, 0.1),
      reserve: fc.constantFrom(0, 0.1),
    }),
  }),
);

function anyPose(skeleton: Skeleton, seed: number, size: number): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length: poseLength(skeleton) }, () => size * (2 * random() - 1));
}

function clean(options: Record<string, unknown>): SolveOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

describe('any solve', () => {
  test('ends inside every limit to 1e-6 rad, without NaN, from any finite pose', () => {
    fc.assert(
      fc.property(problem, ({ skeleton, goals, seed, size, options }) => {
        const start = anyPose(skeleton, seed, size);
        const before = [...start];
        const outcome = createSolver(skeleton).solve(start, goals, clean(options));
        expect([...start]).toEqual(before);
        expect(outcome.pose.every(Number.isFinite)).toBe(true);
        for (let j = 0; j < skeleton.count; j++) {
          expect(Math.abs(Math.hypot(...rotationOf(outcome.pose, j)) - 1)).toBeLessThan(1e-9);
          expect(limitOffence(skeleton.limits[j]!, rotationOf(outcome.pose, j))).toBeLessThan(1e-6);
        }
        for (const left of outcome.residuals) expect(Number.isFinite(left.distance + left.angle)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('gives the same bytes again, from a used solver as from a new one, and step by step as in one call', () => {
    fc.assert(
      fc.property(problem, ({ skeleton, goals, seed, options }) => {
        const start = anyPose(skeleton, seed, 1);
        const used = createSolver(skeleton);
        used.solve(anyPose(skeleton, seed + 1, 1), goals, { restarts: 1 });
        const first = used.solve(start, goals, clean(options));
        const second = createSolver(skeleton).solve(start, goals, clean(options));
        const stepped = used.begin(start, goals, clean(options));
        let steps = 0;
        while (stepped.step()) steps++;
        expect(second).toEqual(first);
        expect(stepped.outcome()).toEqual(first);
        expect(steps).toBeLessThanOrEqual(first.iterations + 100);
      }),
      { numRuns: 100 },
    );
  });

  test('leaves joints that no goal moves as they came in, to the byte', () => {
    fc.assert(
      fc.property(problem, ({ skeleton, goals, options }) => {
        const solver = createSolver(skeleton);
        const { pose: start } = solver.solve(anyPose(skeleton, 3, 1), []);
        const moved = new Set<number>();
        for (const goal of goals) {
          if (goal.kind === 'centreOfMass') continue;
          for (let j = goal.joint; j >= 0; j = skeleton.parents[j]!) if (skeleton.stiffness[j]! < 1) moved.add(j);
        }
        const { pose } = solver.solve(start, goals, clean(options));
        for (let j = 0; j < skeleton.count; j++) if (!moved.has(j)) expect(rotationOf(pose, j)).toEqual(rotationOf(start, j));
      }),
      { numRuns: 150 },
    );
  });
});
