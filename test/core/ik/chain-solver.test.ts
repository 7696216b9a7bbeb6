import { describe, expect, test } from 'vitest';
import { createChainSolver } from '../../../core/ik/chain-solver.ts';
import type { Goal, PositionGoal } from '../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../core/ik/request/options.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { IDENTITY } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../core/skeleton/skeleton.ts';
import { HAND, hingeAbout, humanArm, placeOf, randomPose } from '../../helpers/ik-chains.ts';

/** Twenty links of 0.1 m: cones, and a hinge every third. */
function limitedChain(): Skeleton {
  return createSkeleton(
    Array.from({ length: 20 }, (_, j) => ({
      name: `link${j}`,
      parent: j - 1,
      offset: [0, j === 0 ? 0 : 0.1, 0] as const,
      limit:
        j % 3 === 0
          ? hingeAbout([1, 0, 0], -80, 80)
          : ({
              kind: 'swingTwist',
              parentFrame: IDENTITY,
              childFrame: IDENTITY,
              swing: [1, 1, 1, 1],
              twist: [-0.5, 0.5],
            } as const),
    })),
  );
}

/** A goal for the end of a chain at a place that some pose inside the limits brings it to. */
function reachable(skeleton: Skeleton, offset: readonly [number, number, number], seed: number): PositionGoal {
  const joint = skeleton.count - 1;
  const target = placeOf(skeleton, randomPose(skeleton, seededRandom(seed)), joint, offset);
  return { kind: 'position', joint, offset, target };
}

describe('the solver of chains', () => {
  test.each([
    ['a human arm', humanArm(), HAND],
    ['twenty joints with limits', limitedChain(), [0, 0.1, 0] as const],
  ] as const)('brings %s to every place that it can reach, inside its limits', (_, skeleton, offset) => {
    const solver = createChainSolver(skeleton);
    for (let seed = 1; seed <= 100; seed++) {
      const goal = reachable(skeleton, offset, seed);
      const { status, pose } = solver.solve(restPose(skeleton), [goal]);
      expect([seed, status, isInsideLimits(skeleton, pose)]).toEqual([seed, 'reached', true]);
      const at = placeOf(skeleton, pose, skeleton.count - 1, offset);
      expect(Math.hypot(...at.map((value, i) => value - goal.target[i]!))).toBeLessThan(1e-3);
    }
  });

  test('holds a hand where it is turned', () => {
    const arm = humanArm();
    const solver = createChainSolver(arm);
    let reached = 0;
    for (let seed = 1; seed <= 50; seed++) {
      const world = forwardKinematics(arm, randomPose(arm, seededRandom(seed)));
      const turn = worldRotation(world, 3);
      const goals: Goal[] = [
        { kind: 'position', joint: 3, target: worldPosition(world, 3) },
        { kind: 'orientation', joint: 3, target: turn },
      ];
      if (solver.solve(restPose(arm), goals).status === 'reached') reached++;
    }
    expect(reached).toBeGreaterThan(45);
  });

  test('comes as near out of reach as the whole solver, and stays there when it is asked again', () => {
    const skeleton = humanArm();
    const goals: Goal[] = [{ kind: 'position', joint: 3, offset: HAND, target: [3, 2, 1] }];
    const far = createChainSolver(skeleton).solve(restPose(skeleton), goals);
    const whole = createSolver(skeleton).solve(restPose(skeleton), goals);
    expect([far.status, far.residuals[0]!.reason]).toEqual(['stalled', 'outOfReach']);
    expect(far.distance).toBeLessThan(1.001 * whole.distance);
    expect(createChainSolver(skeleton).solve(far.pose, goals).pose).toEqual(far.pose);
  });

  test('steps to the same bytes', () => {
    const skeleton = limitedChain();
    const goals = [reachable(skeleton, [0, 0.1, 0], 7)];
    const solver = createChainSolver(skeleton);
    const whole = solver.solve(restPose(skeleton), goals);
    const stepped = solver.begin(restPose(skeleton), goals);
    while (stepped.step());
    expect(stepped.outcome()).toEqual(whole);
  });

  const goal: Goal = { kind: 'position', joint: 3, target: [0, 0, 0] };
  test.each<[string, readonly object[], SolveOptions, string]>([
    ['priorities', [{ ...goal, priority: 1 }], {}, 'cannot have the field "priority"'],
    ['soft goals', [{ ...goal, soft: true }], {}, 'cannot have the field "soft"'],
    ['goals between joints', [{ ...goal, frame: 0 }], {}, 'cannot have the field "frame"'],
    ['orders', [goal], { order: 'bounce' }, 'cannot have the field "order"'],
    ['a reference', [goal], { reference: restPose(humanArm()) }, 'cannot have the field "reference"'],
    ['the reserve', [goal], { reserve: 0.1 }, 'cannot have the field "reserve"'],
    ['traces', [goal], { trace: { steps: [], iterations: [] } }, 'cannot have the field "trace"'],
    ['the root’s translation', [goal], { rootStiffness: 0 }, 'cannot have the field "rootStiffness"'],
    ['poles', [{ ...goal, kind: 'pole' }], {}, 'must be one of position, orientation, direction, aim, got "pole"'],
  ])('refuses %s in a sentence that names the whole solver', (_, goals, options, sentence) => {
    const arm = humanArm();
    const solve = (): unknown => createChainSolver(arm).solve(restPose(arm), goals as Goal[], options);
    expect(solve).toThrow(sentence);
    expect(solve).toThrow('of createChainSolver (createSolver takes more) ');
    expect(() => createSolver(arm).solve(restPose(arm), goals as Goal[], options)).not.toThrow();
  });

  test('refuses joints that slide, and couplings', () => {
    const slider = createSkeleton([
      { name: 'rail', parent: -1, offset: [0, 0, 0], limit: { kind: 'prismatic', axis: [1, 0, 0], min: 0, max: 1 } },
    ]);
    expect(() => createChainSolver(slider)).toThrow(
      'createChainSolver takes joints that turn, without couplings (createSolver takes more), got 1 that slide',
    );
    const limited = limitedChain();
    const coupled = createSkeleton(
      limited.names.map((name, j) => ({ name, parent: j - 1, offset: [0, 0.1, 0] as const, limit: limited.limits[j]! })),
      0,
      [{ kind: 'twistBySwing', joint: 1, points: [[0, -0.1, 0.1]] }],
    );
    expect(() => createChainSolver(coupled)).toThrow('got 1 couplings');
  });
});
