import { solveCholesky } from '../../math/cholesky.ts';
import { reserveMatrix } from '../jacobian/linear-system.ts';
import { POSITIVE } from './branches.ts';
import { addClosures } from './closures.ts';
import type { NewtonSystem } from './newton-state.ts';

/** Numbers a freedom up to which elimination along the branches is quick, and how many times as many freedoms are still few. */
const NARROW = 48;
const FEW = 2;

/** Whether {@link solveDense} is to take the place of `solveBranches`: many goals on few joints, or chains that close. */
export function needsDense({ newton, freedoms }: NewtonSystem): boolean {
  return newton.closes || (newton.width > NARROW && freedoms.count <= FEW * newton.width);
}

/**
 * Solves what `branches.ts` solves, (H + diag(`shifts`)) x = `wanted`, by writing H out: the time is linear in the goals, where elimination along the
 * branches grows with their square.
 */
export function solveDense(system: NewtonSystem): boolean {
  const { newton, freedoms, wanted, found } = system;
  const { count } = freedoms;
  const { used, shifts, solution } = newton;
  const side = 3 * Math.ceil(count / 3);
  reserveMatrix(system, side);
  const { matrix, factor, shift } = system;
  writeDense(system, side);
  if (newton.closes) addClosures(system, side);
  wanted.fill(0, 0, side);
  for (let d = 0; d < side; d++) {
    const isUsed = d < count && used[d] === 1;
    if (isUsed) {
      wanted[d] = newton.wanted[d]!;
      matrix[d * side + d]! += shifts[d]!;
      continue;
    }
    for (let i = 0; i < d; i++) matrix[d * side + i] = 0;
    for (let i = d + 1; i < side; i++) matrix[i * side + d] = 0;
    matrix[d * side + d] = 1;
  }
  shift[0] = 0;
  if (!solveCholesky(matrix, shift, wanted, factor, found, side)) return false;
  for (let d = 0; d < count; d++) {
    // The factor's diagonal holds the inverse roots of the pivots.
    if (!(1 > POSITIVE * Math.abs(matrix[d * side + d]!) * factor[d * side + d]! ** 2)) return false;
    solution[d] = used[d] === 1 ? found[d]! : 0;
  }
  return true;
}

/** Writes the lower triangle of H: b · m between freedoms of joints that move the same goals, each joint's own block, and the ties of the balance. */
function writeDense(system: NewtonSystem, side: number): void {
  const { newton, matrix, marks } = system;
  const { groups, width, balance, starts, entryStarts, entries, blocks } = newton;
  matrix.fill(0, 0, side * side);
  marks.fill(-1, 0, width);
  for (let upper = 0; upper < groups; upper++) {
    const first = starts[upper]!;
    const end = starts[upper + 1]!;
    for (let i = entryStarts[upper]!; i < entryStarts[upper + 1]!; i++) marks[entries[i]!] = upper;
    for (let d = first, own = 9 * upper; d < end; d++, own += 3) {
      for (let e = first; e <= d; e++) matrix[d * side + e] = blocks[own + e - first]!;
    }
    for (let lower = upper + 1; lower < groups; lower++) {
      for (let i = entryStarts[lower]!; i < entryStarts[lower + 1]!; i++) {
        const entry = entries[i]!;
        if (marks[entry] !== upper || (entry === balance && !isAbove(newton.above, upper, lower))) continue;
        addEntry(system, entry, first, end, starts[lower]!, starts[lower + 1]!, side);
      }
    }
  }
  if (balance >= 0) addTies(system, side);
}

/** Adds b · m of one goal's three numbers, for the force changes of the freedoms `d` up to `end` and the motions of those from `e` up to `last` below. */
function addEntry(
  { newton: { width, forceChanges, motions }, matrix }: NewtonSystem,
  entry: number,
  d: number,
  end: number,
  e: number,
  last: number,
  side: number,
): void {
  for (let k = d, from = d * width + entry; k < end; k++, from += width) {
    const x = forceChanges[from]!;
    const y = forceChanges[from + 1]!;
    const z = forceChanges[from + 2]!;
    for (let i = e, to = e * width + entry; i < last; i++, to += width) {
      matrix[i * side + k]! += x * motions[to]! + y * motions[to + 1]! + z * motions[to + 2]!;
    }
  }
}

/** Whether a group of freedoms stands above another, for the balance: `above` leads up. */
function isAbove(above: Int32Array, upper: number, lower: number): boolean {
  let group = lower;
  while (group > upper && group < above.length) group = above[group]!;
  return group === upper;
}

/** Adds n nᵀ over all freedoms that move the balance for either of its ties t, n_d = t · m_d. */
function addTies({ newton, freedoms, matrix }: NewtonSystem, side: number): void {
  const { width, balance, motions, tied, product, groups, starts, entryStarts, entries } = newton;
  for (let tie = 0; tie < 4; tie += 2) {
    for (let group = 0; group < groups; group++) {
      let moves = false;
      for (let i = entryStarts[group]!; i < entryStarts[group + 1]!; i++) if (entries[i] === balance) moves = true;
      for (let d = starts[group]!; d < starts[group + 1]!; d++) {
        const at = d * width + balance;
        product[d] = moves ? tied[tie]! * motions[at]! + tied[tie + 1]! * motions[at + 2]! : 0;
      }
    }
    for (let d = 0; d < freedoms.count; d++) {
      for (let e = 0; e <= d; e++) matrix[d * side + e]! += product[d]! * product[e]!;
    }
  }
}
