import { solveCholesky } from '../../math/cholesky.ts';
import { goesOut } from './ends.ts';
import { addOuter, multiplyColumns, multiplyGroup, combineColumns } from './jacobian-products.ts';
import { FLOOR, isOverdetermined, PROJECTIONS, reserveMatrix, type LinearSystem } from './linear-system.ts';

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

/**
 * Writes the lower triangle of JᵀJ over all freedoms, row-major and `side` numbers a row, at least as many as there are freedoms; what is beyond
 * them becomes the identity. Two groups of freedoms meet in the goals that both move, so that the time is linear in the goals.
 */
function writePairs(system: LinearSystem, size: number, side: number, matrix: Float64Array): void {
  const { freedoms, moved, movedStarts, marks } = system;
  const { groups, starts, count } = freedoms;
  matrix.fill(0, 0, side * side);
  for (let d = count; d < side; d++) matrix[d * side + d] = 1;
  marks.fill(-1, 0, size);
  for (let group = 0; group < groups; group++) {
    for (let i = movedStarts[group]!; i < movedStarts[group + 1]!; i++) marks[moved[i]!] = group;
    for (let other = 0; other <= group; other++) {
      for (let i = movedStarts[other]!; i < movedStarts[other + 1]!; i++) {
        const row = moved[i]!;
        if (marks[row] !== group) continue;
        addPair(system, row, starts[group]!, starts[group + 1]!, starts[other]!, starts[other + 1]!, size, side, matrix);
      }
    }
  }
}

/** What the three numbers of one goal add to the products of the freedoms `d` up to `end` with those from `e` up to `last`. */
function addPair(
  { columns }: LinearSystem,
  row: number,
  d: number,
  end: number,
  e: number,
  last: number,
  size: number,
  side: number,
  matrix: Float64Array,
): void {
  for (let k = d, at = d * size + row; k < end; k++, at += size) {
    const x = columns[at]!;
    const y = columns[at + 1]!;
    const z = columns[at + 2]!;
    for (let i = e, from = e * size + row; i < last && i <= k; i++, from += size) {
      matrix[k * side + i]! += x * columns[from]! + y * columns[from + 1]! + z * columns[from + 2]!;
    }
  }
}

/** Makes a row and a column of such a matrix those of the identity: what is left out takes no part, and comes out as what is wanted of it. */
function leaveOut(matrix: Float64Array, side: number, d: number): void {
  for (let i = 0; i < d; i++) matrix[d * side + i] = 0;
  for (let i = d + 1; i < side; i++) matrix[i * side + d] = 0;
  matrix[d * side + d] = 1;
}
