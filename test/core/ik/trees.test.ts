import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition } from '../../../core/skeleton/skeleton.ts';
import { poseOffence } from '../../helpers/coupled-oracle.ts';
import { between, coneAbout, HAND, humanArm, placeOf, randomPose, testBiped } from '../../helpers/ik-chains.ts';

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

  test('two hands on one spot are halfway between their targets; weights shift the point as a lever would (100 random cases, seed 5)', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const random = seededRandom(5);
    for (let i = 0; i < 100; i++) {
      const spot = placeOf(arm, randomPose(arm, random), 3, HAND);
      const apart = [0, 1, 2].map(() => 0.1 * random() - 0.05);
      const heavy = i % 2 === 0 ? 1 : 3;
      const goals = [1, -1].map((sign): Goal => ({
        kind: 'position',
        joint: 3,
        offset: HAND,
        // The weighted mean of both targets is the spot, which the hand can reach.
        target: spot.map((value, k) => value + (sign > 0 ? apart[k]! : -heavy * apart[k]!)) as unknown as Vec3,
        weight: sign > 0 ? heavy : 1,
      }));
      const { residuals, status } = solver.solve(restPose(arm), goals);
      expect(status).not.toBe('reached');
      expect(residuals[0]!.distance).toBeCloseTo(Math.hypot(...apart), 2.7);
      expect(residuals[1]!.distance).toBeCloseTo(heavy * Math.hypot(...apart), 2.7);
    }
  });

  test('a primary hand that can reach stays within tolerance whatever the other is pulled to (100 random conflicts, seed 6) @all', () => {
    const { skeleton, start, joint } = testBiped();
    const solver = createSolver(skeleton);
    const random = seededRandom(6);
    for (let i = 0; i < 100; i++) {
      const target = placeOf(skeleton, randomPose(skeleton, random), joint('wristL'));
      const away: Vec3 = [4 * random() - 3, 3 * random(), 4 * random() - 2];
      const primary: Goal = { kind: 'position', joint: joint('wristL'), target, priority: 1 };
      const secondary: Goal = { kind: 'position', joint: joint('wristR'), target: away };
      const { residuals, pose } = solver.solve(start, i % 2 === 0 ? [secondary, primary] : [primary, secondary], { restarts: 5 });
      expect(residuals[i % 2 === 0 ? 1 : 0]!.reached).toBe(true);
      expect(between(placeOf(skeleton, pose, joint('wristL')), target)).toBeLessThan(1e-3);
      // The other goes along: no further away than where it stood when the primary alone was served.
      const alone = solver.solve(start, [primary], { restarts: 5 }).pose;
      const left = between(placeOf(skeleton, pose, joint('wristR')), away);
      expect(left).toBeLessThan(between(placeOf(skeleton, alone, joint('wristR')), away) + 1e-3);
    }
  });

  test('figures of any proportions reach what they can: hands, feet and head at once (20 figures, 20 random poses each)', () => {
    const { skeleton: usual, start, joint } = testBiped();
    for (let figure = 0; figure < 20; figure++) {
      const random = seededRandom(1000 + figure);
      const sizes = usual.names.map(() => 0.5 + 1.3 * random());
      const skeleton = createSkeleton(
        usual.names.map((name, j) => {
          const left = name.endsWith('R') ? usual.names.indexOf(`${name.slice(0, -1)}L`) : j;
          const [x, y, z] = [0, 1, 2].map((k) => usual.offsets[3 * j + k]! * sizes[left]!);
          return { name, parent: usual.parents[j]!, offset: [x!, y!, z!], limit: usual.limits[j]! };
        }),
      );
      const solver = createSolver(skeleton);
      for (let i = 0; i < 20; i++) {
        const wanted = randomPose(skeleton, random);
        const goals = ['wristL', 'wristR', 'footL', 'footR', 'head'].map((name) => {
          return { kind: 'position' as const, joint: joint(name), target: placeOf(skeleton, wanted, joint(name)) };
        });
        const { pose } = solver.solve(start, goals, { restarts: 100 });
        for (const goal of goals) {
          expect(between(placeOf(skeleton, pose, goal.joint), goal.target), `figure ${figure}`).toBeLessThan(1e-3);
        }
        for (let j = 0; j < skeleton.count; j++) expect(poseOffence(skeleton, pose, j)).toBeLessThan(1e-6);
      }
    }
  });

  test('the 32-link tree of the article: reached from afar, and in a few iterations while dragging', () => {
    const { skeleton, tips } = tree(4, 4, 7);
    expect(skeleton.count).toBe(32);
    const solver = createSolver(skeleton);
    const wanted = randomPose(skeleton, seededRandom(2));
    const goals = (way: number): Goal[] =>
      tips.map((joint): Goal => {
        const [x, y, z] = placeOf(skeleton, wanted, joint, TIP);
        return { kind: 'position', joint, offset: TIP, target: [x + way, y, z] };
      });
    let { pose, iterations, status } = solver.solve(restPose(skeleton), goals(0));
    expect(status).toBe('reached');
    expect(iterations).toBeLessThanOrEqual(60);
    for (let i = 1; i <= 20; i++) {
      ({ pose, iterations, status } = solver.solve(pose, goals(-0.002 * i)));
      expect(status).toBe('reached');
      expect(iterations).toBeLessThanOrEqual(10);
    }
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
