import type { Workspace } from '../mechanism/workspace.ts';
import type { Finish } from './finish-state.ts';
import { endOfJoint } from './linearize.ts';

/** Jᵀ v: writes to `into[d]` the product of `v` with the column of each freedom d. */
export function multiplyColumns(finish: Finish, ws: Workspace, size: number, v: Float64Array, into: Float64Array): void {
  const { task } = ws;
  const { columns, rows, freedoms } = finish;
  const { joints, count } = freedoms;
  for (let d = 0, end = 0; d < count; d = end) {
    end = endOfJoint(freedoms, d);
    for (let k = d; k < end; k++) into[k] = 0;
    const j = joints[d]!;
    const isRoot = j < 0;
    const last = isRoot ? size / 3 : task.goalStart[j + 1]!;
    for (let i = isRoot ? 0 : task.goalStart[j]!; i < last; i++) {
      const row = isRoot ? 3 * i : rows[task.goalList[i]!]!;
      if (row < 0) continue;
      const x = v[row]!;
      const y = v[row + 1]!;
      const z = v[row + 2]!;
      for (let k = d, at = d * size + row; k < end; k++, at += size) {
        into[k]! += columns[at]! * x + columns[at + 1]! * y + columns[at + 2]! * z;
      }
    }
  }
}

/** J f: adds to `into` the columns of all freedoms, each times its number in `factors`. */
export function combineColumns(finish: Finish, ws: Workspace, size: number, factors: Float64Array, into: Float64Array): void {
  const { task } = ws;
  const { columns, rows, freedoms } = finish;
  const { joints, count } = freedoms;
  for (let d = 0, end = 0; d < count; d = end) {
    end = endOfJoint(freedoms, d);
    const j = joints[d]!;
    const isRoot = j < 0;
    const last = isRoot ? size / 3 : task.goalStart[j + 1]!;
    for (let i = isRoot ? 0 : task.goalStart[j]!; i < last; i++) {
      const row = isRoot ? 3 * i : rows[task.goalList[i]!]!;
      if (row < 0) continue;
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
}
