import { expect, test } from 'vitest';
import { writeBends } from '../../../../core/ik/newton/hessian.ts';
import { multiplyBranches } from '../../../../core/ik/newton/branch-products.ts';
import { multiplyColumns } from '../../../../core/ik/jacobian/jacobian-products.ts';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { settle } from '../../../../core/ik/mechanism/workspace.ts';
import { seededRandom, type Random } from '../../../../core/math/random.ts';
import { linearProblem, type LinearProblem } from '../../../helpers/linear-problem.ts';

/** How far along a direction the configuration is moved: the second difference of so short a way has five digits. */
const STEP = 1e-3;

function randomDirection({ finish }: LinearProblem, dice: Random): Float64Array {
  return Float64Array.from({ length: finish.freedoms.count }, () => 2 * dice() - 1);
}

/** Forces on all effectors but an aim, of which a part is left out as little. */
function randomForces({ goals, finish, size }: LinearProblem, dice: Random): Float64Array {
  const forces = Float64Array.from({ length: size }, () => 2 * dice() - 1);
  goals.forEach(({ kind }, g) => {
    if (kind === 'aim') forces.fill(0, finish.rows[g], finish.rows[g]! + 3);
    // A balance knows no height.
    if (kind === 'centreOfMass') forces[finish.rows[g]! + 1] = 0;
  });
  return forces;
}

/** The second derivatives under the forces, times a direction. */
function timesBends({ ws, finish, size }: LinearProblem, direction: Float64Array, forces: Float64Array): Float64Array {
  multiplyColumns(finish, size, forces, finish.newton.pulls);
  writeBends(finish, ws, size, forces, false);
  multiplyBranches(finish.newton, direction);
  return finish.newton.product.slice(0, finish.freedoms.count);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

test('the bends under given forces are the second derivatives of the effectors under them: second differences along random directions (200 trees)', () => {
  const dice = seededRandom(72);
  let largest = 0;
  for (let tree = 0; tree < 200; tree++) {
    const problem = linearProblem(dice);
    const { ws, finish } = problem;
    const direction = randomDirection(problem, dice);
    const forces = randomForces(problem, dice);
    const said = dot(timesBends(problem, direction, forces), direction);
    const saved = createSavedState(ws.mechanism.skeleton.count);
    saveState(saved, ws);
    // What is left of the goals falls by what the effectors move; H is of the opposite sign.
    const movedBy = (length: number): number => {
      finish.freedoms.step.set(direction);
      takeStep(finish.freedoms, ws, length);
      settle(ws);
      let sum = 0;
      problem.goals.forEach((_, g) => {
        for (let i = 0; i < 3; i++) sum += forces[finish.rows[g]! + i]! * finish.roots[g]! * ws.effectors.errors[3 * g + i]!;
      });
      restoreState(ws, saved);
      return sum;
    };
    const measured = (movedBy(STEP) - 2 * movedBy(0) + movedBy(-STEP)) / (STEP * STEP);
    expect(Math.abs(said - measured), `tree ${tree}: ${said} and ${measured}`).toBeLessThan(2e-4 * (1 + Math.abs(measured)));
    largest = Math.max(largest, Math.abs(measured));
  }
  expect(largest).toBeGreaterThan(5);
});

test('the order of two directions makes no difference to the second derivatives (200 trees)', () => {
  const dice = seededRandom(73);
  for (let tree = 0; tree < 200; tree++) {
    const problem = linearProblem(dice);
    const [a, b] = [randomDirection(problem, dice), randomDirection(problem, dice)];
    const forces = randomForces(problem, dice);
    const there = dot(timesBends(problem, a, forces), b);
    expect(Math.abs(there - dot(timesBends(problem, b, forces), a)), `tree ${tree}`).toBeLessThan(1e-9 * (1 + Math.abs(there)));
  }
});
