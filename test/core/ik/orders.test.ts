import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/goals.ts';
import { VISITING_ORDERS, type VisitingOrder } from '../../../core/ik/orders.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { createTrace } from '../../../core/ik/trace.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { UNIT_X, type Vec3 } from '../../../core/math/vec3.ts';
import { restPose, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { placeOf, straightChain, testBiped, TIP, turnsBetween } from '../../helpers/ik-chains.ts';

const COUNT = 8;
const skeleton = straightChain(COUNT);

function bent(): Pose {
  const pose = restPose(skeleton);
  for (let j = 0; j < COUNT; j++) setRotation(pose, j, fromAxisAngle(UNIT_X, 0.1));
  return pose;
}

const target: Vec3 = [0.1, 0.5, 0.45];

function visited(order: VisitingOrder, sweeps = 1): number[] {
  const trace = createTrace();
  const goal: Goal = { kind: 'position', joint: COUNT - 1, offset: TIP, target, order, tolerance: 1e-6 };
  createSolver(skeleton).solve(bent(), [goal], { maxIterations: sweeps, restarts: 0, trace });
  return trace.steps.filter((step) => step.phase === 'sweep').map((step) => step.joint);
}

describe('visiting orders', () => {
  test('backward goes from the effector to the root, joint 0 included', () => {
    expect(visited('backward')).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });

  test('forward goes from the root to the effector', () => {
    expect(visited('forward')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('bounce returns to the effector after each new joint; from the root likewise', () => {
    expect(visited('bounce').slice(0, 10)).toEqual([7, 7, 6, 7, 6, 5, 7, 6, 5, 4]);
    expect(visited('bounceFromRoot').slice(0, 10)).toEqual([0, 0, 1, 0, 1, 2, 0, 1, 2, 3]);
  });

  test('smart bounce returns to the effector whenever a joint moved noticeably, as many updates a sweep as there are joints', () => {
    const joints = visited('smartBounce', 6);
    expect(joints[0]).toBe(7);
    joints.forEach((joint, i) => {
      const next = joints[i + 1];
      if (next !== undefined) expect([7, joint - 1]).toContain(next);
    });
    expect(visited('smartBounce').length).toBeLessThanOrEqual(COUNT);
  });

  test('largest error first begins with the joint whose step helps most', () => {
    const trace = createTrace();
    const goal: Goal = { kind: 'position', joint: COUNT - 1, offset: TIP, target, tolerance: 1e-6 };
    const best = Math.min(
      ...Array.from({ length: COUNT }, (_, j) => {
        const stiffness = Float64Array.from({ length: COUNT }, (__, k) => (k === j ? 0 : 1));
        const alone = { ...skeleton, stiffness };
        return createSolver(alone).solve(bent(), [goal], { maxIterations: 1, restarts: 0, order: 'backward' }).distance;
      }),
    );
    createSolver(skeleton).solve(bent(), [{ ...goal, order: 'largestErrorFirst' }], { maxIterations: 1, restarts: 0, trace });
    const first = trace.steps.find((step) => step.phase === 'sweep')!;
    const stiffness = Float64Array.from({ length: COUNT }, (_, k) => (k === first.joint ? 0 : 1));
    const chosen = createSolver({ ...skeleton, stiffness }).solve(bent(), [goal], {
      maxIterations: 1,
      restarts: 0,
      order: 'backward',
    });
    expect(chosen.distance).toBeCloseTo(best, 9);
  });

  test('bounce keeps movement at its end, forward moves all joints', () => {
    const goal: Goal = { kind: 'position', joint: COUNT - 1, offset: TIP, target: [0.05, 0.6, 0.35], tolerance: 1e-3 };
    const turns = (order: VisitingOrder, wanted = goal): number[] =>
      turnsBetween(skeleton, bent(), createSolver(skeleton).solve(bent(), [wanted], { order, restarts: 0 }).pose);
    const half = (values: number[], from: number, to: number): number => values.slice(from, to).reduce((a, b) => a + b, 0);
    const bounce = turns('bounce');
    // As far from the root as the tip is: the root's end can do it.
    const tip = placeOf(skeleton, bent(), COUNT - 1, TIP);
    const fromRoot = turns('bounceFromRoot', {
      ...goal,
      target: [0.3, tip[1] * 0.9, Math.sqrt(tip[2] ** 2 + 0.19 * tip[1] ** 2 - 0.09)],
    });
    expect(half(bounce, 4, 8)).toBeGreaterThan(half(bounce, 0, 4));
    expect(half(fromRoot, 0, 4)).toBeGreaterThan(half(fromRoot, 4, 8));
    expect(turns('forward').every((turn) => turn > 1e-4)).toBe(true);
  });

  test('every order reaches what it can reach', () => {
    for (const order of VISITING_ORDERS) {
      const outcome = createSolver(skeleton).solve(bent(), [{ kind: 'position', joint: COUNT - 1, offset: TIP, target }], {
        order,
      });
      expect(outcome.status).toBe('reached');
      expect(outcome.updates).toBeGreaterThan(0);
    }
  });
});

describe('which joints move', () => {
  test('smart bounce: the arm alone moves while it can reach', () => {
    const { skeleton: biped, start, joint } = testBiped();
    const goal: Goal = { kind: 'position', joint: joint('wristL'), target: [0.55, 1.35, 0.25], order: 'smartBounce' };
    const outcome = createSolver(biped).solve(start, [goal], { restarts: 0 });
    expect(outcome.status).toBe('reached');
    const moved = turnsBetween(biped, start, outcome.pose).flatMap((turn, j) => (turn > 1e-9 ? [biped.names[j]] : []));
    expect(moved.every((name) => ['clavicleL', 'shoulderL', 'elbowL', 'wristL'].includes(name!))).toBe(true);
  });

  test('a link distance limit leaves everything further up as it was', () => {
    const { skeleton: biped, start, joint } = testBiped();
    const goal: Goal = { kind: 'position', joint: joint('wristL'), target: [0.3, 0.9, 0.6], maxLinks: 3 };
    const { pose } = createSolver(biped).solve(start, [goal]);
    turnsBetween(biped, start, pose).forEach((turn, j) => {
      if (turn > 0) expect(['wristL', 'elbowL', 'shoulderL']).toContain(biped.names[j]);
    });
    expect(createSolver(biped).solve(start, [{ ...goal, maxLinks: 0 }]).pose).toEqual(start);
  });
});
