import { describe, expect, test } from 'vitest';
import { listFreedoms } from '../../../../core/ik/jacobian/freedoms.ts';
import { multiplyColumns } from '../../../../core/ik/jacobian/jacobian-products.ts';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { refresh } from '../../../../core/ik/mechanism/workspace.ts';
import { multiplyBranches } from '../../../../core/ik/newton/branch-products.ts';
import { multiplyHessian } from '../../../../core/ik/newton/closures.ts';
import { writeHessian } from '../../../../core/ik/newton/hessian.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { seededRandom, type Random } from '../../../../core/math/random.ts';
import { normalize } from '../../../../core/math/vec3.ts';
import { anyTree, anyTurn, anyVector, JOINTS, readyToRefine, writeCostHessian } from '../../../helpers/any-tree.ts';
import { linearProblem, type LinearProblem } from '../../../helpers/linear-problem.ts';
import { few } from '../../../helpers/extent.ts';

/** Radians or metres by which two freedoms are moved. */
const STEP = 1e-4;

const balance = (random: Random, support: readonly (readonly [number, number])[]): Goal => ({
  kind: 'centreOfMass',
  masses: Array.from({ length: JOINTS }, () => random()),
  centres: Array.from({ length: 3 * JOINTS }, () => 0.3 * random()),
  support,
  weight: 4,
});

/** Goals that random trees leave far away: what second derivatives are for. */
const GOALS: Record<string, (random: Random) => Goal[]> = {
  'a position': (random) => [
    { kind: 'position', joint: JOINTS - 1, offset: anyVector(random, 0.2), target: anyVector(random), weight: 2 },
  ],
  'an orientation': (random) => [{ kind: 'orientation', joint: JOINTS - 1, target: anyTurn(random), leverArm: 0.4, weight: 3 }],
  'an aim at something near': (random) => [
    {
      kind: 'aim',
      joint: JOINTS - 2,
      axis: normalize(anyVector(random)),
      offset: anyVector(random, 0.2),
      target: anyVector(random, 1.5),
      weight: 2,
    },
  ],
  'a balance above a point': (random) => [balance(random, [[random(), random()]])],
  'a balance beside an edge': (random) => [
    balance(random, [
      [-9, 2],
      [9, 2],
      [0, 9],
    ]),
  ],
  'a plane': (random) => [
    {
      kind: 'plane',
      joint: JOINTS - 1,
      offset: anyVector(random, 0.2),
      target: anyVector(random),
      normal: normalize(anyVector(random)),
      weight: 2,
    },
  ],
  'a line': (random) => [
    { kind: 'line', joint: JOINTS - 1, target: anyVector(random), direction: normalize(anyVector(random)), weight: 2 },
  ],
  'a direction': (random) => [
    {
      kind: 'direction',
      joint: JOINTS - 1,
      axis: normalize(anyVector(random)),
      target: normalize(anyVector(random)),
      leverArm: 0.4,
    },
  ],
  'two joints that should meet, and a position': (random) => [
    {
      kind: 'position',
      joint: JOINTS - 1,
      frame: Math.floor(random() * (JOINTS - 1)),
      offset: anyVector(random, 0.2),
      target: anyVector(random, 0.4),
      weight: 2,
    },
    { kind: 'position', joint: JOINTS - 2, target: anyVector(random), weight: 0.5 },
  ],
  'several that share joints': (random) => [
    { kind: 'position', joint: JOINTS - 1, offset: anyVector(random, 0.2), target: anyVector(random) },
    { kind: 'position', joint: JOINTS - 2, target: anyVector(random), weight: 0.5 },
    { kind: 'orientation', joint: JOINTS - 2, target: anyTurn(random), leverArm: 0.3 },
    { kind: 'aim', joint: JOINTS - 1, axis: normalize(anyVector(random)), target: anyVector(random) },
    balance(random, [[random(), random()]]),
  ],
};

describe('the second derivatives of half the cost by each two freedoms are those of differences, all limits', () => {
  test.each(few(Object.keys(GOALS), 4))('%s (30 trees, seed 72)', (name) => {
    const random = seededRandom(72);
    let compared = 0;
    for (let tree = 0; tree < 30; tree++) {
      const { skeleton, start } = anyTree(random);
      const { ws, refinement } = readyToRefine(skeleton, start, GOALS[name]!(random));
      const { freedoms, newton } = refinement;
      listFreedoms(freedoms, ws, null);
      writeCostHessian(refinement, ws);
      const saved = createSavedState(JOINTS);
      saveState(saved, ws);
      const halfCostAt = (first: number, one: number, second: number, other: number): number => {
        freedoms.step.fill(0);
        freedoms.step[first]! += one;
        freedoms.step[second]! += other;
        freedoms.factor = 1;
        takeStep(freedoms, ws);
        refresh(ws);
        const { cost } = ws;
        restoreState(ws, saved);
        return cost / 2;
      };
      const unit = new Float64Array(freedoms.count);
      for (let i = 0; i < freedoms.count; i++) {
        unit.fill(0);
        unit[i] = 1;
        multiplyHessian(refinement, unit);
        for (let j = 0; j < freedoms.count; j++) {
          if (freedoms.blocked[i] !== 0 || freedoms.blocked[j] !== 0) continue;
          const change = halfCostAt(i, STEP, j, STEP) - halfCostAt(i, STEP, j, -STEP) - halfCostAt(i, -STEP, j, STEP);
          const measured = (change + halfCostAt(i, -STEP, j, -STEP)) / (4 * STEP * STEP);
          expect(Math.abs(measured - newton.product[j]!), `tree ${tree}, freedoms ${i} and ${j}`).toBeLessThan(3e-6);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(4000);
  });
});

/** How far along a direction the configuration is moved: the second difference of so short a way has five digits. */
const WAY = 1e-3;

function randomDirection({ refinement }: LinearProblem, dice: Random): Float64Array {
  return Float64Array.from({ length: refinement.freedoms.count }, () => 2 * dice() - 1);
}

/** Forces on all effectors but an aim, of which a part is left out as little. */
function randomForces({ goals, refinement, size }: LinearProblem, dice: Random): Float64Array {
  const forces = Float64Array.from({ length: size }, () => 2 * dice() - 1);
  goals.forEach(({ kind }, g) => {
    if (kind === 'aim') forces.fill(0, refinement.rows[g], refinement.rows[g]! + 3);
    // A balance knows no height.
    if (kind === 'centreOfMass') forces[refinement.rows[g]! + 1] = 0;
  });
  return forces;
}

/** The second derivatives under the forces, times a direction. */
function timesBends({ ws, refinement, size }: LinearProblem, direction: Float64Array, forces: Float64Array): Float64Array {
  multiplyColumns(refinement, size, forces, refinement.newton.jointForces);
  writeHessian(refinement, ws, size, forces, false);
  multiplyBranches(refinement.newton, direction);
  return refinement.newton.product.slice(0, refinement.freedoms.count);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

test('the Hessian under given forces is that of the effectors under them, by second differences along random directions (200 trees)', () => {
  const dice = seededRandom(72);
  let largest = 0;
  for (let tree = 0; tree < 200; tree++) {
    const problem = linearProblem(dice);
    const { ws, refinement } = problem;
    const direction = randomDirection(problem, dice);
    const forces = randomForces(problem, dice);
    const said = dot(timesBends(problem, direction, forces), direction);
    const saved = createSavedState(ws.mechanism.skeleton.count);
    saveState(saved, ws);
    // What is left of the goals falls by what the effectors move; H is of the opposite sign.
    const movedBy = (length: number): number => {
      refinement.freedoms.step.set(direction);
      refinement.freedoms.factor = length;
      takeStep(refinement.freedoms, ws);
      refresh(ws);
      let sum = 0;
      problem.goals.forEach((_, g) => {
        for (let i = 0; i < 3; i++)
          sum += forces[refinement.rows[g]! + i]! * refinement.roots[g]! * ws.effectors.errors[3 * g + i]!;
      });
      restoreState(ws, saved);
      return sum;
    };
    const measured = (movedBy(WAY) - 2 * movedBy(0) + movedBy(-WAY)) / (WAY * WAY);
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
