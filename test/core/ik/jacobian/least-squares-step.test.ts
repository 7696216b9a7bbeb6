import { describe, expect, test } from 'vitest';
import { BLOCKED_DOWN, BLOCKED_UP } from '../../../../core/ik/jacobian/ends.ts';
import { combineColumns, multiplyColumns } from '../../../../core/ik/jacobian/jacobian-products.ts';
import { solveOverdetermined, solveLeastSquares as solveByRows } from '../../../../core/ik/jacobian/least-squares-step.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { linearProblem, type LinearProblem } from '../../../helpers/linear-problem.ts';

const COST = 2;

/** What the step leaves, r − J δ, and half the slope of |r − J δ|² + λ Σ δ² / w by each freedom. */
function leftBy({ refinement, size }: LinearProblem): { left: Float64Array; slopes: Float64Array } {
  const { count, step, mobility } = refinement.freedoms;
  const left = Float64Array.from({ length: size }, () => 0);
  combineColumns(refinement, size, step, left);
  for (let row = 0; row < size; row++) left[row] = refinement.right[row]! - left[row]!;
  const slopes = new Float64Array(count);
  multiplyColumns(refinement, size, left, slopes);
  for (let d = 0; d < count; d++) slopes[d]! -= (refinement.damping * COST * step[d]!) / mobility[d]!;
  return { left, slopes };
}

function square(values: Float64Array, size: number): number {
  return values.subarray(0, size).reduce((sum, value) => sum + value * value, 0);
}

describe.each([
  ['rows', solveByRows],
  ['freedoms', solveOverdetermined],
])('the step of damped least squares with as many equations as %s', (_, solveLeastSquares) => {
  test('is the optimum: nothing has a slope there, and it leaves what it promises (60 trees, seed 81)', () => {
    const dice = seededRandom(81);
    for (let tree = 0; tree < 60; tree++) {
      const problem = linearProblem(dice);
      const { refinement, size } = problem;
      refinement.freedoms.blocked.fill(0);
      refinement.damping = 0.001 + dice();
      refinement.cost = COST;
      solveLeastSquares(refinement, size);
      const { promised } = refinement;
      const { left, slopes } = leftBy(problem);
      expect(Math.max(...slopes.map(Math.abs)), `tree ${tree}`).toBeLessThan(1e-9);
      expect(promised).toBeGreaterThan(0);
      expect(square(refinement.right, size) - square(left, size)).toBeCloseTo(promised, 9);
    }
  });

  test('never leaves a range where an end blocks, and is the optimum of the freedoms that may go (60 trees, seed 82)', () => {
    const dice = seededRandom(82);
    let kept = 0;
    let moved = 0;
    for (let tree = 0; tree < 60; tree++) {
      const problem = linearProblem(dice);
      const { refinement, size } = problem;
      const { blocked, step, count } = refinement.freedoms;
      for (let d = 0; d < count; d++) blocked[d] = dice() < 0.3 ? (dice() < 0.5 ? BLOCKED_DOWN : BLOCKED_UP) : 0;
      refinement.cost = COST;
      solveLeastSquares(refinement, size);
      const { slopes } = leftBy(problem);
      for (let d = 0; d < count; d++) {
        if (blocked[d] === BLOCKED_DOWN) expect(step[d]).toBeGreaterThanOrEqual(0);
        if (blocked[d] === BLOCKED_UP) expect(step[d]).toBeLessThanOrEqual(0);
        if (blocked[d] !== 0 && step[d] === 0) kept++;
        else if (blocked[d] !== 0) moved++;
        if (step[d] !== 0) expect(Math.abs(slopes[d]!), `tree ${tree}, freedom ${d}`).toBeLessThan(1e-9);
      }
    }
    expect(kept).toBeGreaterThan(50);
    expect(moved).toBeGreaterThan(50);
  });
});
