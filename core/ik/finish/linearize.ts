import type { Finish } from './finish-state.ts';
import type { Freedoms } from './freedoms.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** Fills rows, right-hand side, columns and gradient; returns the number of rows. */
export function writeColumns(finish: Finish, ws: Workspace): number {
  const { task, effectors, pull } = ws;
  const { freedoms, rows, right } = finish;
  let size = 0;
  for (let g = 0; g < task.count; g++) {
    rows[g] = -1;
    if (pull[g] === 0) continue;
    rows[g] = size;
    const weight = Math.sqrt(pull[g]!);
    finish.roots[g] = weight;
    right[size] = weight * effectors.errors[3 * g]!;
    right[size + 1] = weight * effectors.errors[3 * g + 1]!;
    right[size + 2] = weight * effectors.errors[3 * g + 2]!;
    size += 3;
  }
  for (let d = 0; d < freedoms.count;) {
    const j = freedoms.joints[d]!;
    const end = endOfJoint(freedoms, d);
    if (j < 0) {
      finish.columns.fill(0, d * size, end * size);
      for (let g = 0; g < task.count; g++) {
        if (rows[g]! >= 0 && task.rooted[g] === 1) writeDisplacements(finish, ws, g, d, end, size, 1);
      }
    } else {
      for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
        const g = task.goalList[i]!;
        if (rows[g]! < 0) continue;
        if (freedoms.displaces[d] === 0) writeTurns(finish, ws, g, d, end, size);
        else writeDisplacements(finish, ws, g, d, end, size, task.kinds[g] === GOAL_BALANCE ? task.balance.shares[j]! : 1);
      }
    }
    for (; d < end; d++) if (freedoms.blocked[d] !== 0) finish.gradient[d] = along(finish, ws, d, size, right);
  }
  return size;
}

/** The freedoms of a joint stand one after the other: where those that begin with `d` end. */
export function endOfJoint(freedoms: Freedoms, d: number): number {
  const { joints, count } = freedoms;
  let end = d + 1;
  while (end < count && joints[end] === joints[d]) end++;
  return end;
}

/**
 * matrix += Σ factor · c cᵀ over its lower triangle, for the columns c of the freedoms `d` up to `end`, all of one joint and each with its factor in
 * `factors`; only the rows of the goals that the joint moves.
 */
export function addOuter(finish: Finish, ws: Workspace, d: number, end: number, size: number, factors: Float64Array): void {
  const { task } = ws;
  const { rows, freedoms } = finish;
  const j = freedoms.joints[d]!;
  if (j < 0) {
    for (let row = 0; row < size; row += 3) {
      for (let column = 0; column <= row; column += 3) addBlock(finish, row, column, d, end, size, factors);
    }
    return;
  }
  const start = task.goalStart[j]!;
  for (let i = start; i < task.goalStart[j + 1]!; i++) {
    const row = rows[task.goalList[i]!]!;
    if (row < 0) continue;
    for (let k = start; k <= i; k++) {
      const column = rows[task.goalList[k]!]!;
      if (column >= 0) addBlock(finish, row, column, d, end, size, factors);
    }
  }
}

/** The three by three numbers of the matrix that belong to two goals. */
function addBlock(
  { columns, matrix }: Finish,
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

/** right += factor · c, for the column c of freedom `d`; only the rows of the goals that it moves. */
export function addScaled(finish: Finish, ws: Workspace, d: number, size: number, factor: number): void {
  const { task } = ws;
  const { columns, rows, freedoms, right } = finish;
  const j = freedoms.joints[d]!;
  const at = d * size;
  if (j < 0) {
    for (let row = 0; row < size; row++) right[row]! += factor * columns[at + row]!;
    return;
  }
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const row = rows[task.goalList[i]!]!;
    if (row < 0) continue;
    for (let k = row; k < row + 3; k++) right[k]! += factor * columns[at + k]!;
  }
}

/** Derivatives of goal `g`'s effector by turns of one joint about the axes of its freedoms `d` up to `end`. */
function writeTurns(finish: Finish, ws: Workspace, g: number, d: number, end: number, size: number): void {
  const { task, effectors } = ws;
  const { columns, freedoms } = finish;
  const { axes } = freedoms;
  const kind = task.kinds[g]!;
  if (kind === GOAL_ORIENTATION || kind === GOAL_AIM) {
    writeDirectionTurns(finish, ws, g, d, end, size);
    return;
  }
  const o = 3 * g;
  const j = freedoms.joints[d]!;
  const p = 3 * j;
  const balance = kind === GOAL_BALANCE;
  const share = balance ? finish.roots[g]! * task.balance.shares[j]! : finish.roots[g]!;
  const from = balance ? task.balance.below : effectors.points;
  const i = balance ? p : o;
  const { positions } = ws.now;
  const ux = share * (from[i]! - positions[p]!);
  const uy = share * (from[i + 1]! - positions[p + 1]!);
  const uz = share * (from[i + 2]! - positions[p + 2]!);
  for (let k = d, at = d * size + finish.rows[g]!; k < end; k++, at += size) {
    const x = axes[3 * k]!;
    const y = axes[3 * k + 1]!;
    const z = axes[3 * k + 2]!;
    columns[at] = y * uz - z * uy;
    columns[at + 1] = balance ? 0 : z * ux - x * uz;
    columns[at + 2] = x * uy - y * ux;
  }
}

/** The same for an orientation, which turns with the joint, and for an aim, whose origin moves as well. */
function writeDirectionTurns(finish: Finish, ws: Workspace, g: number, d: number, end: number, size: number): void {
  const { task, effectors } = ws;
  const { columns, freedoms } = finish;
  const { points, directions } = effectors;
  const { positions } = ws.now;
  const lever = finish.roots[g]! * task.levers[g]!;
  const o = 3 * g;
  const p = 3 * freedoms.joints[d]!;
  for (let k = d, at = d * size + finish.rows[g]!; k < end; k++, at += size) {
    const x = freedoms.axes[3 * k]!;
    const y = freedoms.axes[3 * k + 1]!;
    const z = freedoms.axes[3 * k + 2]!;
    if (task.kinds[g] === GOAL_ORIENTATION) {
      columns[at] = lever * x;
      columns[at + 1] = lever * y;
      columns[at + 2] = lever * z;
      continue;
    }
    const ux = points[o]! - positions[p]!;
    const uy = points[o + 1]! - positions[p + 1]!;
    const uz = points[o + 2]! - positions[p + 2]!;
    writeAim(finish, ws, g, at, y * uz - z * uy, z * ux - x * uz, x * uy - y * ux);
    columns[at]! += lever * (y * directions[o + 2]! - z * directions[o + 1]!);
    columns[at + 1]! += lever * (z * directions[o]! - x * directions[o + 2]!);
    columns[at + 2]! += lever * (x * directions[o + 1]! - y * directions[o]!);
  }
}

/** Derivatives of goal `g`'s effector by displacements along the axes of the freedoms `d` up to `end`, of which it makes a share. */
function writeDisplacements(finish: Finish, ws: Workspace, g: number, d: number, end: number, size: number, share: number): void {
  const { columns, freedoms } = finish;
  const kind = ws.task.kinds[g]!;
  const weight = share * finish.roots[g]!;
  for (let k = d, at = d * size + finish.rows[g]!; k < end; k++, at += size) {
    const x = freedoms.axes[3 * k]!;
    const y = freedoms.axes[3 * k + 1]!;
    const z = freedoms.axes[3 * k + 2]!;
    if (kind === GOAL_ORIENTATION) columns.fill(0, at, at + 3);
    else if (kind === GOAL_AIM) writeAim(finish, ws, g, at, x, y, z);
    else {
      columns[at] = weight * x;
      columns[at + 1] = kind === GOAL_BALANCE ? 0 : weight * y;
      columns[at + 2] = weight * z;
    }
  }
}

/** How the wanted direction turns when the aim's origin moves by v: λ (1 − d dᵀ) v / distance, d the direction to the target. */
function writeAim(finish: Finish, ws: Workspace, g: number, at: number, vx: number, vy: number, vz: number): void {
  const { task, effectors } = ws;
  const o = 3 * g;
  const tx = task.targets[o]! - effectors.points[o]!;
  const ty = task.targets[o + 1]! - effectors.points[o + 1]!;
  const tz = task.targets[o + 2]! - effectors.points[o + 2]!;
  const square = tx * tx + ty * ty + tz * tz;
  const factor = square > 1e-12 ? (finish.roots[g]! * task.levers[g]!) / Math.sqrt(square) : 0;
  const part = square > 1e-12 ? (tx * vx + ty * vy + tz * vz) / square : 0;
  finish.columns[at] = factor * (vx - part * tx);
  finish.columns[at + 1] = factor * (vy - part * ty);
  finish.columns[at + 2] = factor * (vz - part * tz);
}

/** The product of the column of freedom `d` with `v`; only the rows of the goals that it moves. */
export function along(finish: Finish, ws: Workspace, d: number, size: number, v: Float64Array): number {
  const { task } = ws;
  const { columns, rows, freedoms } = finish;
  const j = freedoms.joints[d]!;
  const at = d * size;
  let sum = 0;
  if (j < 0) {
    for (let row = 0; row < size; row++) sum += columns[at + row]! * v[row]!;
    return sum;
  }
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const row = rows[task.goalList[i]!]!;
    if (row < 0) continue;
    sum += columns[at + row]! * v[row]! + columns[at + row + 1]! * v[row + 1]! + columns[at + row + 2]! * v[row + 2]!;
  }
  return sum;
}
