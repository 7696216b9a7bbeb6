import type { Newton } from './newton-state.ts';

/** Part of a freedom's own number that elimination must leave of it, for the matrix to count as positive definite. */
const POSITIVE = 1e-10;

/**
 * The symmetric matrix H of a branched mechanism: between freedom j and freedom i of a joint above it H_ij = b_i · m_j (`bends` and `motions`), among
 * the freedoms of one joint `blocks`, and 0 between branches, but for the ties n of the balance, which add Σ n nᵀ over all freedoms, n_j = t · m_j.
 *
 * Solves (H + diag(`shifts`)) x = `wanted` for the freedoms that are used; the others' x is 0. Returns false when the matrix is not positive definite.
 *
 * Eliminated from the effectors up, what lies below joint j is summed up in one symmetric matrix Q as wide as the goals' numbers: m_j becomes m_j − Q b_j,
 * and Q grows by m mᵀ / pivot. So the whole takes a time proportional to the number of joints, as the dynamics of articulated bodies does
 * (Featherstone 1983, "The Calculation of Robot Dynamics Using Articulated-Body Inertias").
 *
 * Q is read and written by three rows and three columns: those of one goal (`squares`, at twice the goal's slot), and of a goal and another that stands
 * before it in the lists (`couplings`). Two goals that are not both the balance are moved by the same joints along one branch only.
 */
export function solveBranches(newton: Newton): boolean {
  const { groups, width, balance, ties, sums, squares, couplings } = newton;
  const slots = balance < 0 ? width : width + 3 * (groups + 1);
  for (let i = 0; i < slots; i++) sums[i] = 0;
  for (let i = 0; i < 2 * slots; i++) squares[i] = 0;
  if (width > 3) couplings.fill(0, 0, width * width);
  for (let group = groups - 1; group >= 0; group--) {
    reduce(newton, group);
    if (!eliminate(newton, group)) return false;
    // Above the topmost joint only the ties ask for what is below.
    if (group > 0 || ties > 0) sumUp(newton, group);
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

/** What one goal's own part of Q and s gives to the freedoms `start` up to `end`. */
function reduceGoal(newton: Newton, group: number, start: number, end: number, i: number): void {
  const { width, entries, slots, motions, bends, reduced, squares, sums, solution, factors } = newton;
  const slot = slots[i]!;
  const q = 2 * slot;
  const xx = squares[q]!;
  const xy = squares[q + 1]!;
  const xz = squares[q + 2]!;
  const yy = squares[q + 3]!;
  const yz = squares[q + 4]!;
  const zz = squares[q + 5]!;
  const sx = sums[slot]!;
  const sy = sums[slot + 1]!;
  const sz = sums[slot + 2]!;
  const row = start * width + entries[i]!;
  for (let d = start, at = row, own = 9 * group; d < end; d++, at += width, own += 3) {
    const x = bends[at]!;
    const y = bends[at + 1]!;
    const z = bends[at + 2]!;
    const qx = xx * x + xy * y + xz * z;
    const qy = xy * x + yy * y + yz * z;
    const qz = xz * x + yz * y + zz * z;
    reduced[at] = motions[at]! - qx;
    reduced[at + 1] = motions[at + 1]! - qy;
    reduced[at + 2] = motions[at + 2]! - qz;
    solution[d]! -= x * sx + y * sy + z * sz;
    for (let b = row, c = own; b <= at; b += width, c++) factors[c]! -= bends[b]! * qx + bends[b + 1]! * qy + bends[b + 2]! * qz;
  }
}

/** What the part C of Q between two goals gives to the freedoms `start` up to `end`: C b to the motions of one, Cᵀ b to those of the other. */
function reduceTwo(newton: Newton, group: number, start: number, end: number, i: number, k: number): void {
  const { width, entries, bends, reduced, couplings, factors } = newton;
  const q = entries[i]! * width + 3 * entries[k]!;
  const xx = couplings[q]!;
  const xy = couplings[q + 1]!;
  const xz = couplings[q + 2]!;
  const yx = couplings[q + 3]!;
  const yy = couplings[q + 4]!;
  const yz = couplings[q + 5]!;
  const zx = couplings[q + 6]!;
  const zy = couplings[q + 7]!;
  const zz = couplings[q + 8]!;
  const row = start * width + entries[i]!;
  const other = entries[k]! - entries[i]!;
  for (let d = start, at = row, own = 9 * group; d < end; d++, at += width, own += 3) {
    const ax = bends[at]!;
    const ay = bends[at + 1]!;
    const az = bends[at + 2]!;
    const bx = bends[at + other]!;
    const by = bends[at + other + 1]!;
    const bz = bends[at + other + 2]!;
    const tx = xx * bx + xy * by + xz * bz;
    const ty = yx * bx + yy * by + yz * bz;
    const tz = zx * bx + zy * by + zz * bz;
    const ux = xx * ax + yx * ay + zx * az;
    const uy = xy * ax + yy * ay + zy * az;
    const uz = xz * ax + yz * ay + zz * az;
    reduced[at]! -= tx;
    reduced[at + 1]! -= ty;
    reduced[at + 2]! -= tz;
    reduced[at + other]! -= ux;
    reduced[at + other + 1]! -= uy;
    reduced[at + other + 2]! -= uz;
    for (let c = own, to = row; to <= at; c++, to += width) {
      factors[c]! -=
        bends[to]! * tx +
        bends[to + 1]! * ty +
        bends[to + 2]! * tz +
        (bends[to + other]! * ux + bends[to + other + 1]! * uy + bends[to + other + 2]! * uz);
    }
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

/** What the freedoms `start` up to `end` add to one goal's own part of Q and s. */
function sumUpGoal(newton: Newton, group: number, start: number, end: number, i: number): void {
  const { width, entries, slots, reduced, squares, sums, solution, factors } = newton;
  const slot = slots[i]!;
  const q = 2 * slot;
  let xx = squares[q]!;
  let xy = squares[q + 1]!;
  let xz = squares[q + 2]!;
  let yy = squares[q + 3]!;
  let yz = squares[q + 4]!;
  let zz = squares[q + 5]!;
  let sx = sums[slot]!;
  let sy = sums[slot + 1]!;
  let sz = sums[slot + 2]!;
  for (let d = start, own = 9 * group, at = start * width + entries[i]!; d < end; d++, own += 4, at += width) {
    const x = reduced[at]!;
    const y = reduced[at + 1]!;
    const z = reduced[at + 2]!;
    const px = factors[own]! * x;
    const py = factors[own]! * y;
    const pz = factors[own]! * z;
    xx += px * x;
    xy += px * y;
    xz += px * z;
    yy += py * y;
    yz += py * z;
    zz += pz * z;
    sx += px * solution[d]!;
    sy += py * solution[d]!;
    sz += pz * solution[d]!;
  }
  squares[q] = xx;
  squares[q + 1] = xy;
  squares[q + 2] = xz;
  squares[q + 3] = yy;
  squares[q + 4] = yz;
  squares[q + 5] = zz;
  sums[slot] = sx;
  sums[slot + 1] = sy;
  sums[slot + 2] = sz;
}

/** What the freedoms `start` up to `end` add to the part of Q between two goals. */
function sumUpTwo(newton: Newton, group: number, start: number, end: number, i: number, k: number): void {
  const { width, entries, reduced, couplings, factors } = newton;
  const q = entries[i]! * width + 3 * entries[k]!;
  const other = entries[k]! - entries[i]!;
  for (let d = start, own = 9 * group, at = start * width + entries[i]!; d < end; d++, own += 4, at += width) {
    const ax = factors[own]! * reduced[at]!;
    const ay = factors[own]! * reduced[at + 1]!;
    const az = factors[own]! * reduced[at + 2]!;
    const bx = reduced[at + other]!;
    const by = reduced[at + other + 1]!;
    const bz = reduced[at + other + 2]!;
    couplings[q]! += ax * bx;
    couplings[q + 1]! += ax * by;
    couplings[q + 2]! += ax * bz;
    couplings[q + 3]! += ay * bx;
    couplings[q + 4]! += ay * by;
    couplings[q + 5]! += ay * bz;
    couplings[q + 6]! += az * bx;
    couplings[q + 7]! += az * by;
    couplings[q + 8]! += az * bz;
  }
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
  const { width, balance, above, starts, entryStarts, entries, slots, bends, reduced, totals, solution, factors } = newton;
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
      x += bends[at]! * value;
      y += bends[at + 1]! * value;
      z += bends[at + 2]! * value;
    }
    totals[slot] = x;
    totals[slot + 1] = y;
    totals[slot + 2] = z;
  }
}
