import { describe, expect, test } from 'vitest';
import { finishStep } from '../../../../core/ik/finish/finish.ts';
import { isAcross } from '../../../../core/ik/jacobian/cone-boundary.ts';
import { listFreedoms } from '../../../../core/ik/jacobian/freedoms.ts';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { settle } from '../../../../core/ik/mechanism/workspace.ts';
import { multiplyBranches } from '../../../../core/ik/newton/branch-products.ts';
import { solveNewton } from '../../../../core/ik/newton/newton-step.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { anyTree, farGoals, JOINTS, readyToFinish, writeCostBends } from '../../../helpers/any-tree.ts';

describe('towards goals out of reach', () => {
  test('a short step stays inside the limits and gains what it promises (60 trees, seed 75)', () => {
    const random = seededRandom(75);
    let along = 0;
    for (let tree = 0; tree < 60; tree++) {
      const { skeleton, start } = anyTree(random);
      const { ws, finish } = readyToFinish(skeleton, start, farGoals(random));
      // Far enough to meet some limits, not so far that nothing is left to gain.
      for (let i = 0; i < 4; i++) finishStep(finish, ws, null, 1);
      const { freedoms } = finish;
      listFreedoms(freedoms, ws, null, 1);
      writeCostBends(finish, ws);
      const { cost } = ws;
      finish.damping = 1e3;
      const promised = solveNewton(finish, ws, cost);
      for (let d = 0; d < freedoms.count; d++) {
        expect(freedoms.step[d]).toBeGreaterThanOrEqual(-finish.newton.downs[d]!);
        expect(freedoms.step[d]).toBeLessThanOrEqual(finish.newton.ups[d]!);
        if (freedoms.blocked[d] !== 0 && freedoms.step[d] === 0) along++;
      }
      takeStep(freedoms, ws, 1);
      settle(ws);
      expect((cost - ws.cost) / promised, `tree ${tree}`).toBeGreaterThan(0.98);
      expect((cost - ws.cost) / promised, `tree ${tree}`).toBeLessThan(1.02);
    }
    expect(along).toBeGreaterThan(50);
  });

  test('where a swing is pressed against its cone, the second derivative along the boundary is that of differences (200 trees, seed 77)', () => {
    const random = seededRandom(77);
    let pressed = 0;
    for (let tree = 0; tree < 200; tree++) {
      const { skeleton, start } = anyTree(random);
      const { ws, finish } = readyToFinish(skeleton, start, farGoals(random));
      for (let i = 0; i < 8; i++) finishStep(finish, ws, null, 1);
      const { freedoms, newton } = finish;
      listFreedoms(freedoms, ws, null, 1);
      writeCostBends(finish, ws);
      const { cost } = ws;
      solveNewton(finish, ws, cost);
      const saved = createSavedState(JOINTS);
      saveState(saved, ws);
      const halfCostAt = (d: number, step: number): number => {
        freedoms.step.fill(0);
        freedoms.step[d] = step;
        takeStep(freedoms, ws, 1);
        settle(ws);
        const half = ws.cost / 2;
        restoreState(ws, saved);
        return half;
      };
      for (let d = 0; d < freedoms.count; d++) {
        if (!isAcross(freedoms, ws, d) || freedoms.blocked[d] === 0 || newton.pulls[d]! <= 0) continue;
        const along = d + 1;
        multiplyBranches(
          newton,
          Float64Array.from({ length: freedoms.count }, (_, k) => (k === along ? 1 : 0)),
        );
        const bent = newton.shifts[along]! - (finish.damping * cost) / freedoms.mobility[along]!;
        expect(bent).toBeGreaterThan(0);
        const measured = (halfCostAt(along, 1e-3) + halfCostAt(along, -1e-3) - cost) / 1e-6;
        expect(Math.abs(measured - newton.product[along]! - bent), `tree ${tree}`).toBeLessThan(1e-3 * (1 + Math.abs(measured)));
        pressed++;
      }
    }
    expect(pressed).toBeGreaterThan(50);
  });
});
