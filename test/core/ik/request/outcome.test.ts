import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../../core/ik/request/options.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { countStarts, joinStarts, splitSolves, splitStarts } from '../../../../core/ik/split.ts';
import { createTrace } from '../../../../core/ik/request/trace.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { normalize, UNIT_Y } from '../../../../core/math/vec3.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../../core/skeleton/skeleton.ts';
import { anyProblem } from '../../../helpers/any-problem.ts';
import { HAND, humanArm, placeOf, randomPose, testBiped } from '../../../helpers/ik-chains.ts';
import { cases } from '../../../helpers/extent.ts';

const arm = humanArm();
const at = (target: readonly [number, number, number]): Goal[] => [{ kind: 'position', joint: 3, offset: HAND, target }];

describe('the outcome', () => {
  test('tells the joints that were brought in, and those that stand on their limits', () => {
    const start = restPose(arm);
    setRotation(start, 2, fromAxisAngle(UNIT_Y, 0.5));
    const outcome = createSolver(arm).solve(start, at([0.9, 0, 0]));
    expect(outcome.clamped).toEqual([2]);
    expect(outcome.limited).toContain(2);
    expect(outcome.status).not.toBe('reached');
  });

  test(`what a solve returns is not brought in again, in cones of any width from none to half a turn and twists of any range (${cases(1000, 5000)} cases) @all`, () => {
    for (let seed = 1; seed <= cases(1000, 5000); seed++) {
      const random = seededRandom(seed);
      const pick = (...choices: readonly number[]): number => choices[Math.floor(random() * choices.length)]!;
      const half = (): number =>
        pick(0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 0.5, 3, 3.14, Math.PI - 1e-5, Math.PI - 1e-7, Math.PI - 1e-10, Math.PI);
      const turn = () => fromAxisAngle(normalize([random() - 0.5, random() - 0.5, random() - 0.5]), 3 * random());
      const least = pick(-Math.PI, 0, 2 * random() - 1, Math.PI);
      const frame = turn();
      const limit: Limit = {
        kind: 'swingTwist',
        parentFrame: frame,
        childFrame: seed % 2 === 0 ? frame : turn(),
        swing: [half(), half(), half(), half()],
        twist: [least, Math.min(Math.PI, least + pick(0, 1e-10, 1e-8, 1e-6, 1e-3, 1, 2 * Math.PI))],
      };
      const skeleton = createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0], rest: turn(), limit }]);
      const start = restPose(skeleton);
      setRotation(start, 0, turn());
      const solver = createSolver(skeleton);
      const target = [random() - 0.5, random() - 0.5, random() - 0.5] as const;
      const goals: Goal[] = [{ kind: 'position', joint: 0, offset: [0.1, 0.2, 0.1], target }];
      const first = solver.solve(start, goals, { restarts: 2, maxIterations: 10 });
      expect(limitExcess(skeleton, first.pose, 0), `seed ${seed}`).toBeLessThan(1e-6);
      const again = solver.solve(first.pose, []);
      expect(again.clamped, `seed ${seed}`).toEqual([]);
      expect(again.pose, `seed ${seed}`).toEqual(first.pose);
    }
  });

  test('goals already met: no iteration, the pose to the byte', () => {
    const pose = randomPose(arm, seededRandom(6));
    const outcome = createSolver(arm).solve(pose, at(placeOf(arm, pose, 3, HAND)));
    expect(outcome).toMatchObject({ status: 'reached', iterations: 0, updates: 0, start: { kind: 'present', index: 0 } });
    expect(outcome.pose).toEqual(pose);
    expect(outcome.pose).not.toBe(pose);
  });

  test('is written into the pose that the options name, to the same bytes: a pose of its own, or the one that the solve starts from (100 targets) @all', () => {
    const random = seededRandom(61);
    const own = restPose(arm);
    const solver = createSolver(arm);
    for (let i = 0; i < 100; i++) {
      const start = randomPose(arm, random);
      const goals = at(i % 2 === 0 ? placeOf(arm, randomPose(arm, random), 3, HAND) : [2 * random(), 2, 0]);
      const expected = solver.solve(start, goals);
      const before = start.slice();
      const found = solver.solve(start, goals, { into: own });
      expect(found.pose).toBe(own);
      expect(start).toEqual(before);
      expect(found).toEqual(expected);
      const stepped = solver.begin(start, goals, { into: start });
      do stepped.outcome();
      while (stepped.step());
      expect(stepped.outcome()).toEqual(expected);
      expect(start).toEqual(expected.pose);
    }
  });

  test('asked for before the first step it tells of the pose that came in, wherever the solve is going to set out from', () => {
    const start = randomPose(arm, seededRandom(62));
    const goals = at([-0.3, 0.4, 0.2]);
    const expected = placeOf(arm, start, 3, HAND);
    const left = Math.hypot(expected[0] + 0.3, expected[1] - 0.4, expected[2] - 0.2);
    const ways: SolveOptions[] = [
      {},
      { reference: restPose(arm) },
      { starts: { first: 1, count: 1 }, seeds: [restPose(arm)] },
      { starts: { first: 2, count: 3 } },
    ];
    for (const options of ways) {
      const stepped = createSolver(arm).begin(start, goals, options);
      const { pose, distance, iterations, start: from } = stepped.outcome();
      expect(pose).toEqual(start);
      expect(distance).toBeCloseTo(left, 12);
      expect({ iterations, from }).toEqual({ iterations: 0, from: { kind: 'present', index: 0 } });
      while (stepped.step());
      expect(stepped.outcome()).toEqual(createSolver(arm).solve(start, goals, options));
    }
  });

  test('no goals at all are reached', () => {
    expect(createSolver(arm).solve(restPose(arm), []).status).toBe('reached');
  });

  test('an iteration limit that comes first says so', () => {
    const outcome = createSolver(arm).solve(restPose(arm), at([-0.1, 0.1, -0.3]), { maxIterations: 1, restarts: 0 });
    expect(outcome.status).toBe('limit');
    expect(outcome.iterations).toBe(1);
  });

  test('a seed pose that leads to the goal is used and named, in the caller’s numbering', () => {
    const { skeleton, joint } = testBiped();
    const random = seededRandom(9);
    const wanted = randomPose(skeleton, random);
    const goals = ['wristL', 'wristR', 'footL', 'footR', 'head'].map((name): Goal => ({
      kind: 'position',
      joint: joint(name),
      target: placeOf(skeleton, wanted, joint(name)),
      tolerance: 1e-6,
    }));
    const outcome = createSolver(skeleton).solve(restPose(skeleton), goals, {
      maxIterations: 2,
      seeds: [randomPose(skeleton, random), wanted],
      restarts: 0,
    });
    expect(outcome).toMatchObject({ status: 'reached', start: { kind: 'seed', index: 1 } });
  });

  test('another random seed gives other starts, the same one the same', () => {
    const goals: Goal[] = [...at([-0.5, 0.6, -0.4]), { kind: 'orientation', joint: 3, target: [0, 0, 0, 1] }];
    const starts = (options: SolveOptions) => {
      const trace = createTrace();
      createSolver(arm).solve(restPose(arm), goals, { ...options, restarts: 5, trace });
      return trace.steps.filter((step) => step.phase === 'start').map((step) => step.after);
    };
    expect(starts({ randomSeed: 1 }).length).toBeGreaterThan(5);
    expect(starts({ randomSeed: 1 })).toEqual(starts({}));
    expect(starts({ randomSeed: 2 })).not.toEqual(starts({ randomSeed: 1 }));
  });
});

describe('the trace', () => {
  test.each([
    ['smart bounce', { order: 'smartBounce' }, [0.2, 0.35, 0.3]],
    ['largest error first', { order: 'largestErrorFirst' }, [0.2, 0.35, 0.3]],
    ['no order, a limb bent and turned', {}, [0.3, 0.1, 0.3]],
    ['further starts, a turn that did not help taken back', { maxIterations: 3 }, [-0.1, 0.1, -0.3]],
    ['out of reach, back to the best of several starts', { restarts: 3 }, [0.4, 0.9, 0.2]],
  ] as const)('replayed, its steps lead from the start pose to the pose that was found: %s', (_, options, target) => {
    const trace = createTrace();
    const outcome = createSolver(arm).solve(restPose(arm), at(target), { ...options, trace });
    const pose = restPose(arm);
    for (const step of trace.steps) {
      step.before.forEach((value, i) => expect(Math.abs(value - pose[step.index + i]!)).toBeLessThan(1e-9));
      pose.set(step.after, step.index);
    }
    expect(pose).toEqual(outcome.pose);
    expect(trace.iterations.length).toBe(outcome.iterations);
    if (outcome.status === 'reached') expect(trace.iterations.at(-1)!.distance).toBeCloseTo(outcome.distance, 9);
  });

  test('asking for it changes nothing', () => {
    const goals = at([0.1, -0.3, 0.4]);
    const plain = createSolver(arm).solve(restPose(arm), goals);
    expect(createSolver(arm).solve(restPose(arm), goals, { trace: createTrace() })).toEqual(plain);
  });
});

describe('work split over threads', () => {
  test(`starts tried apart and joined give what one thread gives, to the byte, however many go to a part (${cases(150, 1500)} random problems) @all`, () => {
    let tied = 0;
    for (let seed = 1; seed <= cases(150, 1500); seed++) {
      const { skeleton, start, goals, options: own } = anyProblem(seed);
      const options = { ...own, restarts: 9, maxIterations: Math.min(10, own.maxIterations ?? 10) };
      const solver = createSolver(skeleton);
      const whole = solver.solve(start, goals, options);
      if (whole.status !== 'reached') tied++;
      for (const count of [2, 3, 6]) {
        const parts = splitStarts(options, count).map((part) => solver.solve(start, goals, part));
        expect(joinStarts(parts), `seed ${seed}, ${count} parts`).toEqual(whole);
      }
    }
    expect(tied).toBeGreaterThan(cases(40, 500));
  });

  test(`every start in a part of its own gives the outcome of one thread, to the byte (${cases(150, 1000)} random problems)`, () => {
    let further = 0;
    for (let seed = 1; seed <= cases(150, 1000); seed++) {
      const { skeleton, start, goals, options } = anyProblem(seed);
      const whole = createSolver(skeleton).solve(start, goals, options);
      const solver = createSolver(skeleton);
      const parts = splitStarts(options, countStarts(options)).map((part) => solver.solve(start, goals, part));
      expect(joinStarts(parts), `seed ${seed}`).toEqual(whole);
      if (whole.start.kind !== 'present') further++;
    }
    expect(further).toBeGreaterThan(cases(4, 50));
  });

  test('a seed that reaches the goals as it comes is followed by the soft goals alike, first in its part or after other starts (20 seeds)', () => {
    const { skeleton, joint } = testBiped();
    const solver = createSolver(skeleton);
    const random = seededRandom(31);
    for (let i = 0; i < 20; i++) {
      const wanted = randomPose(skeleton, random);
      const goals: Goal[] = ['wristL', 'wristR', 'head'].map((name): Goal => ({
        kind: 'position',
        joint: joint(name),
        target: placeOf(skeleton, wanted, joint(name)),
        tolerance: 0.02,
      }));
      goals.push({ kind: 'pole', joint: joint('elbowL'), target: [0.3 * random(), 1.5 * random(), 0.5 * random()] });
      const options: SolveOptions = { seeds: [wanted], restarts: 0, maxIterations: 1 };
      const whole = solver.solve(restPose(skeleton), goals, options);
      expect(whole.start.kind).toBe('seed');
      const parts = splitStarts(options, 2).map((part) => solver.solve(restPose(skeleton), goals, part));
      expect(joinStarts(parts), `seed ${i}`).toEqual(whole);
    }
  });

  test('shares of independent solves cover all of them once', () => {
    expect(splitSolves(10, 4)).toEqual([
      { first: 0, count: 3 },
      { first: 3, count: 3 },
      { first: 6, count: 2 },
      { first: 8, count: 2 },
    ]);
    expect(splitSolves(2, 5)).toEqual([
      { first: 0, count: 1 },
      { first: 1, count: 1 },
    ]);
    expect(() => splitSolves(3, 0)).toThrow('parts must be a whole number from 1, got 0');
  });
});
