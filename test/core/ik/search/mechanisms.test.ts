import { expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import type { Outcome } from '../../../../core/ik/request/outcome.ts';
import { ALL_MECHANISMS, type Mechanisms } from '../../../../core/ik/search/mechanisms.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { createSolverWith } from '../../../../core/ik/solver-with.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../../core/skeleton/skeleton.ts';
import { anyProblem, type Problem } from '../../../helpers/any-problem.ts';
import { HAND, hingeAbout, humanArm, placeOf, randomPose } from '../../../helpers/ik-chains.ts';
import { few } from '../../../helpers/extent.ts';

/** Two points of one hinge, 1 m and 0.2 m from it: 0.01 rad one way and the other, each met within 3.5 mm only if the long arm gives way. */
function lever(): Problem {
  const skeleton = createSkeleton([{ name: 'lever', parent: -1, offset: [0, 0, 0], limit: hingeAbout([0, 0, 1], -90, 90) }]);
  const at = (radius: number, angle: number): Goal => ({
    kind: 'position',
    joint: 0,
    offset: [radius, 0, 0],
    target: [radius * Math.cos(angle), radius * Math.sin(angle), 0],
    tolerance: 3.5e-3,
  });
  return { skeleton, start: restPose(skeleton), goals: [at(1, 0.01), at(0.2, -0.01)], options: { restarts: 0 } };
}

/** An arm whose hand goes somewhere by smart bounce. */
function bouncingArm(seed: number): Problem {
  const skeleton = humanArm();
  const target = placeOf(skeleton, randomPose(skeleton, seededRandom(seed)), 3, HAND);
  const goals: Goal[] = [{ kind: 'position', joint: 3, offset: HAND, target }];
  return { skeleton, start: restPose(skeleton), goals, options: { order: 'smartBounce' } };
}

const PROBLEMS = [
  lever(),
  ...Array.from({ length: 100 }, (_, i) => bouncingArm(i + 1)),
  ...Array.from({ length: 300 }, (_, i) => anyProblem(i + 1)),
];

function outcomeOf({ skeleton, start, goals, options }: Problem, mechanisms: Mechanisms): Outcome {
  return createSolverWith(skeleton, mechanisms).solve(start, goals, options);
}

test('with all its mechanisms a solver is the one that everybody gets', () => {
  for (const problem of PROBLEMS.slice(0, 100)) {
    const { skeleton, start, goals, options } = problem;
    expect(outcomeOf(problem, ALL_MECHANISMS)).toEqual(createSolver(skeleton).solve(start, goals, options));
  }
});

const SWITCHES = Object.keys(ALL_MECHANISMS);

test.each(few(SWITCHES, 1))('without %s some problems are solved otherwise, and most are not', (name) => {
  let other = 0;
  for (const problem of PROBLEMS) {
    const whole = outcomeOf(problem, ALL_MECHANISMS);
    const { pose, updates } = outcomeOf(problem, { ...ALL_MECHANISMS, [name]: false });
    if (updates !== whole.updates || pose.some((value, i) => value !== whole.pose[i])) other++;
  }
  expect(other).toBeGreaterThan(0);
  expect(other).toBeLessThan(PROBLEMS.length / 2);
});
