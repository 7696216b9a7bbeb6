import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { UNIT_Z } from '../../../core/math/vec3.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';
import { HAND, humanArm, straightChain, TIP, hingeAbout } from '../../helpers/ik-chains.ts';

function reach(skeleton: Skeleton, joint: number, offset: Vec3, target: Vec3) {
  return createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint, offset, target }]);
}

/** Sweeps alone, which the lock holds: no finish gets a say before they have stalled. */
function sweepOnly(skeleton: Skeleton, joint: number, offset: Vec3, target: Vec3) {
  const goal: Goal = { kind: 'position', joint, offset, target, order: 'backward' };
  return createSolver(skeleton).solve(restPose(skeleton), [goal], { maxIterations: 1, restarts: 0 });
}

describe('locks of coordinate descent are found and left', () => {
  test('two straight bones with the target on their line inside reach', () => {
    const skeleton = straightChain(2, undefined, 0.1);
    expect(sweepOnly(skeleton, 1, TIP, [0, 0.12, 0]).pose).toEqual(restPose(skeleton));
    expect(reach(skeleton, 1, TIP, [0, 0.12, 0]).status).toBe('reached');
  });

  test('two straight hinged bones with the target on their line, in the plane', () => {
    const skeleton = straightChain(2, hingeAbout([0, 0, 1], -170, 170));
    expect(reach(skeleton, 1, TIP, [0, 0.12, 0]).status).toBe('reached');
  });

  test('a straight arm with the hand to be brought in along its line', () => {
    expect(reach(humanArm(), 3, HAND, [0.55, 0, 0]).status).toBe('reached');
  });

  test('a target behind the root', () => {
    const skeleton = straightChain(4);
    expect(reach(skeleton, 3, TIP, [0, -0.25, 0]).status).toBe('reached');
    expect(reach(skeleton, 3, TIP, [0, -0.4 + 5e-4, 0]).status).toBe('reached');
  });

  test('a limit that coordinate descent keeps running into', () => {
    const skeleton = straightChain(3, hingeAbout([0, 0, 1], -60, 60));
    const start = restPose(skeleton);
    for (let j = 0; j < 3; j++) setRotation(start, j, fromAxisAngle(UNIT_Z, (-60 * Math.PI) / 180));
    const goal: Goal = { kind: 'position', joint: 2, offset: TIP, target: [-0.17, 0.2, 0] };
    const outcome = createSolver(skeleton).solve(start, [goal]);
    expect(outcome.status).toBe('reached');
  });

  test('a target at the joint itself', () => {
    const skeleton = straightChain(3);
    expect(reach(skeleton, 2, TIP, [0, 0, 0]).distance).toBeLessThan(0.1 + 1e-3);
    expect(reach(skeleton, 2, TIP, [0, 0.1, 0]).status).toBe('reached');
    expect(reach(skeleton, 2, TIP, [0, 0.2, 0]).status).toBe('reached');
  });

  test('full stretch, just reached and just missed', () => {
    const skeleton = straightChain(4);
    expect(reach(skeleton, 3, TIP, [0.4, 0, 0]).status).toBe('reached');
    const missed = reach(skeleton, 3, TIP, [0.6, 0, 0]);
    expect(missed.status).not.toBe('reached');
    expect(missed.distance).toBeLessThan(0.2 + 1e-4);
  });
});
