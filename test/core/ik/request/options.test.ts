import { expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../../core/ik/request/options.ts';
import { countStarts } from '../../../../core/ik/split.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { anyLoopedProblem } from '../../../helpers/any-problem.ts';
import { cases } from '../../../helpers/extent.ts';

/** What the docstrings of options and goals call the default, written out. */
const DEFAULTS: SolveOptions = {
  maxIterations: 60,
  restarts: 20,
  randomSeed: 1,
  rootStiffness: 1,
  damping: 1,
  maxStep: Math.PI,
  comfort: 0,
  reserve: 0,
  seeds: [],
};

function writtenOut(goal: Goal): Goal {
  const shared = { weight: 1, priority: 0, soft: false, ...goal };
  switch (goal.kind) {
    case 'position':
    case 'plane':
    case 'line':
      return { tolerance: 1e-3, offset: [0, 0, 0], ...shared } as Goal;
    case 'orientation':
    case 'direction':
      return { tolerance: DEGREES, ...shared } as Goal;
    case 'aim':
      return { tolerance: DEGREES, offset: [0, 0, 0], ...shared } as Goal;
    case 'pole':
      return shared;
    case 'centreOfMass':
      return { tolerance: 5e-3, ...shared } as Goal;
  }
}

function withoutDefaults(goal: Goal): Goal {
  return Object.fromEntries(
    Object.entries(goal).filter(([key]) => !['tolerance', 'weight', 'priority'].includes(key)),
  ) as unknown as Goal;
}

const PROBLEMS = cases(60, 300);

test(`every default is what its docstring says: written out, it gives the same bytes (${PROBLEMS} random problems)`, () => {
  expect(countStarts({})).toBe(21);
  let further = 0;
  for (let seed = 1; seed <= PROBLEMS; seed++) {
    const { skeleton, start, goals: any } = anyLoopedProblem(seed);
    const goals = any.map(withoutDefaults);
    const stiffness = skeleton.stiffness.slice();
    const solver = createSolver(skeleton);
    const plain = solver.solve(start, goals);
    expect(solver.solve(start, goals.map(writtenOut), { ...DEFAULTS, stiffness }), `seed ${seed}`).toEqual(plain);
    if (plain.iterations > 60) further++;
  }
  expect(further).toBeGreaterThan(30);
});
