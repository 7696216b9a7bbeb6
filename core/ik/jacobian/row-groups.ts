import type { LinearSystem } from './linear-system.ts';

/** The linear system goal by goal: which groups of freedoms move the three rows of each. Looking at one goal then costs the same however many there are. */
export interface RowGroups {
  /** The groups of rows 3 i up to 3 i + 2: `groups[starts[i]]` up to `groups[starts[i + 1]]`, ascending. */
  starts: Int32Array;
  groups: Int32Array;
}

/** No rows yet. */
export function createRowGroups(): RowGroups {
  return { starts: new Int32Array(2), groups: new Int32Array(1) };
}

/** Lists the groups for a system of `size` rows that has been written. */
export function listRowGroups(lists: RowGroups, { freedoms, moved, movedStarts }: LinearSystem, size: number): void {
  const count = movedStarts[freedoms.groups]!;
  if (lists.starts.length < size / 3 + 2) lists.starts = new Int32Array(2 * (size / 3) + 2);
  if (lists.groups.length < count) lists.groups = new Int32Array(2 * count);
  const { starts, groups } = lists;
  starts.fill(0);
  // Each start is first the count of the rows before, two places on, and then moves to its place while the list is filled.
  for (let i = 0; i < count; i++) starts[moved[i]! / 3 + 2]!++;
  for (let i = 2; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  for (let group = 0; group < freedoms.groups; group++) {
    for (let i = movedStarts[group]!; i < movedStarts[group + 1]!; i++) groups[starts[moved[i]! / 3 + 1]!++] = group;
  }
}

/** J W Jᵀ of the goal in `row`, over the freedoms in use, to the first nine numbers of the matrix. */
export function writeRowSquare(lists: RowGroups, system: LinearSystem, size: number, row: number): void {
  const { freedoms, columns, used, matrix } = system;
  matrix.fill(0, 0, 9);
  for (let i = lists.starts[row / 3]!; i < lists.starts[row / 3 + 1]!; i++) {
    const group = lists.groups[i]!;
    for (let d = freedoms.starts[group]!; d < freedoms.starts[group + 1]!; d++) {
      const at = d * size + row;
      for (let k = 0; k < 9; k++) matrix[k]! += used[d]! * columns[at + Math.floor(k / 3)]! * columns[at + (k % 3)]!;
    }
  }
}

/** Jᵀ v of the goal in `row` alone, to `into[d]` of each freedom; v has three numbers. */
export function multiplyRow(
  lists: RowGroups,
  system: LinearSystem,
  size: number,
  row: number,
  v: Float64Array,
  into: Float64Array,
): void {
  const { freedoms, columns } = system;
  into.fill(0, 0, freedoms.count);
  for (let i = lists.starts[row / 3]!; i < lists.starts[row / 3 + 1]!; i++) {
    const group = lists.groups[i]!;
    for (let d = freedoms.starts[group]!; d < freedoms.starts[group + 1]!; d++) {
      const at = d * size + row;
      into[d]! += columns[at]! * v[0]! + columns[at + 1]! * v[1]! + columns[at + 2]! * v[2]!;
    }
  }
}

/** J f of the goal in `row`, to the first three numbers of `into`. */
export function combineRow(
  lists: RowGroups,
  system: LinearSystem,
  size: number,
  row: number,
  factors: Float64Array,
  into: Float64Array,
): void {
  const { freedoms, columns } = system;
  into.fill(0, 0, 3);
  for (let i = lists.starts[row / 3]!; i < lists.starts[row / 3 + 1]!; i++) {
    const group = lists.groups[i]!;
    for (let d = freedoms.starts[group]!; d < freedoms.starts[group + 1]!; d++) {
      const at = d * size + row;
      for (let k = 0; k < 3; k++) into[k]! += factors[d]! * columns[at + k]!;
    }
  }
}
