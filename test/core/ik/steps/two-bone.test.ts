import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { angleBetween, fromAxisAngle, IDENTITY, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { length, normalize, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition } from '../../../../core/skeleton/skeleton.ts';
import { between, HAND, hingeAbout, humanArm, placeOf, randomPose } from '../../../helpers/ik-chains.ts';

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

  test('is reached at once whichever way the bones lie and the elbow turns: nothing but these two is touched (200 random arms, seed 43)', () => {
    const random = seededRandom(43);
    const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
    const turn = (): Quat => fromAxisAngle(normalize(vector(1)), 6 * random());
    for (let i = 0, tried = 0; tried < 200; i++) {
      const bone = (name: string, parent: number, limit: Limit): JointDefinition => ({
        name,
        parent,
        offset: vector(parent < 0 ? 2 : 0.8),
        rest: turn(),
        limit,
      });
      const any = createSkeleton([
        bone('shoulder', -1, { kind: 'free' }),
        bone('elbow', 0, hingeAbout(normalize(vector(1)), -85, 85)),
        bone('wrist', 1, { kind: 'free' }),
      ]);
      const goal = (pose: Pose): Goal => ({ kind: 'position', joint: 2, target: placeOf(any, pose, 2), tolerance: 1e-6 });
      const [start, wanted] = [randomPose(any, random), randomPose(any, random)];
      if (between(placeOf(any, start, 2), placeOf(any, wanted, 2)) < 0.5) continue;
      tried++;
      const { pose, status, iterations } = createSolver(any).solve(start, [goal(wanted)]);
      expect({ status, iterations }, `arm ${i}`).toEqual({ status: 'reached', iterations: 1 });
      expect(rotationOf(pose, 2)).toEqual(rotationOf(start, 2));
      expect(between(placeOf(any, pose, 2), placeOf(any, wanted, 2))).toBeLessThan(1e-6);
    }
  });

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
