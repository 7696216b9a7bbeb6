import { solveCholesky } from '../../math/cholesky.ts';
import { goesOut } from './ends.ts';
import { combineColumns, multiplyColumns } from './jacobian-products.ts';
import { FLOOR, PROJECTIONS, reserveMatrix, type LinearSystem } from './linear-system.ts';
import { leaveOut, writePairs } from './pair-products.ts';

/**
 * The step of `solveLeastSquares` for more error components than freedoms: δ = S z, (S JᵀJ S + λ 1) z = S Jᵀ r, with S² the freedoms' mobilities. It
 * has as many equations as freedoms, however many goals there are. Writes `freedoms.step`, and what it promises.
 */
export function solveOverdetermined(system: LinearSystem, size: number): void {
  system.promised = 0;
  const { freedoms, right, solution, used, wanted, found } = system;
  const { mobility, step, count } = freedoms;
  const lambda = system.damping * system.cost;
  const side = 3 * Math.ceil(count / 3);
  reserveMatrix(system, side);
  const { matrix, factor, shift } = system;
  writePairs(system, size, side, matrix);
  multiplyColumns(system, size, right, step);
  wanted.fill(0, 0, side);
  let trace = 0;
  for (let d = 0; d < count; d++) {
    used[d] = Math.sqrt(mobility[d]!);
    wanted[d] = used[d]! * step[d]!;
    for (let i = 0; i <= d; i++) matrix[d * side + i]! *= used[d]! * used[i]!;
    trace += matrix[d * side + d]!;
    // What steepest descent would push out of its range is left out from the start.
    if (goesOut(freedoms, d)) leave(system, side, d);
  }
  shift[0] = lambda + (FLOOR * trace) / count + 1e-300;
  for (let projection = 0; projection < PROJECTIONS; projection++) {
    if (!solveCholesky(matrix, shift, wanted, factor, found, side)) return;
    let left = false;
    for (let d = 0; d < count; d++) {
      step[d] = used[d]! * found[d]!;
      if (used[d] === 0 || step[d] === 0 || !goesOut(freedoms, d)) continue;
      step[d] = 0;
      leave(system, side, d);
      left = true;
    }
    if (!left) break;
  }
  // Decrease of |r − J δ|² from |r|².
  for (let d = 0; d < count; d++) wanted[d] = -step[d]!;
  for (let row = 0; row < size; row++) solution[row] = right[row]!;
  combineColumns(system, size, wanted, solution);
  let promised = 0;
  for (let row = 0; row < size; row++) promised += right[row]! ** 2 - solution[row]! ** 2;
  system.promised = promised;
}

/** Lets freedom `d` take no part. */
function leave({ matrix, used, wanted }: LinearSystem, side: number, d: number): void {
  leaveOut(matrix, side, d);
  used[d] = 0;
  wanted[d] = 0;
}
