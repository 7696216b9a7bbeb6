import { expect, test } from 'vitest';
import { createMotion } from '../../../../core/ik/finish/axis-rates.ts';
import { writeColumnRates } from '../../../../core/ik/finish/column-rates.ts';
import { takeStep } from '../../../../core/ik/finish/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { settle } from '../../../../core/ik/mechanism/workspace.ts';
import { seededRandom, type Random } from '../../../../core/math/random.ts';
import { linearProblem, type LinearProblem } from '../../../helpers/linear-problem.ts';

/** How far along a direction the configuration is moved: the second difference of so short a way has five digits. */
const STEP = 1e-3;

function randomDirection({ finish }: LinearProblem, dice: Random): Float64Array {
  return Float64Array.from({ length: finish.freedoms.count }, () => 2 * dice() - 1);
}

/** Multipliers for positions, the pole and the orientation; what a balance and an aim add to the rates is left out of them as small. */
function randomMultipliers({ goals, finish, size }: LinearProblem, dice: Random): Float64Array {
  const y = Float64Array.from({ length: size }, () => 2 * dice() - 1);
  goals.forEach(({ kind }, g) => {
    if (kind === 'aim' || kind === 'centreOfMass') y.fill(0, finish.rows[g], finish.rows[g]! + 3);
  });
  return y;
}

function ratesOf({ ws, finish }: LinearProblem, direction: Float64Array, y: Float64Array): Float64Array {
  const rates = new Float64Array(finish.freedoms.count);
  writeColumnRates(createMotion(ws.mechanism.skeleton.count), finish, ws, direction, y, rates);
  return rates;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

test('the rates of the columns are the second derivatives of the effectors: second differences along random directions (200 trees)', () => {
  const dice = seededRandom(72);
  let largest = 0;
  for (let tree = 0; tree < 200; tree++) {
    const problem = linearProblem(dice);
    const { ws, finish } = problem;
    const direction = randomDirection(problem, dice);
    const y = randomMultipliers(problem, dice);
    const said = dot(ratesOf(problem, direction, y), direction);
    const saved = createSavedState(ws.mechanism.skeleton.count);
    saveState(saved, ws);
    // What is left of the goals falls by what the effectors move.
    const movedBy = (length: number): number => {
      finish.freedoms.step.set(direction);
      takeStep(finish.freedoms, ws, length);
      settle(ws);
      let sum = 0;
      problem.goals.forEach((_, g) => {
        for (let i = 0; i < 3; i++) sum -= y[finish.rows[g]! + i]! * finish.roots[g]! * ws.effectors.errors[3 * g + i]!;
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
    const y = randomMultipliers(problem, dice);
    const there = dot(ratesOf(problem, a, y), b);
    expect(Math.abs(there - dot(ratesOf(problem, b, y), a)), `tree ${tree}`).toBeLessThan(1e-9 * (1 + Math.abs(there)));
  }
});
