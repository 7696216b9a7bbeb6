import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition } from '../../../core/skeleton/skeleton.ts';
import { between, coneAbout, placeOf, randomPose, testBiped } from '../../helpers/ik-chains.ts';

/** A trunk of `trunk` links with `branches` arms of `length` links. */
function tree(trunk: number, branches: number, length: number) {
  const joints: JointDefinition[] = [];
  const limit = coneAbout([0, 1, 0], 60, [-45, 45]);
  for (let j = 0; j < trunk; j++) joints.push({ name: `trunk${j}`, parent: j - 1, offset: [0, j === 0 ? 0 : 0.1, 0], limit });
  const tips: number[] = [];
  for (let b = 0; b < branches; b++) {
    for (let j = 0; j < length; j++) {
      const parent = j === 0 ? trunk - 1 - (b % trunk) : joints.length - 1;
      joints.push({
        name: `arm${b}.${j}`,
        parent,
        offset: j === 0 ? [0.05 * Math.cos(b), 0.1, 0.05 * Math.sin(b)] : [0, 0.1, 0],
        limit,
      });
    }
    tips.push(joints.length - 1);
  }
  return { skeleton: createSkeleton(joints), tips };
}

const TIP: Vec3 = [0, 0.1, 0];

describe('several effectors on a tree', () => {
  test.each([
    ['three effectors on 11 links', 2, 3, 3],
    ['four effectors on 19 links', 3, 4, 4],
    ['fourteen effectors on 100 links', 2, 14, 7],
  ])('%s: reachable targets are reached together', (_, trunk, branches, length) => {
    const { skeleton, tips } = tree(trunk, branches, length);
    const solver = createSolver(skeleton);
    const random = seededRandom(8);
    for (let i = 0; i < 5; i++) {
      const wanted = randomPose(skeleton, random);
      const goals = tips.map((joint): Goal => ({
        kind: 'position',
        joint,
        offset: TIP,
        target: placeOf(skeleton, wanted, joint, TIP),
      }));
      const outcome = solver.solve(restPose(skeleton), goals);
      expect(outcome.status).toBe('reached');
    }
  });

  test('equal goals that cannot both be met share what is left evenly', () => {
    const skeleton = createSkeleton([
      { name: 'root', parent: -1, offset: [0, 0, 0] },
      { name: 'left', parent: 0, offset: [-0.2, 0.5, 0] },
      { name: 'right', parent: 0, offset: [0.2, 0.5, 0] },
    ]);
    const goals: Goal[] = [
      { kind: 'position', joint: 1, target: [-0.5, 0.5, 0] },
      { kind: 'position', joint: 2, target: [0.5, 0.5, 0] },
    ];
    const { residuals } = createSolver(skeleton).solve(restPose(skeleton), goals);
    expect(residuals[0]!.distance).toBeCloseTo(residuals[1]!.distance, 4);
  });

  test('the primary stays within tolerance when the secondary pulls against it, whichever comes first', () => {
    const { skeleton, start, joint } = testBiped();
    const goals: Goal[] = [
      { kind: 'position', joint: joint('wristR'), target: [-1.5, 1.4, 0.2], priority: 0 },
      { kind: 'position', joint: joint('wristL'), target: [0.6, 1.3, 0.3], priority: 1 },
    ];
    for (const list of [goals, [...goals].reverse()]) {
      const outcome = createSolver(skeleton).solve(start, list);
      expect(outcome.residuals[list.findIndex((goal) => goal.priority === 1)]!.reached).toBe(true);
      const secondary = outcome.residuals[list.findIndex((goal) => goal.priority === 0)]!;
      expect(secondary.distance).toBeLessThan(between(placeOf(skeleton, start, joint('wristR')), [-1.5, 1.4, 0.2]) - 0.05);
    }
  });

  test('a hand pulled to the floor bends the whole body and moves the hips; pinned feet stay within 0.1 mm', () => {
    const { skeleton, start, joint } = testBiped();
    const solver = createSolver(skeleton);
    const world = forwardKinematics(skeleton, start);
    const pins = ['footL', 'footR'].flatMap((name): Goal[] => [
      { kind: 'position', joint: joint(name), target: placeOf(skeleton, start, joint(name)), priority: 1, tolerance: 1e-4 },
      { kind: 'orientation', joint: joint(name), target: worldRotation(world, joint(name)), priority: 1, tolerance: 2e-3 },
    ]);
    let pose = start;
    const from = placeOf(skeleton, start, joint('wristL'));
    const to: Vec3 = [0.3, 0.35, 0.4];
    for (let i = 1; i <= 100; i++) {
      const target: Vec3 = [0, 1, 2].map((k) => from[k]! + ((to[k]! - from[k]!) * i) / 100) as unknown as Vec3;
      const outcome = solver.solve(pose, [{ kind: 'position', joint: joint('wristL'), target, order: 'smartBounce' }, ...pins], {
        rootStiffness: 0.5,
        restarts: 4,
      });
      expect(outcome.status).toBe('reached');
      pose = outcome.pose;
      for (const name of ['footL', 'footR']) {
        expect(between(placeOf(skeleton, pose, joint(name)), placeOf(skeleton, start, joint(name)))).toBeLessThan(1e-4 + 1e-9);
      }
    }
    expect(pose[1]).toBeLessThan(-0.05);
  });
});
