import { describe, expect, test } from 'vitest';
import { refinementStep } from '../../../../core/ik/refinement/refinement-step.ts';
import { isAcross } from '../../../../core/ik/jacobian/cone-boundary.ts';
import { listFreedoms } from '../../../../core/ik/jacobian/freedoms.ts';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { refresh } from '../../../../core/ik/mechanism/workspace.ts';
import { multiplyBranches } from '../../../../core/ik/newton/branch-products.ts';
import { solveNewton } from '../../../../core/ik/newton/newton-step.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { anyTree, farGoals, JOINTS, readyToRefine, writeCostHessian } from '../../../helpers/any-tree.ts';

describe('towards goals out of reach', () => {
  test('a short step stays inside the limits and gains what it promises (60 trees, seed 75)', () => {
    const random = seededRandom(75);
    let along = 0;
    for (let tree = 0; tree < 60; tree++) {
      const { skeleton, start } = anyTree(random);
      const { ws, refinement } = readyToRefine(skeleton, start, farGoals(random));
      // Far enough to meet some limits, not so far that nothing is left to gain.
      for (let i = 0; i < 4; i++) refinementStep(refinement, ws, null);
      const { freedoms } = refinement;
      listFreedoms(freedoms, ws, null);
      writeCostHessian(refinement, ws);
      const { cost } = ws;
      refinement.damping = 1e3;
      refinement.cost = cost;
      solveNewton(refinement, ws);
      const { promised } = refinement;
      for (let d = 0; d < freedoms.count; d++) {
        expect(freedoms.step[d]).toBeGreaterThanOrEqual(-refinement.newton.downs[d]!);
        expect(freedoms.step[d]).toBeLessThanOrEqual(refinement.newton.ups[d]!);
        if (freedoms.blocked[d] !== 0 && freedoms.step[d] === 0) along++;
      }
      freedoms.factor = 1;
      takeStep(freedoms, ws);
      refresh(ws);
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
      const { ws, refinement } = readyToRefine(skeleton, start, farGoals(random));
      for (let i = 0; i < 8; i++) refinementStep(refinement, ws, null);
      const { freedoms, newton } = refinement;
      listFreedoms(freedoms, ws, null);
      writeCostHessian(refinement, ws);
      const { cost } = ws;
      refinement.cost = cost;
      solveNewton(refinement, ws);
      const saved = createSavedState(JOINTS);
      saveState(saved, ws);
      const halfCostAt = (d: number, step: number): number => {
        freedoms.step.fill(0);
        freedoms.step[d] = step;
        freedoms.factor = 1;
        takeStep(freedoms, ws);
        refresh(ws);
        const half = ws.cost / 2;
        restoreState(ws, saved);
        return half;
      };
      for (let d = 0; d < freedoms.count; d++) {
        if (!isAcross(freedoms, ws, d) || freedoms.blocked[d] === 0 || newton.jointForces[d]! <= 0) continue;
        const along = d + 1;
        multiplyBranches(
          newton,
          Float64Array.from({ length: freedoms.count }, (_, k) => (k === along ? 1 : 0)),
        );
        const bent = newton.shifts[along]! - (refinement.damping * cost) / freedoms.mobility[along]!;
        expect(bent).toBeGreaterThan(0);
        const measured = (halfCostAt(along, 1e-3) + halfCostAt(along, -1e-3) - cost) / 1e-6;
        expect(Math.abs(measured - newton.product[along]! - bent), `tree ${tree}`).toBeLessThan(1e-3 * (1 + Math.abs(measured)));
        pressed++;
      }
    }
    expect(pressed).toBeGreaterThan(50);
  });
});
