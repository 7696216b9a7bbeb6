import { solveCholesky } from '../../math/cholesky.ts';
import { goesOut } from './ends.ts';
import { addOuter, multiplyColumns, multiplyGroup } from './jacobian-products.ts';
import { FLOOR, isOverdetermined, PROJECTIONS, reserveMatrix, type LinearSystem } from './linear-system.ts';
import { solveOverdetermined } from './overdetermined-step.ts';

/**
 * Damped least squares (Levenberg 1944, Marquardt 1963), with the freedoms' mobilities W: the step δ minimises |r − J δ|² + λ δᵀ W⁻¹ δ, λ being the
 * system's damping times its cost. Solved as δ = W Jᵀ y, (J W Jᵀ + λ 1) y = r, which has as many equations as error components, however many joints
 * there are; where the components are more than the freedoms, by `overdetermined-step.ts`. A freedom that stands on an end of its range and would be pushed out is left out and the step solved again (projection). Writes
 * `freedoms.step`, and what it promises.
 */
export function solveLeastSquares(system: LinearSystem, size: number): void {
  if (isOverdetermined(system, size)) {
    solveOverdetermined(system, size);
    return;
  }
  system.promised = 0;
  reserveMatrix(system, size);
  const { freedoms, matrix, factor, shift, right, solution, used } = system;
  const { blocked, mobility, step, groups, starts } = freedoms;
  const lambda = system.damping * system.cost;
  matrix.fill(0, 0, size * size);
  for (let group = 0; group < groups; group++) {
    const start = starts[group]!;
    const end = starts[group + 1]!;
    for (let d = start; d < end; d++) {
      used[d] = mobility[d]!;
      if (blocked[d] === 0) continue;
      // What steepest descent would push out of its range is left out from the start.
      multiplyGroup(system, group, d, d + 1, size, right, step);
      if (goesOut(freedoms, d)) used[d] = 0;
    }
    addOuter(system, group, start, end, size, used);
  }
  for (let projection = 0; projection < PROJECTIONS; projection++) {
    let trace = 0;
    for (let row = 0; row < size; row++) trace += matrix[row * size + row]!;
    shift[0] = lambda + (FLOOR * trace) / size + 1e-300;
    if (!solveCholesky(matrix, shift, right, factor, solution, size)) return;
    multiplyColumns(system, size, solution, step);
    let left = false;
    for (let group = 0; group < groups; group++) {
      for (let d = starts[group]!; d < starts[group + 1]!; d++) {
        const isFree = used[d] === 0 || blocked[d] === 0 || step[d] === 0 || !goesOut(freedoms, d);
        step[d]! *= used[d]!;
        if (isFree) continue;
        step[d] = 0;
        used[d] = -used[d]!;
        addOuter(system, group, d, d + 1, size, used);
        used[d] = 0;
        left = true;
      }
    }
    if (!left) break;
  }
  // Decrease of |r − J δ|² from |r|², with J δ = r − λ y.
  let promised = 0;
  for (let row = 0; row < size; row++) promised += right[row]! ** 2 - (lambda * solution[row]!) ** 2;
  system.promised = promised;
}
