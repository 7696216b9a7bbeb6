import { describe, expect, test } from 'vitest';
import { finishStep } from '../../../../core/ik/finish/finish.ts';
import { multiplyBranches } from '../../../../core/ik/newton/branch-products.ts';
import { listFreedoms } from '../../../../core/ik/jacobian/freedoms.ts';
import { isAcross } from '../../../../core/ik/jacobian/cone-boundary.ts';
import { solveNewton } from '../../../../core/ik/newton/newton-step.ts';
import { writeBounds } from '../../../../core/ik/jacobian/bounds.ts';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { boundaryJoints } from '../../../../core/ik/mechanism/start-pose.ts';
import { settle } from '../../../../core/ik/mechanism/workspace.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { seededRandom, type Random } from '../../../../core/math/random.ts';
import { anyTree, anyTurn, anyVector, JOINTS, readyToFinish, writeCostBends } from '../../../helpers/any-tree.ts';

function farGoals(random: Random): Goal[] {
  return [
    { kind: 'position', joint: JOINTS - 1, offset: anyVector(random, 0.2), target: anyVector(random, 4) },
    { kind: 'position', joint: JOINTS - 2, target: anyVector(random, 4) },
    { kind: 'orientation', joint: JOINTS - 1, target: anyTurn(random), leverArm: 0.4 },
  ];
}

test('the room of a freedom ends where its joint comes to stand on a boundary (60 trees, seed 74)', () => {
  const random = seededRandom(74);
  let ends = 0;
  for (let tree = 0; tree < 60; tree++) {
    const { skeleton, start } = anyTree(random);
    const { ws, finish } = readyToFinish(skeleton, start, farGoals(random));
    const { freedoms, newton } = finish;
    listFreedoms(freedoms, ws, null, 1);
    writeBounds(freedoms, ws, newton.downs, newton.ups);
    const saved = createSavedState(JOINTS);
    saveState(saved, ws);
    const standsAfter = (d: number, step: number): boolean => {
      freedoms.step.fill(0);
      freedoms.step[d] = step;
      takeStep(freedoms, ws, 1);
      const stands = boundaryJoints(ws, ws.now.rotations, ws.now.slides).includes(freedoms.joints[d]!);
      restoreState(ws, saved);
      return stands;
    };
    for (let d = 0; d < freedoms.count; d++) {
      for (const [room, way] of [
        [newton.ups[d]!, 1],
        [newton.downs[d]!, -1],
      ] as const) {
        // A step is a radian at most.
        if (room > 1) continue;
        ends++;
        expect(standsAfter(d, way * (room - 2e-3)), `tree ${tree}, freedom ${d}`).toBe(false);
        expect(standsAfter(d, way * (room + 1e-6)), `tree ${tree}, freedom ${d}`).toBe(true);
      }
    }
  }
  expect(ends).toBeGreaterThan(150);
});

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

  test('the finish comes to where nothing pulls any more in a few steps, at last by more than ten times each (60 trees, seed 76)', () => {
    const random = seededRandom(76);
    let steps = 0;
    let quick = 0;
    for (let tree = 0; tree < 60; tree++) {
      const { skeleton, start } = anyTree(random);
      const { ws, finish } = readyToFinish(skeleton, start, farGoals(random));
      const costs = [ws.cost];
      while (costs.length < 200 && finishStep(finish, ws, null, 1)) costs.push(ws.cost);
      steps += costs.length;
      const left = costs.map((cost) => cost - costs.at(-1)!);
      if (left.at(-2)! < 0.1 * left.at(-3)!) quick++;
    }
    expect(steps / 60).toBeLessThan(25);
    expect(quick).toBeGreaterThan(40);
  });
});
