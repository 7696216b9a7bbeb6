import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { angleBetween, IDENTITY } from '../../../../core/math/quat.ts';
import { length, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { restPose, rotationOf } from '../../../../core/skeleton/pose.ts';
import { HAND, humanArm } from '../../../helpers/ik-chains.ts';

const arm = humanArm();
const SHOULDER: Vec3 = [0.15, 0, 0];
const UPPER = 0.3;
const LOWER = 0.36;

const hand = (target: Vec3): Goal => ({ kind: 'position', joint: 3, offset: HAND, target, tolerance: 1e-9 });

describe('a far target within reach of shoulder and elbow', () => {
  test.each([[[0.2, 0.3, 0.3]], [[0.1, -0.3, 0.4]], [[-0.1, -0.2, 0.35]], [[0.15, 0.45, 0.1]]] as const)(
    '%j is reached at once by these two alone, the elbow bent as the law of cosines has it',
    (target) => {
      const { pose, status, iterations } = createSolver(arm).solve(restPose(arm), [hand(target)]);
      expect({ status, iterations }).toEqual({ status: 'reached', iterations: 1 });
      for (const joint of [0, 3]) expect(rotationOf(pose, joint)).toEqual(IDENTITY);
      const distance = length(subtract(target, SHOULDER));
      const bend = Math.acos((distance ** 2 - UPPER ** 2 - LOWER ** 2) / (2 * UPPER * LOWER));
      expect(angleBetween(rotationOf(pose, 2), IDENTITY)).toBeCloseTo(bend, 6);
    },
  );

  test('is left to the sweeps when an order is named', () => {
    const { pose } = createSolver(arm).solve(restPose(arm), [{ ...hand([0.2, 0.3, 0.3]), order: 'backward' }]);
    expect(angleBetween(rotationOf(pose, 3), IDENTITY)).toBeGreaterThan(0.1);
  });
});

test('where the shoulder cannot turn far enough, the others help', () => {
  const behind: Vec3 = [0.05, 0.25, -0.35];
  const { pose, status } = createSolver(arm).solve(restPose(arm), [hand(behind)]);
  expect(status).toBe('reached');
  expect(angleBetween(rotationOf(pose, 0), IDENTITY)).toBeGreaterThan(0.01);
});
