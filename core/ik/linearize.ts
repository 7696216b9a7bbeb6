import type { Finish } from './finish.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION } from './task.ts';
import type { Workspace } from './workspace.ts';

/** Fills rows, right-hand side, columns, gradient and curvature; returns the number of rows. */
export function writeColumns(finish: Finish, ws: Workspace): number {
  const { task, effectors, pull, now } = ws;
  const { freedoms, rows, right, columns } = finish;
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
  for (let d = 0; d < freedoms.count; d++) {
    const j = freedoms.joints[d]!;
    const at = d * size;
    const o = 3 * d;
    const x = freedoms.axes[o]!;
    const y = freedoms.axes[o + 1]!;
    const z = freedoms.axes[o + 2]!;
    finish.curvature[d] = 0;
    if (j < 0) {
      columns.fill(0, at, at + size);
      for (let g = 0; g < task.count; g++) {
        if (rows[g]! >= 0 && task.rooted[g] === 1) writeDisplacement(finish, ws, g, at + rows[g]!, 1, x, y, z);
      }
    } else {
      const displaces = freedoms.displaces[d] === 1;
      for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
        const g = task.goalList[i]!;
        if (rows[g]! < 0) continue;
        const share = task.kinds[g] === GOAL_BALANCE ? task.balance.shares[j]! : 1;
        if (displaces) writeDisplacement(finish, ws, g, at + rows[g]!, share, x, y, z);
        else finish.curvature[d]! += writeRotation(finish, ws, g, at + rows[g]!, j, x, y, z, now.positions);
      }
    }
    if (finish.curvature[d]! < 0) finish.curvature[d] = 0;
    if (freedoms.blocked[d] !== 0) finish.gradient[d] = along(finish, ws, d, size, right);
  }
  return size;
}

/** matrix += factor · c cᵀ over its lower triangle, for the column c of freedom `d`; only the rows of the goals that it moves. */
export function addOuter(finish: Finish, ws: Workspace, d: number, size: number, factor: number): void {
  const { task } = ws;
  const { columns, matrix, rows, freedoms } = finish;
  const j = freedoms.joints[d]!;
  const at = d * size;
  if (j < 0) {
    for (let row = 0; row < size; row++) {
      const c = factor * columns[at + row]!;
      if (c === 0) continue;
      for (let column = 0; column <= row; column++) matrix[row * size + column]! += c * columns[at + column]!;
    }
    return;
  }
  const start = task.goalStart[j]!;
  const end = task.goalStart[j + 1]!;
  for (let i = start; i < end; i++) {
    const row = rows[task.goalList[i]!]!;
    if (row < 0) continue;
    const c0 = factor * columns[at + row]!;
    const c1 = factor * columns[at + row + 1]!;
    const c2 = factor * columns[at + row + 2]!;
    for (let k = start; k <= i; k++) {
      const column = rows[task.goalList[k]!]!;
      if (column < 0) continue;
      const e0 = columns[at + column]!;
      const e1 = columns[at + column + 1]!;
      const e2 = columns[at + column + 2]!;
      let m = row * size + column;
      matrix[m]! += c0 * e0;
      matrix[m + 1]! += c0 * e1;
      matrix[m + 2]! += c0 * e2;
      m += size;
      matrix[m]! += c1 * e0;
      matrix[m + 1]! += c1 * e1;
      matrix[m + 2]! += c1 * e2;
      m += size;
      matrix[m]! += c2 * e0;
      matrix[m + 1]! += c2 * e1;
      matrix[m + 2]! += c2 * e2;
    }
  }
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

/** Derivative of goal `g`'s effector by a turn about the world axis (x, y, z) through joint `j`; returns the curvature r·u − (r·a)(u·a). */
function writeRotation(
  finish: Finish,
  ws: Workspace,
  g: number,
  at: number,
  j: number,
  x: number,
  y: number,
  z: number,
  positions: Float64Array,
): number {
  const { task, effectors } = ws;
  const { columns } = finish;
  const kind = task.kinds[g]!;
  const weight = finish.roots[g]!;
  if (kind === GOAL_ORIENTATION) {
    const lever = weight * task.levers[g]!;
    columns[at] = lever * x;
    columns[at + 1] = lever * y;
    columns[at + 2] = lever * z;
    return 0;
  }
  const o = 3 * g;
  const p = 3 * j;
  const balance = kind === GOAL_BALANCE;
  const from = balance ? task.balance.below : effectors.points;
  const i = balance ? p : o;
  const share = weight * (balance ? task.balance.shares[j]! : 1);
  const ux = from[i]! - positions[p]!;
  const uy = from[i + 1]! - positions[p + 1]!;
  const uz = from[i + 2]! - positions[p + 2]!;
  const vx = y * uz - z * uy;
  const vy = z * ux - x * uz;
  const vz = x * uy - y * ux;
  if (kind === GOAL_AIM) {
    writeAim(finish, ws, g, at, vx, vy, vz);
    const { directions } = effectors;
    const lever = weight * task.levers[g]!;
    columns[at]! += lever * (y * directions[o + 2]! - z * directions[o + 1]!);
    columns[at + 1]! += lever * (z * directions[o]! - x * directions[o + 2]!);
    columns[at + 2]! += lever * (x * directions[o + 1]! - y * directions[o]!);
    return 0;
  }
  columns[at] = share * vx;
  columns[at + 1] = balance ? 0 : share * vy;
  columns[at + 2] = share * vz;
  if (!finish.curved) return 0;
  // Turning on, the effector bends away along a (a·u) − u.
  const { errors } = effectors;
  const rx = errors[o]!;
  const ry = errors[o + 1]!;
  const rz = errors[o + 2]!;
  const bend = rx * ux + ry * uy + rz * uz - (rx * x + ry * y + rz * z) * (ux * x + uy * y + uz * z);
  return weight * share * bend;
}

/** Derivative of goal `g`'s effector by a displacement along (x, y, z). */
function writeDisplacement(
  finish: Finish,
  ws: Workspace,
  g: number,
  at: number,
  share: number,
  x: number,
  y: number,
  z: number,
): void {
  const kind = ws.task.kinds[g]!;
  if (kind === GOAL_ORIENTATION) {
    finish.columns.fill(0, at, at + 3);
    return;
  }
  if (kind === GOAL_AIM) {
    writeAim(finish, ws, g, at, x, y, z);
    return;
  }
  const weight = share * finish.roots[g]!;
  finish.columns[at] = weight * x;
  finish.columns[at + 1] = kind === GOAL_BALANCE ? 0 : weight * y;
  finish.columns[at + 2] = weight * z;
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
