import { NO_AIM } from '../../math/tolerances.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_LINE, GOAL_ORIENTATION, GOAL_PLANE } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { LinearSystem } from './linear-system.ts';

/** Writes J and r for the listed freedoms, and which goals each group of them moves; returns the number of rows. */
export function writeColumns(system: LinearSystem, ws: Workspace): number {
  const { task } = ws;
  const { freedoms, rows, moved, movedGoals, movedStarts } = system;
  const { starts, joints, displaces } = freedoms;
  const size = writeRows(system, ws);
  // Ends that are driven are tied to goals that they may not move: those between two joints that both stand below them.
  if (task.total > task.count) system.columns.fill(0, 0, freedoms.count * size);
  let count = 0;
  for (let group = 0; group < freedoms.groups; group++) {
    movedStarts[group] = count;
    const d = starts[group]!;
    const end = starts[group + 1]!;
    const j = joints[d]!;
    const last = j < 0 ? task.total : task.goalStart[j + 1]!;
    for (let i = j < 0 ? 0 : task.goalStart[j]!; i < last; i++) {
      const g = j < 0 ? i : task.goalList[i]!;
      if (rows[g]! < 0 || (j < 0 && task.rooted[g] === 0)) continue;
      movedGoals[count] = g;
      moved[count++] = rows[g]!;
      if (displaces[d] === 1) writeDisplacements(system, ws, g, d, end, size);
      else if (task.kinds[g] === GOAL_ORIENTATION || task.kinds[g] === GOAL_AIM) writeDirectionTurns(system, ws, g, d, end, size);
      else writeTurns(system, ws, g, d, end, size);
      if (task.kinds[g] === GOAL_PLANE || task.kinds[g] === GOAL_LINE) keepAcross(system, ws, g, d, end, size);
    }
  }
  movedStarts[freedoms.groups] = count;
  return size;
}

/** Gives each goal in the cost three rows; returns their number. */
function writeRows({ rows, roots, right }: LinearSystem, { task, effectors, costWeights }: Workspace): number {
  let size = 0;
  for (let g = 0; g < task.count; g++) {
    rows[g] = -1;
    if (costWeights[g] === 0) continue;
    rows[g] = size;
    const weight = Math.sqrt(costWeights[g]!);
    roots[g] = weight;
    right[size] = weight * effectors.errors[3 * g]!;
    right[size + 1] = weight * effectors.errors[3 * g + 1]!;
    right[size + 2] = weight * effectors.errors[3 * g + 2]!;
    size += 3;
  }
  for (let g = task.count; g < task.total; g++) {
    rows[g] = rows[task.counterparts[g]!]!;
    if (rows[g]! >= 0) roots[g] = -roots[task.counterparts[g]!]!;
  }
  return size;
}

/** Leaves of the derivatives of goal `g` what changes the distance: along the normal of its plane, n (n · v), or across its line, v − d (d · v). */
function keepAcross(system: LinearSystem, { task }: Workspace, g: number, d: number, end: number, size: number): void {
  const { columns } = system;
  const nx = task.axes[3 * g]!;
  const ny = task.axes[3 * g + 1]!;
  const nz = task.axes[3 * g + 2]!;
  const own = task.kinds[g] === GOAL_LINE ? 1 : 0;
  const sign = task.kinds[g] === GOAL_LINE ? -1 : 1;
  for (let k = d, at = d * size + system.rows[g]!; k < end; k++, at += size) {
    const along = sign * (nx * columns[at]! + ny * columns[at + 1]! + nz * columns[at + 2]!);
    columns[at] = own * columns[at]! + along * nx;
    columns[at + 1] = own * columns[at + 1]! + along * ny;
    columns[at + 2] = own * columns[at + 2]! + along * nz;
  }
}

/** Derivatives of goal `g`'s effector, a point or the centre of mass, by turns of one joint about the axes of its freedoms `d` up to `end`. */
function writeTurns(system: LinearSystem, ws: Workspace, g: number, d: number, end: number, size: number): void {
  const { task, effectors } = ws;
  const { columns, freedoms } = system;
  const { axes } = freedoms;
  const o = 3 * g;
  const j = freedoms.joints[d]!;
  const p = 3 * j;
  const balance = task.kinds[g] === GOAL_BALANCE;
  const share = balance ? system.roots[g]! * task.balance.shares[j]! : system.roots[g]!;
  const from = balance ? task.balance.below : effectors.points;
  const i = balance ? p : o;
  const { positions } = ws.now;
  const ux = share * (from[i]! - positions[p]!);
  const uy = share * (from[i + 1]! - positions[p + 1]!);
  const uz = share * (from[i + 2]! - positions[p + 2]!);
  for (let k = d, at = d * size + system.rows[g]!; k < end; k++, at += size) {
    const x = axes[3 * k]!;
    const y = axes[3 * k + 1]!;
    const z = axes[3 * k + 2]!;
    columns[at] = y * uz - z * uy;
    columns[at + 1] = balance ? 0 : z * ux - x * uz;
    columns[at + 2] = x * uy - y * ux;
  }
}

/** The same for an orientation, which turns with the joint, and for an aim, whose origin moves as well. */
function writeDirectionTurns(system: LinearSystem, ws: Workspace, g: number, d: number, end: number, size: number): void {
  const { task, effectors } = ws;
  const { columns, freedoms } = system;
  const { points, directions } = effectors;
  const { positions } = ws.now;
  const lever = system.roots[g]! * task.levers[g]!;
  const o = 3 * g;
  const p = 3 * freedoms.joints[d]!;
  for (let k = d, at = d * size + system.rows[g]!; k < end; k++, at += size) {
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
    columns[at] = y * uz - z * uy;
    columns[at + 1] = z * ux - x * uz;
    columns[at + 2] = x * uy - y * ux;
    turnAim(system, ws, g, at);
    columns[at]! += lever * (y * directions[o + 2]! - z * directions[o + 1]!);
    columns[at + 1]! += lever * (z * directions[o]! - x * directions[o + 2]!);
    columns[at + 2]! += lever * (x * directions[o + 1]! - y * directions[o]!);
  }
}

/**
 * Derivatives of goal `g`'s effector by displacements along the axes of the freedoms `d` up to `end`; of a centre of mass only a share goes along.
 */
function writeDisplacements(system: LinearSystem, ws: Workspace, g: number, d: number, end: number, size: number): void {
  const { columns, freedoms } = system;
  const { kinds, balance } = ws.task;
  const kind = kinds[g]!;
  const j = freedoms.joints[d]!;
  const share = kind === GOAL_BALANCE && j >= 0 ? balance.shares[j]! : 1;
  const weight = share * system.roots[g]!;
  for (let k = d, at = d * size + system.rows[g]!; k < end; k++, at += size) {
    const x = freedoms.axes[3 * k]!;
    const y = freedoms.axes[3 * k + 1]!;
    const z = freedoms.axes[3 * k + 2]!;
    if (kind === GOAL_ORIENTATION) {
      columns.fill(0, at, at + 3);
      continue;
    }
    const factor = kind === GOAL_AIM ? 1 : weight;
    columns[at] = factor * x;
    columns[at + 1] = kind === GOAL_BALANCE ? 0 : factor * y;
    columns[at + 2] = factor * z;
    if (kind === GOAL_AIM) turnAim(system, ws, g, at);
  }
}

/** Replaces the movement v of an aim's origin by how the wanted direction turns with it: λ (1 − d dᵀ) v / distance, d the direction to the target. */
function turnAim(system: LinearSystem, ws: Workspace, g: number, at: number): void {
  const { task, effectors } = ws;
  const { columns } = system;
  const vx = columns[at]!;
  const vy = columns[at + 1]!;
  const vz = columns[at + 2]!;
  const o = 3 * g;
  const tx = task.targets[o]! - effectors.points[o]!;
  const ty = task.targets[o + 1]! - effectors.points[o + 1]!;
  const tz = task.targets[o + 2]! - effectors.points[o + 2]!;
  const square = tx * tx + ty * ty + tz * tz;
  const factor = square > NO_AIM * NO_AIM ? (system.roots[g]! * task.levers[g]!) / Math.sqrt(square) : 0;
  const part = square > NO_AIM * NO_AIM ? (tx * vx + ty * vy + tz * vz) / square : 0;
  columns[at] = factor * (vx - part * tx);
  columns[at + 1] = factor * (vy - part * ty);
  columns[at + 2] = factor * (vz - part * tz);
}
