import type { Newton } from './newton-state.ts';

/** Part of a freedom's own number that elimination must leave of it, for the matrix to count as positive definite. */
const POSITIVE = 1e-10;

/**
 * The symmetric matrix H of a branched mechanism: between freedom j and freedom i of a joint above it H_ij = b_i · m_j (`bends` and `motions`), among
 * the freedoms of one joint `blocks`, and 0 between branches, but for the ties n of the balance, which add Σ n nᵀ over all freedoms, n_j = t · m_j.
 *
 * Solves (H + diag(`shifts`)) x = `wanted` for the freedoms that are used; the others' x is 0. Returns false when the matrix is not positive definite.
 *
 * Eliminated from the effectors up, what lies below joint j is summed up in one matrix Q as wide as the goals' numbers: m_j becomes m_j − Q b_j,
 * and Q grows by m mᵀ / pivot. So the whole takes a time proportional to the number of joints, as the dynamics of articulated bodies does
 * (Featherstone 1983, "The Calculation of Robot Dynamics Using Articulated-Body Inertias").
 */
export function solveBranches(newton: Newton): boolean {
  const { groups, width, above, ties, couplings, couplingStarts, sums } = newton;
  couplings.fill(0, 0, couplingStarts[groups + 1]);
  sums.fill(0, 0, (groups + 1) * width);
  for (let group = groups - 1; group >= 0; group--) {
    reduceMotions(newton, group);
    if (!eliminate(newton, group)) return false;
    // Above the topmost joint only the ties ask for what is below.
    if (above[group] === groups && ties === 0) continue;
    sumUp(newton, group);
    passUp(newton, group);
  }
  solveTies(newton);
  for (let group = 0; group < groups; group++) substitute(newton, group);
  return true;
}

/** m ← m − Q b and x ← wanted − b · s, from what the joints below have summed up; and the joint's own block. */
function reduceMotions(newton: Newton, group: number): void {
  const {
    width,
    starts,
    entryStarts,
    motions,
    bends,
    reduced,
    couplings,
    couplingStarts,
    sums,
    wanted,
    solution,
    blocks,
    factors,
    used,
  } = newton;
  const size = entryStarts[group + 1]! - entryStarts[group]!;
  const start = starts[group]!;
  const count = starts[group + 1]! - start;
  const s = group * width;
  // Up to three freedoms at a time: each number of Q that is read serves them all.
  const row = start * width;
  const second = count > 1 ? row + width : row;
  const third = count > 2 ? row + 2 * width : row;
  for (let e = 0, q = couplingStarts[group]!; e < size; e++, q += size) {
    let m0 = motions[row + e]!;
    let m1 = motions[second + e]!;
    let m2 = motions[third + e]!;
    for (let f = 0; f < size; f++) {
      const coupling = couplings[q + f]!;
      m0 -= coupling * bends[row + f]!;
      m1 -= coupling * bends[second + f]!;
      m2 -= coupling * bends[third + f]!;
    }
    reduced[third + e] = m2;
    reduced[second + e] = m1;
    reduced[row + e] = m0;
  }
  for (let a = 0; a < count; a++) {
    const d = start + a;
    if (used[d] === 0) continue;
    const own = d * width;
    let left = wanted[d]!;
    for (let e = 0; e < size; e++) left -= bends[own + e]! * sums[s + e]!;
    solution[d] = left;
    for (let b = 0; b <= a; b++) {
      if (used[start + b] === 0) continue;
      const other = row + b * width;
      const at = 9 * group + 3 * a + b;
      let sum = blocks[at]!;
      for (let e = 0; e < size; e++) sum -= bends[other + e]! * (motions[own + e]! - reduced[own + e]!);
      factors[at] = sum;
    }
  }
}

/** Eliminates the freedoms of one joint that are used; false when nothing holds one of them. */
function eliminate(newton: Newton, group: number): boolean {
  const { width, starts, entryStarts, reduced, solution, blocks, factors, used, shifts } = newton;
  const size = entryStarts[group + 1]! - entryStarts[group]!;
  const start = starts[group]!;
  const count = starts[group + 1]! - start;
  for (let a = 0; a < count; a++) {
    const d = start + a;
    if (used[d] === 0) continue;
    const own = 9 * group + 4 * a;
    const pivot = factors[own]! + shifts[d]!;
    if (!(pivot > POSITIVE * Math.abs(blocks[own]! + shifts[d]!))) return false;
    factors[own] = pivot;
    const row = d * width;
    for (let b = a + 1; b < count; b++) {
      if (used[start + b] === 0) continue;
      const at = 9 * group + 3 * b;
      const share = factors[at + a]! / pivot;
      for (let c = a + 1; c <= b; c++) factors[at + c]! -= share * factors[9 * group + 3 * c + a]!;
      for (let e = 0, to = row + (b - a) * width; e < size; e++) reduced[to + e]! -= share * reduced[row + e]!;
      solution[start + b]! -= share * solution[d]!;
    }
  }
  return true;
}

/** Q ← Q + Σ m mᵀ / pivot and s ← s + Σ m x / pivot over the freedoms of one joint that are used. */
function sumUp(newton: Newton, group: number): void {
  const { width, starts, entryStarts, reduced, couplings, couplingStarts, sums, solution, factors, used } = newton;
  const size = entryStarts[group + 1]! - entryStarts[group]!;
  const d = starts[group]!;
  const count = starts[group + 1]! - d;
  const s = group * width;
  const row = d * width;
  const second = count > 1 ? row + width : row;
  const third = count > 2 ? row + 2 * width : row;
  const p0 = used[d] === 1 ? 1 / factors[9 * group]! : 0;
  const p1 = count > 1 && used[d + 1] === 1 ? 1 / factors[9 * group + 4]! : 0;
  const p2 = count > 2 && used[d + 2] === 1 ? 1 / factors[9 * group + 8]! : 0;
  for (let e = 0, q = couplingStarts[group]!; e < size; e++, q += size) {
    const share0 = p0 * reduced[row + e]!;
    const share1 = p1 * reduced[second + e]!;
    const share2 = p2 * reduced[third + e]!;
    for (let f = 0; f < size; f++) {
      couplings[q + f]! += share0 * reduced[row + f]! + share1 * reduced[second + f]! + share2 * reduced[third + f]!;
    }
    if (p0 > 0) sums[s + e]! += share0 * solution[d]!;
    if (p1 > 0) sums[s + e]! += share1 * solution[d + 1]!;
    if (p2 > 0) sums[s + e]! += share2 * solution[d + 2]!;
  }
}

/** Adds what a joint has summed up to what the next one up has. */
function passUp({ width, above, entryStarts, lifts, couplings, couplingStarts, sums }: Newton, group: number): void {
  const first = entryStarts[group]!;
  const size = entryStarts[group + 1]! - first;
  const up = above[group]!;
  const stride = entryStarts[up + 1]! - entryStarts[up]!;
  for (let e = 0, q = couplingStarts[group]!; e < size; e++, q += size) {
    const to = lifts[first + e]!;
    if (to < 0) continue;
    sums[up * width + to]! += sums[group * width + e]!;
    const row = couplingStarts[up]! + to * stride;
    for (let f = 0; f < size; f++) if (lifts[first + f]! >= 0) couplings[row + lifts[first + f]!]! += couplings[q + f]!;
  }
}

/** The ties' unknowns y = n · x stand above all joints: (1 + t Q t) y = t · s. Leaves Σ y t for the joints below. */
function solveTies({ groups, width, ties, tiePlace, tied, couplings, couplingStarts, sums, totals }: Newton): void {
  const top = groups * width;
  totals.fill(0, top, top + width);
  if (ties === 0) return;
  const x = top + tiePlace;
  const z = x + 2;
  const q = couplingStarts[groups]!;
  const xx = couplings[q + tiePlace * width + tiePlace]!;
  const xz = couplings[q + tiePlace * width + tiePlace + 2]!;
  const zz = couplings[q + (tiePlace + 2) * width + tiePlace + 2]!;
  // Without a second tie its t is nothing, and so is its y.
  const [ax, az, bx, bz] = [tied[0]!, tied[1]!, tied[2]!, tied[3]!];
  const aa = 1 + ax * (xx * ax + xz * az) + az * (xz * ax + zz * az);
  const ab = ax * (xx * bx + xz * bz) + az * (xz * bx + zz * bz);
  const bb = 1 + bx * (xx * bx + xz * bz) + bz * (xz * bx + zz * bz);
  const a = ax * sums[x]! + az * sums[z]!;
  const b = bx * sums[x]! + bz * sums[z]!;
  const determinant = aa * bb - ab * ab;
  const first = (bb * a - ab * b) / determinant;
  const second = (aa * b - ab * a) / determinant;
  totals[x] = ax * first + bx * second;
  totals[z] = az * first + bz * second;
}

/** x of one joint's freedoms, from those of the joints above. */
function substitute(newton: Newton, group: number): void {
  const { width, starts, entryStarts, reduced, totals, solution, factors, used } = newton;
  const size = entryStarts[group + 1]! - entryStarts[group]!;
  const start = starts[group]!;
  const end = starts[group + 1]!;
  const t = group * width;
  bringDown(newton, group);
  for (let d = end - 1; d >= start; d--) {
    if (used[d] === 0) {
      solution[d] = 0;
      continue;
    }
    let sum = solution[d]!;
    for (let e = 0; e < size; e++) sum -= reduced[d * width + e]! * totals[t + e]!;
    for (let c = d + 1; c < end; c++) if (used[c] === 1) sum -= factors[9 * group + 3 * (c - start) + d - start]! * solution[c]!;
    solution[d] = sum / factors[9 * group + 4 * (d - start)]!;
  }
  addOwn(newton, group, solution);
}

/** Σ b x over the freedoms of the joints above. */
function bringDown({ width, above, entryStarts, lifts, totals }: Newton, group: number): void {
  const first = entryStarts[group]!;
  const size = entryStarts[group + 1]! - first;
  const up = above[group]! * width;
  for (let e = 0; e < size; e++) totals[group * width + e] = lifts[first + e]! < 0 ? 0 : totals[up + lifts[first + e]!]!;
}

/** The same with the joint's own. */
function addOwn({ width, starts, entryStarts, bends, totals }: Newton, group: number, x: Float64Array): void {
  const size = entryStarts[group + 1]! - entryStarts[group]!;
  const t = group * width;
  for (let d = starts[group]!; d < starts[group + 1]!; d++) {
    for (let e = 0; e < size; e++) totals[t + e]! += bends[d * width + e]! * x[d]!;
  }
}

/** Writes H x to `product`: what stands below each joint asks for goes up, what stands above it does comes down. */
export function multiplyBranches(newton: Newton, x: Float64Array): void {
  const { groups, width, starts, above, entryStarts, lifts, motions, bends, blocks, sums, totals, product } = newton;
  sums.fill(0, 0, (groups + 1) * width);
  for (let group = groups - 1; group >= 0; group--) {
    const first = entryStarts[group]!;
    const size = entryStarts[group + 1]! - first;
    const start = starts[group]!;
    const end = starts[group + 1]!;
    const s = group * width;
    for (let d = start; d < end; d++) {
      const row = d * width;
      let sum = 0;
      for (let e = 0; e < size; e++) sum += bends[row + e]! * sums[s + e]!;
      product[d] = sum;
    }
    for (let d = start, own = 9 * group; d < end; d++, own += 3) {
      const row = d * width;
      const value = x[d]!;
      for (let e = 0; e < size; e++) sums[s + e]! += motions[row + e]! * value;
      // The lower triangle of the joint's own block, and its mirror image.
      for (let c = start; c < d; c++) {
        const number = blocks[own + c - start]!;
        product[d]! += number * x[c]!;
        product[c]! += number * value;
      }
      product[d]! += blocks[own + d - start]! * value;
    }
    const up = above[group]! * width;
    for (let e = 0; e < size; e++) if (lifts[first + e]! >= 0) sums[up + lifts[first + e]!]! += sums[s + e]!;
  }
  multiplyTies(newton);
  for (let group = 0; group < groups; group++) {
    const first = entryStarts[group]!;
    const size = entryStarts[group + 1]! - first;
    const end = starts[group + 1]!;
    const up = above[group]! * width;
    const t = group * width;
    for (let e = 0; e < size; e++) totals[t + e] = lifts[first + e]! < 0 ? 0 : totals[up + lifts[first + e]!]!;
    for (let d = starts[group]!; d < end; d++) {
      const row = d * width;
      for (let e = 0; e < size; e++) product[d]! += motions[row + e]! * totals[t + e]!;
    }
    for (let d = starts[group]!; d < end; d++) {
      const row = d * width;
      for (let e = 0; e < size; e++) totals[t + e]! += bends[row + e]! * x[d]!;
    }
  }
}

/** Above all joints stands what the ties ask for. */
function multiplyTies({ groups, width, ties, tiePlace, tied, sums, totals }: Newton): void {
  const top = groups * width;
  for (let i = top; i < top + width; i++) totals[i] = 0;
  for (let tie = 0; tie < ties; tie++) {
    const y = tied[2 * tie]! * sums[top + tiePlace]! + tied[2 * tie + 1]! * sums[top + tiePlace + 2]!;
    totals[top + tiePlace]! += tied[2 * tie]! * y;
    totals[top + tiePlace + 2]! += tied[2 * tie + 1]! * y;
  }
}
