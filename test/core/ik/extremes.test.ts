import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../core/ik/request/options.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { createTrace } from '../../../core/ik/request/trace.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle, multiply, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { restPose, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../core/skeleton/skeleton.ts';
import { anyProblem } from '../../helpers/any-problem.ts';
import { poseOffence } from '../../helpers/coupled-oracle.ts';
import { HAND, humanArm, placeOf, randomPose, testBiped } from '../../helpers/ik-chains.ts';
import { few } from '../../helpers/extent.ts';

/** Solves, and checks what every solve must keep: limits, finite numbers, the same bytes again, step by step and with a trace. */
function solved(skeleton: Skeleton, start: Pose, goals: readonly Goal[], options: SolveOptions = {}): Outcome {
  const outcome = createSolver(skeleton).solve(start, goals, options);
  for (let j = 0; j < skeleton.count; j++) expect(poseOffence(skeleton, outcome.pose, j)).toBeLessThan(1e-6);
  const { pose, residuals, cost, travel } = outcome;
  const numbers = [...pose, cost, travel, ...residuals.flatMap((left) => [left.distance, left.angle])];
  expect(numbers.every(Number.isFinite)).toBe(true);
  const stepped = createSolver(skeleton).begin(start, goals, options);
  for (let i = 0; stepped.step(); i++) if (i % 3 === 0) stepped.outcome();
  expect(stepped.outcome()).toEqual(outcome);
  const trace = createTrace();
  expect(createSolver(skeleton).solve(start, goals, { ...options, trace })).toEqual(outcome);
  const replayed = start.slice();
  for (const step of trace.steps) replayed.set(step.after, step.index);
  expect(replayed).toEqual(outcome.pose);
  return outcome;
}

const arm = humanArm();
const hand = (target: Vec3, more: object = {}): Goal => ({ kind: 'position', joint: 3, offset: HAND, target, ...more });
const ABOVE: Vec3 = [0.3, 0.2, 0.1];
const BELOW: Vec3 = [0.3, -0.2, 0.1];

describe('extreme goals and options', () => {
  test('a link limit of 0 moves nothing, of 1 the goal’s joint alone', () => {
    expect(solved(arm, restPose(arm), [hand(ABOVE, { maxLinks: 0 })]).pose).toEqual(restPose(arm));
    const { pose } = solved(arm, restPose(arm), [hand(ABOVE, { maxLinks: 1 })]);
    expect([...pose].flatMap((value, i) => (value === restPose(arm)[i] ? [] : [Math.floor((i - 3) / 4)]))).toContain(3);
    expect(pose.subarray(0, 15)).toEqual(restPose(arm).subarray(0, 15));
  });

  test.each([
    [1e-12, 1],
    [1, 1e12],
  ])('of two that contradict each other the one of weight %d leaves the other of %d its target', (light, heavy) => {
    const { residuals } = solved(arm, restPose(arm), [hand(ABOVE, { weight: light }), hand(BELOW, { weight: heavy })]);
    expect(residuals[1]!.distance).toBeLessThan(1e-9);
    expect(residuals[0]!.distance).toBeCloseTo(0.4, 6);
  });

  test('quaternions of a start pose may have any length: the rotations that they stand for are what the solve begins with', () => {
    const random = seededRandom(48);
    for (const length of [1e-6, 0.3, 1.7, 5, 1e6]) {
      const unit = randomPose(arm, random);
      const start = unit.map((value, i) => (i < 3 ? value : value * length));
      const { pose, clamped } = solved(arm, start, []);
      expect(clamped).toEqual([]);
      pose.forEach((value, i) => expect(Math.abs(value - unit[i]!)).toBeLessThan(1e-12));
    }
  });

  test('tolerances as small as numbers go end the solve all the same, as near as rounding lets it', () => {
    for (const tolerance of [1e-15, 1e-300, Number.MIN_VALUE]) {
      expect(solved(arm, restPose(arm), [hand(ABOVE, { tolerance })], { restarts: 1 }).distance).toBeLessThan(1e-14);
    }
  });

  test.each([
    {},
    { rootStiffness: 0 },
    { rootStiffness: 0.5, order: 'smartBounce' },
    { reserve: 0.2, rootStiffness: 0.2 },
  ] as const)(
    'pins that contradict each other share what is left, goals given twice count like one, the root is a joint like others: %j',
    (options) => {
      const { skeleton, start, joint } = testBiped();
      const pin = (name: string, [x, y, z]: Vec3, more: object = {}): Goal => {
        const at = placeOf(skeleton, start, joint(name));
        return { kind: 'position', joint: joint(name), target: [at[0] + x, at[1] + y, at[2] + z], ...more };
      };
      const torn = solved(skeleton, start, [pin('footL', [0, 0, 0]), pin('footL', [0.3, 0, 0])], options);
      expect(torn.status).toBe('stalled');
      torn.residuals.forEach((left) => expect(left.distance).toBeCloseTo(0.15, 3));
      const turned = (angle: number): Goal => ({
        kind: 'orientation',
        joint: joint('head'),
        target: fromAxisAngle(UNIT_Y, angle),
      });
      for (const left of solved(skeleton, start, [turned(1), turned(-1)], options).residuals)
        expect(left.angle).toBeCloseTo(1, 3);
      const twice = solved(
        skeleton,
        start,
        Array.from({ length: 9 }, () => pin('wristL', [-0.1, 0.1, 0])),
        options,
      );
      expect(twice.status).toBe('reached');
      const root = solved(skeleton, start, [pin('hips', [0.1, 0.2, 0.3])], options);
      expect(root.status).toBe('rootStiffness' in options ? 'reached' : 'stalled');
    },
  );

  test.each(few([1e-9, 1e-5, 1e3, 1e8], 2))(
    'lengths times %d: limits and finite numbers hold as ever (100 random problems)',
    (size) => {
      const scaled = (values: ArrayLike<number>): number[] =>
        Array.from(values, (value) => Math.max(-1e9, Math.min(1e9, value * size)));
      const vector = (values: ArrayLike<number>): Vec3 => scaled(values) as unknown as Vec3;
      for (let seed = 1; seed <= 100; seed++) {
        const { skeleton: any, start, goals } = anyProblem(seed);
        const limits = any.limits.map((limit): Limit =>
          limit.kind === 'prismatic' ? { ...limit, min: limit.min * size, max: limit.max * size } : limit,
        );
        const skeleton = createSkeleton(
          any.names.map((name, j) => ({
            name,
            parent: any.parents[j]!,
            offset: vector(any.offsets.subarray(3 * j, 3 * j + 3)),
            rest: Array.from(any.rest.subarray(4 * j, 4 * j + 4)) as unknown as Quat,
            limit: limits[j]!,
          })),
          any.root,
          any.couplings,
        );
        const turned = 3 + 4 * any.count;
        const from = start.map((value, i) => (i < 3 || i >= turned ? scaled([value])[0]! : value));
        const far = goals.map((goal): Goal =>
          goal.kind === 'orientation' || goal.kind === 'centreOfMass' ? goal : { ...goal, target: vector(goal.target) },
        );
        expect(solved(skeleton, from, far, { restarts: 1, maxIterations: 10 }).pose.length).toBe(start.length);
      }
    },
  );
});

test('cascades of three hinges take every orientation of the ball they stand for, singular ones too, from any start (300 cases, seed 47)', () => {
  const random = seededRandom(47);
  const turns = [
    [UNIT_Z, UNIT_X, UNIT_Y],
    [UNIT_Z, UNIT_X, UNIT_Z],
    [UNIT_X, UNIT_Y, UNIT_X],
  ];
  for (let i = 0; i < 300; i++) {
    const axes = turns[i % 3]!;
    const cascade = createSkeleton(
      axes.map((axis, j) => ({
        name: `hinge${j}`,
        parent: j - 1,
        offset: [0, 0, 0] as const,
        limit: { kind: 'hinge', axis, min: -Math.PI, max: Math.PI } as const,
      })),
    );
    const spin = (axis: Vec3): Quat => fromAxisAngle(axis, 6.2 * random() - 3.1);
    // With the middle hinge at 0, a quarter or half a turn two of the axes lie on one line: for some of the three that is where they lock.
    const middle = [0, Math.PI / 2, Math.PI, 6 * random()][i % 4]!;
    const target = multiply(spin(axes[0]!), multiply(fromAxisAngle(axes[1]!, middle), spin(axes[2]!)));
    const start = restPose(cascade);
    if (i % 2 === 0) axes.forEach((axis, j) => setRotation(start, j, spin(axis)));
    const goal: Goal = { kind: 'orientation', joint: 2, target, tolerance: 1e-4 };
    expect(createSolver(cascade).solve(start, [goal]).status, `case ${i}`).toBe('reached');
  }
});
