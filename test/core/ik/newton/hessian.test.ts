import { describe, expect, test } from 'vitest';
import { multiplyBranches } from '../../../../core/ik/newton/branch-products.ts';
import { listFreedoms } from '../../../../core/ik/jacobian/freedoms.ts';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { settle } from '../../../../core/ik/mechanism/workspace.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { seededRandom, type Random } from '../../../../core/math/random.ts';
import { normalize } from '../../../../core/math/vec3.ts';
import { anyTree, anyTurn, anyVector, JOINTS, readyToFinish, writeCostBends } from '../../../helpers/any-tree.ts';

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
  'several that share joints': (random) => [
    { kind: 'position', joint: JOINTS - 1, offset: anyVector(random, 0.2), target: anyVector(random) },
    { kind: 'position', joint: JOINTS - 2, target: anyVector(random), weight: 0.5 },
    { kind: 'orientation', joint: JOINTS - 2, target: anyTurn(random), leverArm: 0.3 },
    { kind: 'aim', joint: JOINTS - 1, axis: normalize(anyVector(random)), target: anyVector(random) },
    balance(random, [[random(), random()]]),
  ],
};

describe('the second derivatives of half the cost by each two freedoms are those of differences, all limits', () => {
  test.each(Object.keys(GOALS))('%s (30 trees, seed 72)', (name) => {
    const random = seededRandom(72);
    let compared = 0;
    for (let tree = 0; tree < 30; tree++) {
      const { skeleton, start } = anyTree(random);
      const { ws, finish } = readyToFinish(skeleton, start, GOALS[name]!(random));
      const { freedoms, newton } = finish;
      listFreedoms(freedoms, ws, null, 1);
      writeCostBends(finish, ws);
      const saved = createSavedState(JOINTS);
      saveState(saved, ws);
      const halfCostAt = (first: number, one: number, second: number, other: number): number => {
        freedoms.step.fill(0);
        freedoms.step[first]! += one;
        freedoms.step[second]! += other;
        takeStep(freedoms, ws, 1);
        settle(ws);
        const { cost } = ws;
        restoreState(ws, saved);
        return cost / 2;
      };
      const unit = new Float64Array(freedoms.count);
      for (let i = 0; i < freedoms.count; i++) {
        unit.fill(0);
        unit[i] = 1;
        multiplyBranches(newton, unit);
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
