import type { LinearSystem } from './linear-system.ts';

/**
 * Writes the lower triangle of JᵀJ over all freedoms, row-major and `side` numbers a row, at least as many as there are freedoms; what is beyond
 * them becomes the identity. Two groups of freedoms meet in the goals that both move, so that the time is linear in the goals.
 */
export function writePairs(system: LinearSystem, size: number, side: number, matrix: Float64Array): void {
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
export function leaveOut(matrix: Float64Array, side: number, d: number): void {
  for (let i = 0; i < d; i++) matrix[d * side + i] = 0;
  for (let i = d + 1; i < side; i++) matrix[i * side + d] = 0;
  matrix[d * side + d] = 1;
}
