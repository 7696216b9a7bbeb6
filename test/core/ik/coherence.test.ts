import { describe, expect, test } from 'vitest';
import { createSolver } from '../../../core/ik/solver.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { limitCoordinates } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../../core/skeleton/skeleton.ts';
import { HAND, humanArm, randomPose, straightChain, TIP, turnsBetween } from '../../helpers/ik-chains.ts';
import { fingerLimb, humanLimb, robotLimb, slerpPoses, wayOfTheEnd } from '../../helpers/limb-ways.ts';
import { few } from '../../helpers/extent.ts';

/** A closed curve in front of the arm, in steps of at most 1 cm. */
function path(frames: number): Vec3[] {
  return Array.from({ length: frames }, (_, i): Vec3 => {
    const t = (2 * Math.PI * i) / 140;
    return [0.45 + 0.12 * Math.cos(t), -0.05 + 0.15 * Math.sin(t), 0.32 + 0.1 * Math.sin(2 * t + 0.3)];
  });
}

/** The least that some joint must turn from `pose` to reach the goal, radians, as far as 60 starts all around it show. */
function leastTurn(skeleton: Skeleton, pose: Pose, goal: Goal): number {
  const solver = createSolver(skeleton);
  const random = seededRandom(99);
  let least = Infinity;
  for (let i = 0; i < 60; i++) {
    const other = randomPose(skeleton, random);
    const start = slerpPoses(skeleton, pose, other, random() ** 2);
    const outcome = solver.solve(start, [goal], { restarts: 0, reference: pose });
    if (outcome.status === 'reached') least = Math.min(least, Math.max(...turnsBetween(skeleton, pose, outcome.pose)));
  }
  return least;
}

describe('poses over a path', () => {
  test('a target that moves by a centimetre moves no joint by more than 3°, 600 frames', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const points = path(600);
    let pose = solver.solve(restPose(arm), [{ kind: 'position', joint: 3, offset: HAND, target: points[0]! }]).pose;
    for (const target of points.slice(1)) {
      const outcome = solver.solve(pose, [{ kind: 'position', joint: 3, offset: HAND, target }]);
      expect(outcome.status).toBe('reached');
      expect(Math.max(...turnsBetween(arm, pose, outcome.pose))).toBeLessThan(3 * DEGREES);
      pose = outcome.pose;
    }
  });

  test('going along a path and back returns to the same pose within 1°, as long as no joint runs into its limit', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const points = path(36);
    const follow = (pose: Float64Array, target: Vec3): Float64Array =>
      solver.solve(pose, [{ kind: 'position', joint: 3, offset: HAND, target, tolerance: 1e-5 }]).pose;
    const start = follow(restPose(arm), points[0]!);
    let pose = start;
    for (const target of points) pose = follow(pose, target);
    for (const target of [...points].reverse()) pose = follow(pose, target);
    expect(Math.max(...turnsBetween(arm, start, pose))).toBeLessThan(DEGREES);
  });

  test.each(
    few(
      [
        ['no order', {}, 0],
        ['smart bounce', { order: 'smartBounce' }, 0],
      ] as const,
      1,
    ),
  )(
    'towards a reference the joints go over little by little where another pose becomes nearer: %s, 20 ways of 1 cm a frame (seed 3)',
    (_, options, most) => {
      const arm = humanArm();
      const solver = createSolver(arm);
      const reference = restPose(arm);
      const random = seededRandom(3);
      let jumps = 0;
      let frames = 0;
      for (let way = 0; way < 20; way++) {
        const [from, to] = [randomPose(arm, random), randomPose(arm, random)];
        let pose = from;
        for (const { goal, isNear } of wayOfTheEnd(humanLimb(), from, to)) {
          const next = solver.solve(pose, [goal], { ...options, reference }).pose;
          if (isNear && Math.max(...turnsBetween(arm, pose, next)) > 10 * DEGREES) jumps++;
          frames++;
          pose = next;
        }
      }
      expect(frames).toBeGreaterThan(1000);
      expect(jumps).toBeLessThanOrEqual(most);
    },
  );

  test.each(
    few(
      [
        ['a human arm, no order', humanLimb(), {}, [203, 242]],
        ['a human arm, a reference', humanLimb(), { reference: restPose(humanArm()) }, [66, 73, 91]],
        ['a human arm, backward', humanLimb(), { order: 'backward' }, [4, 10, 23, 54, 55, 57, 58]],
        ['a human arm, smart bounce', humanLimb(), { order: 'smartBounce' }, [115, 209, 211, 237, 242]],
        ['a robot, no order', robotLimb(), {}, [29, 30, 47, 54]],
        ['a robot, backward', robotLimb(), { order: 'backward' }, [30, 52]],
        ['a robot, damping', robotLimb(), { damping: 1.4 }, [36, 63, 65, 72, 90]],
        ['a robot, a reserve', robotLimb(), { reserve: 0.1 }, [54, 56, 95, 108]],
      ] as const,
      2,
    ),
  )(
    'where a target that moves by a centimetre turns a joint by more than 30°, every pose that reaches it turns one nearly as far: %s, chosen ways',
    (_, limb, options, seeds) => {
      const { skeleton } = limb;
      const solver = createSolver(skeleton);
      let turned = 0;
      for (const seed of seeds) {
        const random = seededRandom(seed);
        let from = randomPose(skeleton, random);
        let pose = from;
        for (let way = 0; way < 3; way++) {
          const to = randomPose(skeleton, random);
          for (const { goal, isNear } of wayOfTheEnd(limb, from, to)) {
            const outcome = solver.solve(pose, [goal], options);
            const turn = Math.max(...turnsBetween(skeleton, pose, outcome.pose));
            if (isNear && outcome.status === 'reached' && turn > 30 * DEGREES) {
              turned++;
              expect(turn, `seed ${seed}, way ${way}`).toBeLessThan(1.6 * leastTurn(skeleton, pose, goal));
            }
            pose = outcome.pose;
          }
          from = to;
        }
      }
      expect(turned).toBeGreaterThan(0);
    },
  );

  test('with a reference no joint of a finger 95 mm long turns by more than 30° for a centimetre (10 ways on which it could)', () => {
    const limb = fingerLimb();
    const { skeleton } = limb;
    const solver = createSolver(skeleton);
    const reference = restPose(skeleton);
    let frames = 0;
    for (const seed of [25, 75, 86, 96, 103, 116, 165, 167, 251, 252]) {
      const random = seededRandom(seed);
      let from = randomPose(skeleton, random);
      let pose = from;
      for (let way = 0; way < 3; way++) {
        const to = randomPose(skeleton, random);
        for (const { goal } of wayOfTheEnd(limb, from, to)) {
          const next = solver.solve(pose, [goal], { reference }).pose;
          expect(Math.max(...turnsBetween(skeleton, pose, next)), `seed ${seed}, way ${way}`).toBeLessThan(30 * DEGREES);
          frames++;
          pose = next;
        }
        from = to;
      }
    }
    expect(frames).toBeGreaterThan(300);
  });

  test.each([
    ['no order', {}],
    ['a reference', { reference: restPose(humanArm()) }],
    ['smart bounce', { order: 'smartBounce' }],
  ] as const)('a target that moves by a centimetre is near whatever its goal weighs: %s (50 poses, seed 12)', (_, options) => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const random = seededRandom(12);
    for (let i = 0; i < 50; i++) {
      const [pose, other] = [randomPose(arm, random), randomPose(arm, random)];
      const { goal } = wayOfTheEnd(humanLimb(), pose, other).next().value!;
      const solved = (weight: number): Pose => solver.solve(pose, [{ ...goal, weight }], options).pose;
      const one = solved(1);
      for (const weight of [1e-4, 100, 1e4]) {
        expect(Math.max(...turnsBetween(arm, one, solved(weight))), `pose ${i}, weight ${weight}`).toBeLessThan(0.5 * DEGREES);
      }
    }
  });

  test('with a reserve no joint turns more than 3.5° a centimetre (and 0.8° for what the tolerance leaves) as a target passes full reach (seed 4)', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const random = seededRandom(4);
    const fastest = (way: (distance: number) => Vec3, step: number, reserve: number): number => {
      const follow = (pose: Float64Array, target: Vec3) =>
        solver.solve(pose, [{ kind: 'position', joint: 3, offset: HAND, target }], { reserve }).pose;
      let pose = follow(restPose(arm), way(0.5));
      let most = 0;
      for (let distance = 0.5; distance < 1.4; distance += step) {
        const next = follow(pose, way(distance));
        most = Math.max(most, ...turnsBetween(arm, pose, next));
        pose = next;
      }
      return most / DEGREES;
    };
    for (let line = 0; line < 8; line++) {
      const [y, z] = [0.6 * random() - 0.3, 0.6 * random() - 0.3];
      const aside = 0.1 * random();
      const way = (distance: number): Vec3 => [distance, y * distance + aside, z * distance];
      for (const step of [0.002, 0.005, 0.01]) expect(fastest(way, step, 0.1), `line ${line}`).toBeLessThan(350 * step + 0.8);
      // Without one the elbow pops straight.
      expect(fastest(way, 0.005, 0)).toBeGreaterThan(5);
    }
  });

  test('with a reserve the elbow is never locked straight, however far the target', () => {
    const arm = humanArm();
    const goal = { kind: 'position', joint: 3, offset: HAND, target: [5, 0.2, 0.1] } as const;
    const bend = (reserve: number): number =>
      limitCoordinates(arm.limits[2]!, rotationOf(createSolver(arm).solve(restPose(arm), [goal], { reserve }).pose, 2)).twist;
    expect(bend(0)).toBeLessThan(DEGREES);
    expect(bend(0.1)).toBeGreaterThan(5 * DEGREES);
  });

  test('comfort regions leave more of the movement to the joints further up', () => {
    const chain = straightChain(4);
    const solver = createSolver(chain);
    const goal = { kind: 'position', joint: 3, offset: TIP, target: [0.12, 0.33, 0.05], order: 'backward' } as const;
    const share = (comfort: number): number => {
      const outcome = solver.solve(restPose(chain), [goal], { comfort, maxIterations: 1, restarts: 0 });
      const turns = turnsBetween(chain, restPose(chain), outcome.pose);
      return turns[3]! / turns.reduce((sum, turn) => sum + turn, 0);
    };
    expect(share(0.3)).toBeLessThan(share(0) - 0.03);
    expect(solver.solve(restPose(chain), [goal], { comfort: 0.3 }).status).toBe('reached');
  });

  test('comfort regions go by the place in the chain, not by the order in which joints are listed: both arms of a figure move alike', () => {
    const side = (sign: number, first: number): JointDefinition[] =>
      [0, 1, 2].map((i) => ({ name: `arm${sign}.${i}`, parent: i === 0 ? 0 : first + i - 1, offset: [sign * 0.2, 0, 0] }));
    const figure = createSkeleton([{ name: 'chest', parent: -1, offset: [0, 1, 0] }, ...side(1, 1), ...side(-1, 4)]);
    const goals = [1, -1].map((sign) => ({
      kind: 'position' as const,
      joint: sign > 0 ? 3 : 6,
      offset: [sign * 0.2, 0, 0] as const,
      target: [sign * 0.45, 1.25, 0.2] as const,
    }));
    const { pose } = createSolver(figure).solve(restPose(figure), goals, { comfort: 0.4, maxIterations: 1, restarts: 0 });
    const turns = turnsBetween(figure, restPose(figure), pose);
    for (const i of [1, 2, 3]) expect(turns[i]).toBeCloseTo(turns[i + 3]!, 9);
    expect(turns[1]).toBeGreaterThan(0.05);
  });
});
