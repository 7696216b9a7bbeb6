import type { Newton } from './newton-state.ts';

/**
 * Writes H x to `product`, for the matrix H of `branches.ts`: the sums over the joints below each are gathered up, those over the joints above
 * spread.
 */
export function multiplyBranches(newton: Newton, x: Float64Array): void {
  multiplyBlocks(newton, x);
  gather(newton, x);
  multiplyTies(newton);
  spread(newton, x);
}

/** The lower triangle of each joint's own block, and its mirror image. */
function multiplyBlocks({ groups, starts, blocks, product }: Newton, x: Float64Array): void {
  for (let group = 0; group < groups; group++) {
    const d = starts[group]!;
    const at = 9 * group;
    const x0 = x[d]!;
    if (starts[group + 1] === d + 1) {
      product[d] = blocks[at]! * x0;
      continue;
    }
    const x1 = x[d + 1]!;
    const x2 = x[d + 2]!;
    const b10 = blocks[at + 3]!;
    const b20 = blocks[at + 6]!;
    const b21 = blocks[at + 7]!;
    product[d] = blocks[at]! * x0 + b10 * x1 + b20 * x2;
    product[d + 1] = b10 * x0 + blocks[at + 4]! * x1 + b21 * x2;
    product[d + 2] = b20 * x0 + b21 * x1 + blocks[at + 8]! * x2;
  }
}

/** Adds b · Σ m x over the joints below. */
function gather(newton: Newton, x: Float64Array): void {
  const { groups, width, balance, above, starts, entryStarts, entries, slots, motions, forceChanges, sums, product } = newton;
  const count = balance < 0 ? width : width + 3 * (groups + 1);
  for (let i = 0; i < count; i++) sums[i] = 0;
  for (let group = groups - 1; group >= 0; group--) {
    const start = starts[group]!;
    const end = starts[group + 1]!;
    const last = entryStarts[group + 1]!;
    for (let i = entryStarts[group]!; i < last; i++) {
      const slot = slots[i]!;
      const sx = sums[slot]!;
      const sy = sums[slot + 1]!;
      const sz = sums[slot + 2]!;
      let nx = sx;
      let ny = sy;
      let nz = sz;
      for (let d = start, at = start * width + entries[i]!; d < end; d++, at += width) {
        const value = x[d]!;
        product[d]! += forceChanges[at]! * sx + forceChanges[at + 1]! * sy + forceChanges[at + 2]! * sz;
        nx += motions[at]! * value;
        ny += motions[at + 1]! * value;
        nz += motions[at + 2]! * value;
      }
      sums[slot] = nx;
      sums[slot + 1] = ny;
      sums[slot + 2] = nz;
    }
    if (balance < 0) continue;
    const from = width + 3 * group;
    const to = width + 3 * above[group]!;
    for (let i = 0; i < 3; i++) sums[to + i]! += sums[from + i]!;
  }
}

/** Adds m · Σ b x over the joints above. */
function spread(newton: Newton, x: Float64Array): void {
  const { groups, width, balance, above, starts, entryStarts, entries, slots, motions, forceChanges, totals, product } = newton;
  for (let group = 0; group < groups; group++) {
    const start = starts[group]!;
    const end = starts[group + 1]!;
    const last = entryStarts[group + 1]!;
    if (balance >= 0) for (let i = 0; i < 3; i++) totals[width + 3 * group + i] = totals[width + 3 * above[group]! + i]!;
    for (let i = entryStarts[group]!; i < last; i++) {
      const slot = slots[i]!;
      const tx = totals[slot]!;
      const ty = totals[slot + 1]!;
      const tz = totals[slot + 2]!;
      let nx = tx;
      let ny = ty;
      let nz = tz;
      for (let d = start, at = start * width + entries[i]!; d < end; d++, at += width) {
        const value = x[d]!;
        product[d]! += motions[at]! * tx + motions[at + 1]! * ty + motions[at + 2]! * tz;
        nx += forceChanges[at]! * value;
        ny += forceChanges[at + 1]! * value;
        nz += forceChanges[at + 2]! * value;
      }
      totals[slot] = nx;
      totals[slot + 1] = ny;
      totals[slot + 2] = nz;
    }
  }
}

/** Above all joints stands what the ties ask for. */
function multiplyTies({ groups, width, balance, tied, sums, totals }: Newton): void {
  for (let i = 0; i < width; i++) totals[i] = 0;
  if (balance < 0) return;
  const top = width + 3 * groups;
  for (let i = top; i < top + 3; i++) totals[i] = 0;
  for (let tie = 0; tie < 2; tie++) {
    const y = tied[2 * tie]! * sums[top]! + tied[2 * tie + 1]! * sums[top + 2]!;
    totals[top]! += tied[2 * tie]! * y;
    totals[top + 2]! += tied[2 * tie + 1]! * y;
  }
}
