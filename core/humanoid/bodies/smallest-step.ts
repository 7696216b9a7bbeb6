import { solveCholesky } from '../../math/cholesky.ts';

/** Times that one step chooses which bodies to hold outside. */
const CHOICES = 12;
/** Metres that what pushes may be short. */
const UNEVEN = 1e-5;

/** One number that is to become another: its derivatives by all freedoms, and by how much it has to change. */
export interface Row {
  readonly by: Float64Array;
  readonly change: number;
  /** How readily it is less than that, where other rows contradict it: square metres of its own force. */
  readonly yields: number;
}

/**
 * The smallest step s, by Σ s² / mobility, with J s = change for the rows of `equal` and J s ≥ change for those of `least`:
 * s = M Jᵀ λ, J M Jᵀ λ = change over `equal` and those of `least` that push, λ ≥ 0.
 */
export function smallestStep(equal: readonly Row[], least: readonly Row[], mobility: Float64Array): Float64Array {
  const rows = [...equal, ...least];
  const weighed = rows.map(({ by }) => by.map((value, f) => value * mobility[f]!));
  const products = new Float64Array(rows.length * rows.length).fill(NaN);
  const productOf = (a: number, b: number): number => {
    const at = a * rows.length + b;
    if (Number.isNaN(products[at]!)) products[at] = products[b * rows.length + a] = product(weighed[a]!, rows[b]!.by);
    return products[at]!;
  };
  const step = new Float64Array(mobility.length);
  const pushes = (row: number): boolean => row >= equal.length;
  let chosen = [...rows.keys()].filter((row) => !pushes(row) || rows[row]!.change > 0);
  for (let choice = 0; choice < CHOICES; choice++) {
    const forces = forcesOf(rows, chosen, productOf);
    const left = chosen.filter((row, c) => !pushes(row) || forces[c]! >= 0);
    if (left.length < chosen.length && choice < CHOICES - 1) {
      chosen = left;
      continue;
    }
    step.fill(0);
    chosen.forEach((row, c) => {
      const own = weighed[row]!;
      for (let f = 0; f < step.length; f++) step[f]! += own[f]! * forces[c]!;
    });
    const known = new Set(chosen);
    const entered = [...rows.keys()].filter(
      (row) => !known.has(row) && product(rows[row]!.by, step) < rows[row]!.change - UNEVEN,
    );
    if (entered.length === 0) break;
    chosen = [...chosen, ...entered];
  }
  return step;
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let f = 0; f < a.length; f++) sum += a[f]! * b[f]!;
  return sum;
}

/** λ of the rows that are chosen: what they yield makes rows that contradict each other solvable. */
function forcesOf(rows: readonly Row[], chosen: readonly number[], productOf: (a: number, b: number) => number): Float64Array {
  // The solver takes three at a time.
  const size = 3 * Math.ceil(chosen.length / 3);
  const matrix = new Float64Array(size * size);
  const wanted = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const row = chosen[i];
    if (row === undefined) {
      matrix[i * size + i] = 1;
      continue;
    }
    wanted[i] = rows[row]!.change;
    for (let k = 0; k <= i; k++) matrix[i * size + k] = productOf(row, chosen[k]!);
    matrix[i * size + i]! += rows[row]!.yields;
  }
  const forces = new Float64Array(size);
  solveCholesky(matrix, new Float64Array(1), wanted, new Float64Array(size * size), forces, size);
  return forces;
}
