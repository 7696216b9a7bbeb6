import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../../core/ik/request/options.ts';
import { createTrace } from '../../../../core/ik/request/trace.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { countStarts, joinStarts, splitStarts } from '../../../../core/ik/split.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import { randomPose, turnsBetween } from '../../../helpers/ik-chains.ts';
import { robotLimb, wayOfTheEnd } from '../../../helpers/limb-ways.ts';

const limb = robotLimb();
const { skeleton } = limb;
const solver = createSolver(skeleton);
const farthest = (a: Pose, b: Pose): number => Math.max(...turnsBetween(skeleton, a, b));

interface Step {
  readonly pose: Pose;
  readonly goals: readonly Goal[];
}

/** Steps of a centimetre that one start alone does not do, or only by turning a joint by more than 30°. */
function hardSteps(options: SolveOptions, seeds: readonly number[]): { lost: Step[]; turning: Step[] } {
  const lost: Step[] = [];
  const turning: Step[] = [];
  for (const seed of seeds) {
    const random = seededRandom(seed);
    const [from, to] = [randomPose(skeleton, random), randomPose(skeleton, random)];
    let pose = from;
    for (const { goal } of wayOfTheEnd(limb, from, to)) {
      const goals = [goal];
      const alone = solver.solve(pose, goals, { ...options, restarts: 0 });
      if (alone.status !== 'reached') lost.push({ pose, goals });
      else if (farthest(pose, alone.pose) > 30 * DEGREES) turning.push({ pose, goals });
      pose = solver.solve(pose, goals, options).pose;
    }
  }
  return { lost, turning };
}

const ways = [
  ['no order', {}, [28, 30, 47, 54]],
  ['backward', { order: 'backward' }, [30, 35, 36, 52]],
  ['damping', { damping: 1.4 }, [10, 30, 63, 65]],
  ['smart bounce', { order: 'smartBounce' }, [10, 30, 35, 36, 47]],
] as const;

test('what overshoots with damping turns no joint further with perturbations of the pose that came in, and half of the time less', () => {
  const { turning } = hardSteps(ways[2][1], ways[2][2]);
  let less = 0;
  for (const { pose, goals } of turning) {
    const alone = solver.solve(pose, goals, { ...ways[2][1], restarts: 0 });
    const perturbed = solver.solve(pose, goals, ways[2][1]);
    expect(perturbed.status).toBe('reached');
    expect(farthest(pose, perturbed.pose)).toBeLessThanOrEqual(farthest(pose, alone.pose) + 1e-9);
    if (farthest(pose, perturbed.pose) < 0.8 * farthest(pose, alone.pose)) less++;
  }
  expect(less).toBeGreaterThanOrEqual(turning.length / 2);
});

describe.each(ways)('perturbations of the pose that came in: %s', (_, options, seeds) => {
  const { lost, turning } = hardSteps(options, seeds);
  const steps = [...lost, ...turning];

  test('find goals again that were lost, two in five before any further start', () => {
    const found = lost.map(({ pose, goals }) => solver.solve(pose, goals, options));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ status }) => status === 'reached')).toBe(true);
    expect(found.filter(({ start }) => start.kind === 'present').length).toBeGreaterThan(0.4 * found.length);
  });

  test('are traced, and a replay leads to what was found', () => {
    for (const { pose, goals } of steps) {
      const trace = createTrace();
      const outcome = solver.solve(pose, goals, { ...options, trace });
      expect(outcome).toEqual(solver.solve(pose, goals, options));
      const replayed = pose.slice();
      for (const step of trace.steps) {
        step.before.forEach((value, i) => expect(Math.abs(value - replayed[step.index + i]!)).toBeLessThan(1e-9));
        replayed.set(step.after, step.index);
      }
      expect(replayed).toEqual(outcome.pose);
    }
  });

  test('know nothing of what was solved before', () => {
    const other = robotLimb().skeleton;
    for (const { pose, goals } of steps) {
      const start = randomPose(other, seededRandom(1));
      const used = createSolver(other);
      used.solve(start, goals, options);
      expect(used.solve(pose, goals, options)).toEqual(createSolver(other).solve(pose, goals, options));
    }
  });

  test('belong to their start: parts joined give what one thread gives, to the byte', () => {
    for (const { pose, goals } of steps) {
      const parts = splitStarts(options, countStarts(options)).map((part) => solver.solve(pose, goals, part));
      expect(joinStarts(parts)).toEqual(solver.solve(pose, goals, options));
    }
  });
});
