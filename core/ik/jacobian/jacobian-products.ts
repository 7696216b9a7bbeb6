import type { LinearSystem } from './linear-system.ts';

/** Jᵀ v: writes to `into[d]` the product of `v` with the column of each freedom d. */
export function multiplyColumns(system: LinearSystem, size: number, v: Float64Array, into: Float64Array): void {
  const { starts, groups } = system.freedoms;
  for (let group = 0; group < groups; group++) multiplyGroup(system, group, starts[group]!, starts[group + 1]!, size, v, into);
}

/** The same for the freedoms `d` up to `end` of a group. */
export function multiplyGroup(
  { columns, moved, movedStarts }: LinearSystem,
  group: number,
  d: number,
  end: number,
  size: number,
  v: Float64Array,
  into: Float64Array,
): void {
  for (let k = d; k < end; k++) into[k] = 0;
  const last = movedStarts[group + 1]!;
  for (let i = movedStarts[group]!; i < last; i++) {
    const row = moved[i]!;
    const x = v[row]!;
    const y = v[row + 1]!;
    const z = v[row + 2]!;
    for (let k = d, at = d * size + row; k < end; k++, at += size) {
      into[k]! += columns[at]! * x + columns[at + 1]! * y + columns[at + 2]! * z;
    }
  }
}

/** J f: adds to `into` the columns of all freedoms, each times its number in `factors`. */
export function combineColumns(system: LinearSystem, size: number, factors: Float64Array, into: Float64Array): void {
  const { starts, groups } = system.freedoms;
  for (let group = 0; group < groups; group++)
    combineGroup(system, group, starts[group]!, starts[group + 1]!, size, factors, into);
}

/** The same for the freedoms `d` up to `end` of a group. */
export function combineGroup(
  { columns, moved, movedStarts }: LinearSystem,
  group: number,
  d: number,
  end: number,
  size: number,
  factors: Float64Array,
  into: Float64Array,
): void {
  const last = movedStarts[group + 1]!;
  for (let i = movedStarts[group]!; i < last; i++) {
    const row = moved[i]!;
    let x = into[row]!;
    let y = into[row + 1]!;
    let z = into[row + 2]!;
    for (let k = d, at = d * size + row; k < end; k++, at += size) {
      const factor = factors[k]!;
      x += factor * columns[at]!;
      y += factor * columns[at + 1]!;
      z += factor * columns[at + 2]!;
    }
    into[row] = x;
    into[row + 1] = y;
    into[row + 2] = z;
  }
}

/** Adds Σ factor · c cᵀ to the matrix's lower triangle, over the columns c of the freedoms `d` up to `end` of a group, with their `factors`. */
export function addOuter(system: LinearSystem, group: number, d: number, end: number, size: number, factors: Float64Array): void {
  const { moved, movedStarts } = system;
  const first = movedStarts[group]!;
  for (let i = first; i < movedStarts[group + 1]!; i++) {
    for (let k = first; k <= i; k++) addBlock(system, moved[i]!, moved[k]!, d, end, size, factors);
  }
}

/** The three by three numbers of the matrix that belong to two goals. */
function addBlock(
  { columns, matrix }: LinearSystem,
  row: number,
  column: number,
  d: number,
  end: number,
  size: number,
  factors: Float64Array,
): void {
  const m = row * size + column;
  const n = m + size;
  const o = n + size;
  let m0 = matrix[m]!;
  let m1 = matrix[m + 1]!;
  let m2 = matrix[m + 2]!;
  let n0 = matrix[n]!;
  let n1 = matrix[n + 1]!;
  let n2 = matrix[n + 2]!;
  let o0 = matrix[o]!;
  let o1 = matrix[o + 1]!;
  let o2 = matrix[o + 2]!;
  for (let k = d; k < end; k++) {
    const at = k * size;
    const factor = factors[k]!;
    const c0 = factor * columns[at + row]!;
    const c1 = factor * columns[at + row + 1]!;
    const c2 = factor * columns[at + row + 2]!;
    const e0 = columns[at + column]!;
    const e1 = columns[at + column + 1]!;
    const e2 = columns[at + column + 2]!;
    m0 += c0 * e0;
    m1 += c0 * e1;
    m2 += c0 * e2;
    n0 += c1 * e0;
    n1 += c1 * e1;
    n2 += c1 * e2;
    o0 += c2 * e0;
    o1 += c2 * e1;
    o2 += c2 * e2;
  }
  matrix[m] = m0;
  matrix[m + 1] = m1;
  matrix[m + 2] = m2;
  matrix[n] = n0;
  matrix[n + 1] = n1;
  matrix[n + 2] = n2;
  matrix[o] = o0;
  matrix[o + 1] = o1;
  matrix[o + 2] = o2;
}
