import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { UNIT_Z } from '../../../core/math/vec3.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';
import { between, HAND, hingeAbout, humanArm, placeOf, straightChain, TIP } from '../../helpers/ik-chains.ts';

function reach(skeleton: Skeleton, joint: number, offset: Vec3, target: Vec3) {
  return createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint, offset, target }]);
}

/** Sweeps alone, which the lock holds: no refinement gets a say before they have stalled. */
function sweepOnly(skeleton: Skeleton, joint: number, offset: Vec3, target: Vec3) {
  const goal: Goal = { kind: 'position', joint, offset, target, order: 'backward' };
  return createSolver(skeleton).solve(restPose(skeleton), [goal], { maxIterations: 1, restarts: 0 });
}

/**
 * What is left after 1,000 sweeps of coordinate descent as the sources have it, in the plane: links of 0.1 m, each turned to the target and its
 * angle, degrees, pushed back to ±`most`.
 */
function plainDescent(start: readonly number[], most: number, [x, y]: readonly [number, number]): number {
  const angles = start.map((angle) => (angle * Math.PI) / 180);
  const limit = (most * Math.PI) / 180;
  const place = (): [number, number][] => {
    const points: [number, number][] = [[0, 0]];
    let turned = 0;
    for (const angle of angles) {
      const [px, py] = points.at(-1)!;
      turned += angle;
      points.push([px - 0.1 * Math.sin(turned), py + 0.1 * Math.cos(turned)]);
    }
    return points;
  };
  for (let sweep = 0; sweep < 1000; sweep++) {
    for (let j = angles.length - 1; j >= 0; j--) {
      const points = place();
      const [[px, py], [ex, ey]] = [points[j]!, points.at(-1)!];
      const turn = Math.atan2(y - py, x - px) - Math.atan2(ey - py, ex - px);
      angles[j] = Math.max(-limit, Math.min(limit, angles[j]! + Math.atan2(Math.sin(turn), Math.cos(turn))));
    }
  }
  const [ex, ey] = place().at(-1)!;
  return Math.hypot(ex - x, ey - y);
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

  test('a target behind the root: coordinate descent folds the chain onto its own line and stays there', () => {
    const skeleton = straightChain(4);
    for (const y of [-0.25, -0.4 + 5e-4]) {
      const goal: Goal = { kind: 'position', joint: 3, offset: TIP, target: [0, y, 0] };
      const locked = createSolver(skeleton).solve(restPose(skeleton), [{ ...goal, order: 'backward' }], { restarts: 0 });
      expect(locked.status).toBe('stalled');
      expect(reach(skeleton, 3, TIP, [0, y, 0]).status).toBe('reached');
    }
  });

  test.each([
    [[60, 60, 60], [0.247, 0.133], 0.1],
    [[-60, 60, 60], [0.246, 0.045], 0.01],
    [[60, 60, -60], [-0.084, 0.196], 0.02],
  ] as const)('a limit that coordinate descent keeps running into, from %j°', (degrees, [x, y], stuck) => {
    const skeleton = straightChain(3, hingeAbout([0, 0, 1], -60, 60));
    const start = restPose(skeleton);
    degrees.forEach((angle, j) => setRotation(start, j, fromAxisAngle(UNIT_Z, (angle * Math.PI) / 180)));
    expect(plainDescent(degrees, 60, [x, y])).toBeGreaterThan(stuck);
    const outcome = createSolver(skeleton).solve(start, [{ kind: 'position', joint: 2, offset: TIP, target: [x, y, 0] }]);
    expect(outcome.status).toBe('reached');
    expect(between(placeOf(skeleton, outcome.pose, 2, TIP), [x, y, 0])).toBeLessThan(1e-3);
  });

  test('a target at a joint itself: at the root, in the middle and at the joint before the tip', () => {
    const skeleton = straightChain(3);
    for (const y of [0, 0.1, 0.2]) expect(reach(skeleton, 2, TIP, [0, y, 0]).status).toBe('reached');
    // One bone more or less decides whether the tip can come back to the root at all.
    const two = straightChain(2, undefined, 0.15);
    expect(reach(two, 1, TIP, [0, 0, 0]).distance).toBeCloseTo(0.05, 4);
  });

  test('full stretch, just reached and just missed', () => {
    const skeleton = straightChain(4);
    expect(reach(skeleton, 3, TIP, [0.4, 0, 0]).status).toBe('reached');
    const missed = reach(skeleton, 3, TIP, [0.6, 0, 0]);
    expect(missed.status).not.toBe('reached');
    expect(missed.distance).toBeLessThan(0.2 + 1e-4);
  });
});
