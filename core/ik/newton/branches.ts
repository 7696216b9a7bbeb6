import { reduceGoal, reduceTwo, sumUpGoal, sumUpTwo } from './branch-sums.ts';
import { reserveCouplings, type Newton } from './newton-state.ts';

/** Part of a freedom's own number that elimination must leave of it, for the matrix to count as positive definite. */
export const POSITIVE = 1e-10;

/**
 * Solves (H + diag(`shifts`)) x = `wanted` for the freedoms that are used, the Hessian H being what `writeHessian` has written; the others' x is 0.
 * Returns false when the matrix is not positive definite.
 *
 * H is the symmetric matrix of a branched mechanism: H_ij = b_i · m_j (`forceChanges` and `motions`) between freedom j and freedom i of a joint above it,
 * `blocks` among the freedoms of one joint, and 0 between branches; but the ties t of the balance add Σ n nᵀ over all freedoms, n_j = t · m_j.
 *
 * The joints are eliminated from the effectors up. What lies below joint j is summed up in one symmetric matrix Q, as wide as the goals' numbers: m_j
 * becomes m_j − Q b_j, and Q grows by m mᵀ / pivot. So the time is proportional to the number of joints, as in the dynamics of articulated bodies
 * (Featherstone 1983, "The Calculation of Robot Dynamics Using Articulated-Body Inertias").
 */
export function solveBranches(newton: Newton): boolean {
  reserveCouplings(newton);
  const { groups, width, balance, sums, squares, couplings } = newton;
  const slots = balance < 0 ? width : width + 3 * (groups + 1);
  for (let i = 0; i < slots; i++) sums[i] = 0;
  for (let i = 0; i < 2 * slots; i++) squares[i] = 0;
  if (width > 3) couplings.fill(0, 0, width * width);
  for (let group = groups - 1; group >= 0; group--) {
    reduce(newton, group);
    if (!eliminate(newton, group)) return false;
    // Above the topmost joint only the balance asks for what is below.
    if (group > 0 || balance >= 0) sumUp(newton, group);
  }
  solveTies(newton);
  for (let group = 0; group < groups; group++) substitute(newton, group);
  return true;
}

/** m ← m − Q b and x ← wanted − b · s, from what the joints below have summed up; and the joint's own block. */
function reduce(newton: Newton, group: number): void {
  const { starts, entryStarts, wanted, solution, blocks, factors } = newton;
  const start = starts[group]!;
  const end = starts[group + 1]!;
  for (let d = start, own = 9 * group; d < end; d++, own += 3) {
    solution[d] = wanted[d]!;
    for (let at = own; at <= own + d - start; at++) factors[at] = blocks[at]!;
  }
  const first = entryStarts[group]!;
  for (let i = first; i < entryStarts[group + 1]!; i++) {
    reduceGoal(newton, group, start, end, i);
    for (let k = first; k < i; k++) reduceTwo(newton, group, start, end, i, k);
  }
}

/** Eliminates the freedoms of one joint; false when nothing holds one of them that is used. */
function eliminate(newton: Newton, group: number): boolean {
  const { width, starts, entryStarts, entries, reduced, solution, factors } = newton;
  const d = starts[group]!;
  const at = 9 * group;
  if (!invertPivot(newton, d, at)) return false;
  if (starts[group + 1] === d + 1) return true;
  // The first of three freedoms from the others, then the second from the third.
  const first = factors[at + 3]! * factors[at]!;
  const second = factors[at + 6]! * factors[at]!;
  factors[at + 4]! -= first * factors[at + 3]!;
  factors[at + 7]! -= second * factors[at + 3]!;
  factors[at + 8]! -= second * factors[at + 6]!;
  if (!invertPivot(newton, d + 1, at + 4)) return false;
  const third = factors[at + 7]! * factors[at + 4]!;
  factors[at + 8]! -= third * factors[at + 7]!;
  if (!invertPivot(newton, d + 2, at + 8)) return false;
  solution[d + 1]! -= first * solution[d]!;
  solution[d + 2]! -= second * solution[d]! + third * solution[d + 1]!;
  for (let i = entryStarts[group]!; i < entryStarts[group + 1]!; i++) {
    const row = d * width + entries[i]!;
    for (let k = row; k < row + 3; k++) {
      const next = reduced[k + width]! - first * reduced[k]!;
      reduced[k + width] = next;
      reduced[k + 2 * width]! -= second * reduced[k]! + third * next;
    }
  }
  return true;
}

/** Puts the inverse of a freedom's pivot in its place: 0 where the freedom is not used; false where it is and the pivot is not positive. */
function invertPivot({ used, shifts, blocks, factors }: Newton, d: number, at: number): boolean {
  const pivot = factors[at]! + shifts[d]!;
  factors[at] = used[d] === 0 ? 0 : 1 / pivot;
  return used[d] === 0 || pivot > POSITIVE * Math.abs(blocks[at]! + shifts[d]!);
}

/** Q ← Q + Σ m mᵀ / pivot and s ← s + Σ m x / pivot over the freedoms of one joint. */
function sumUp(newton: Newton, group: number): void {
  const { starts, entryStarts, balance } = newton;
  const start = starts[group]!;
  const end = starts[group + 1]!;
  const first = entryStarts[group]!;
  for (let i = first; i < entryStarts[group + 1]!; i++) {
    sumUpGoal(newton, group, start, end, i);
    for (let k = first; k < i; k++) sumUpTwo(newton, group, start, end, i, k);
  }
  if (balance < 0) return;
  const { above, width, sums, squares } = newton;
  const from = width + 3 * group;
  const to = width + 3 * above[group]!;
  for (let i = 0; i < 3; i++) sums[to + i]! += sums[from + i]!;
  for (let i = 0; i < 6; i++) squares[2 * to + i]! += squares[2 * from + i]!;
}

/** The ties' unknowns y = n · x stand above all joints: (1 + t Q t) y = t · s. Leaves Σ y t for the joints below. */
function solveTies({ groups, width, balance, tied, squares, sums, totals }: Newton): void {
  for (let i = 0; i < width; i++) totals[i] = 0;
  if (balance < 0) return;
  const top = width + 3 * groups;
  const xx = squares[2 * top]!;
  const xz = squares[2 * top + 2]!;
  const zz = squares[2 * top + 5]!;
  // Without a tie its t is nothing, and so is its y.
  const [ax, az, bx, bz] = [tied[0]!, tied[1]!, tied[2]!, tied[3]!];
  const aa = 1 + ax * (xx * ax + xz * az) + az * (xz * ax + zz * az);
  const ab = ax * (xx * bx + xz * bz) + az * (xz * bx + zz * bz);
  const bb = 1 + bx * (xx * bx + xz * bz) + bz * (xz * bx + zz * bz);
  const a = ax * sums[top]! + az * sums[top + 2]!;
  const b = bx * sums[top]! + bz * sums[top + 2]!;
  const determinant = aa * bb - ab * ab;
  const first = (bb * a - ab * b) / determinant;
  const second = (aa * b - ab * a) / determinant;
  totals[top] = ax * first + bx * second;
  totals[top + 1] = 0;
  totals[top + 2] = az * first + bz * second;
}

/** x of one joint's freedoms, from those of the joints above; Σ b x goes on to those below. */
function substitute(newton: Newton, group: number): void {
  const { width, balance, above, starts, entryStarts, entries, slots, forceChanges, reduced, totals, solution, factors } = newton;
  const start = starts[group]!;
  const end = starts[group + 1]!;
  const first = entryStarts[group]!;
  const last = entryStarts[group + 1]!;
  if (balance >= 0) for (let i = 0; i < 3; i++) totals[width + 3 * group + i] = totals[width + 3 * above[group]! + i]!;
  for (let i = first; i < last; i++) {
    const slot = slots[i]!;
    const x = totals[slot]!;
    const y = totals[slot + 1]!;
    const z = totals[slot + 2]!;
    for (let d = start, at = start * width + entries[i]!; d < end; d++, at += width) {
      solution[d]! -= reduced[at]! * x + reduced[at + 1]! * y + reduced[at + 2]! * z;
    }
  }
  const own = 9 * group;
  if (end > start + 1) {
    solution[start + 2]! *= factors[own + 8]!;
    solution[start + 1] = (solution[start + 1]! - factors[own + 7]! * solution[start + 2]!) * factors[own + 4]!;
    solution[start]! -= factors[own + 3]! * solution[start + 1]! + factors[own + 6]! * solution[start + 2]!;
  }
  solution[start]! *= factors[own]!;
  for (let i = first; i < last; i++) {
    const slot = slots[i]!;
    let x = totals[slot]!;
    let y = totals[slot + 1]!;
    let z = totals[slot + 2]!;
    for (let d = start, at = start * width + entries[i]!; d < end; d++, at += width) {
      const value = solution[d]!;
      x += forceChanges[at]! * value;
      y += forceChanges[at + 1]! * value;
      z += forceChanges[at + 2]! * value;
    }
    totals[slot] = x;
    totals[slot + 1] = y;
    totals[slot + 2] = z;
  }
}
