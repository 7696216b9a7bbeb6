import type { Newton } from './newton-state.ts';

/**
 * What one goal's own part of Q and s gives to the freedoms `start` up to `end` of a joint.
 *
 * What `branches.ts` sums up from the effectors up, the matrix Q and the vector s, is read and written by three rows and three columns: those of one
 * goal (`squares`, at twice the goal's slot), and of a goal and another that stands before it in the lists (`couplings`). All joints that move two
 * goals stand one below the other, unless both are the balance: so one place for each two goals is enough.
 */
export function reduceGoal(newton: Newton, group: number, start: number, end: number, i: number): void {
  const { width, entries, slots, motions, forceChanges, reduced, squares, sums, solution, factors } = newton;
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
    const x = forceChanges[at]!;
    const y = forceChanges[at + 1]!;
    const z = forceChanges[at + 2]!;
    const qx = xx * x + xy * y + xz * z;
    const qy = xy * x + yy * y + yz * z;
    const qz = xz * x + yz * y + zz * z;
    reduced[at] = motions[at]! - qx;
    reduced[at + 1] = motions[at + 1]! - qy;
    reduced[at + 2] = motions[at + 2]! - qz;
    solution[d]! -= x * sx + y * sy + z * sz;
    for (let b = row, c = own; b <= at; b += width, c++)
      factors[c]! -= forceChanges[b]! * qx + forceChanges[b + 1]! * qy + forceChanges[b + 2]! * qz;
  }
}

/** What the part C of Q between two goals gives to the freedoms `start` up to `end`: C b to the motions of one, Cᵀ b to those of the other. */
export function reduceTwo(newton: Newton, group: number, start: number, end: number, i: number, k: number): void {
  const { width, entries, forceChanges, reduced, couplings, factors } = newton;
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
    const ax = forceChanges[at]!;
    const ay = forceChanges[at + 1]!;
    const az = forceChanges[at + 2]!;
    const bx = forceChanges[at + other]!;
    const by = forceChanges[at + other + 1]!;
    const bz = forceChanges[at + other + 2]!;
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
        forceChanges[to]! * tx +
        forceChanges[to + 1]! * ty +
        forceChanges[to + 2]! * tz +
        (forceChanges[to + other]! * ux + forceChanges[to + other + 1]! * uy + forceChanges[to + other + 2]! * uz);
    }
  }
}

/** What the freedoms `start` up to `end` add to one goal's own part of Q and s. */
export function sumUpGoal(newton: Newton, group: number, start: number, end: number, i: number): void {
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
export function sumUpTwo(newton: Newton, group: number, start: number, end: number, i: number, k: number): void {
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
