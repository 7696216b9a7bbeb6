import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { writeMotion, type Motion } from './axis-rates.ts';
import type { Finish } from './finish-state.ts';
import { endOfJoint } from './linearize.ts';

/**
 * Writes to `into[d]` how the product of `y` with the column of freedom d changes while the freedoms move at `rates`: the effectors' second
 * derivatives, once times y and once times the rates. A column a × u, of an axis a through p and with u = e − p, changes by ȧ × u + a × (ė − ṗ).
 *
 * Rotation vectors are no coordinates of an orientation: half of what they turn further on the way is left out, which makes the derivatives
 * symmetric. Left out too, as small, are how a centre of mass and the direction to an aim's target change.
 */
export function writeColumnRates(
  motion: Motion,
  finish: Finish,
  ws: Workspace,
  rates: Float64Array,
  y: Float64Array,
  into: Float64Array,
): void {
  const { freedoms, rows } = finish;
  const { task } = ws;
  writeMotion(motion, ws, freedoms, rates);
  for (let d = 0, end = 0; d < freedoms.count; d = end) {
    end = endOfJoint(freedoms, d);
    for (let k = d; k < end; k++) into[k] = 0;
    const j = freedoms.joints[d]!;
    if (j < 0) continue;
    for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
      const g = task.goalList[i]!;
      const kind = task.kinds[g]!;
      if (rows[g]! < 0 || kind === GOAL_BALANCE) continue;
      if (kind === GOAL_ORIENTATION || kind === GOAL_AIM) addDirectionRates(motion, finish, ws, g, d, end, y, into);
      else addPointRates(motion, finish, ws, g, d, end, y, into);
    }
  }
}

/** Goal `g` is a point: the freedoms `d` up to `end` of one joint carry it round the joint, or along. */
function addPointRates(
  { turning, moving, axes: axisRates }: Motion,
  { freedoms, rows, roots }: Finish,
  ws: Workspace,
  g: number,
  d: number,
  end: number,
  y: Float64Array,
  into: Float64Array,
): void {
  const { axes } = freedoms;
  const { positions } = ws.now;
  const { points } = ws.effectors;
  const root = roots[g]!;
  const row = rows[g]!;
  const yx = root * y[row]!;
  const yy = root * y[row + 1]!;
  const yz = root * y[row + 2]!;
  const j = freedoms.joints[d]!;
  if (freedoms.displaces[d] === 1) {
    into[d]! += axisRates[3 * d]! * yx + axisRates[3 * d + 1]! * yy + axisRates[3 * d + 2]! * yz;
    return;
  }
  const o = 3 * j;
  const e = 3 * ws.task.joints[g]!;
  const q = 3 * g;
  const x = points[q]!;
  const z = points[q + 2]!;
  const height = points[q + 1]!;
  const fx = x - positions[e]!;
  const fy = height - positions[e + 1]!;
  const fz = z - positions[e + 2]!;
  const vx = moving[e]! + turning[e + 1]! * fz - turning[e + 2]! * fy - moving[o]!;
  const vy = moving[e + 1]! + turning[e + 2]! * fx - turning[e]! * fz - moving[o + 1]!;
  const vz = moving[e + 2]! + turning[e]! * fy - turning[e + 1]! * fx - moving[o + 2]!;
  const ux = x - positions[o]!;
  const uy = height - positions[o + 1]!;
  const uz = z - positions[o + 2]!;
  // y · (ȧ × u) = ȧ · (u × y), y · (a × u̇) = a · (u̇ × y).
  const sx = uy * yz - uz * yy;
  const sy = uz * yx - ux * yz;
  const sz = ux * yy - uy * yx;
  const tx = vy * yz - vz * yy;
  const ty = vz * yx - vx * yz;
  const tz = vx * yy - vy * yx;
  for (let k = d, a = 3 * d; k < end; k++, a += 3) {
    into[k]! +=
      axisRates[a]! * sx +
      axisRates[a + 1]! * sy +
      axisRates[a + 2]! * sz +
      axes[a]! * tx +
      axes[a + 1]! * ty +
      axes[a + 2]! * tz;
  }
}

/** Goal `g` is an orientation, whose columns are λ a, or an aim in the direction f, whose columns are λ a × f. */
function addDirectionRates(
  { turning, axes: axisRates }: Motion,
  { freedoms, rows, roots }: Finish,
  ws: Workspace,
  g: number,
  d: number,
  end: number,
  y: Float64Array,
  into: Float64Array,
): void {
  if (freedoms.displaces[d] === 1) return;
  const { axes } = freedoms;
  const { directions } = ws.effectors;
  const lever = roots[g]! * ws.task.levers[g]!;
  const row = rows[g]!;
  const yx = lever * y[row]!;
  const yy = lever * y[row + 1]!;
  const yz = lever * y[row + 2]!;
  const e = 3 * ws.task.joints[g]!;
  const wx = turning[e]!;
  const wy = turning[e + 1]!;
  const wz = turning[e + 2]!;
  // y · ȧ − y · (w × a) / 2 = ȧ · y + a · (w × y) / 2.
  let sx = yx;
  let sy = yy;
  let sz = yz;
  let tx = (wy * yz - wz * yy) / 2;
  let ty = (wz * yx - wx * yz) / 2;
  let tz = (wx * yy - wy * yx) / 2;
  if (ws.task.kinds[g] === GOAL_AIM) {
    const fx = directions[3 * g]!;
    const fy = directions[3 * g + 1]!;
    const fz = directions[3 * g + 2]!;
    const vx = wy * fz - wz * fy;
    const vy = wz * fx - wx * fz;
    const vz = wx * fy - wy * fx;
    sx = fy * yz - fz * yy;
    sy = fz * yx - fx * yz;
    sz = fx * yy - fy * yx;
    tx = vy * yz - vz * yy;
    ty = vz * yx - vx * yz;
    tz = vx * yy - vy * yx;
  }
  for (let k = d, a = 3 * d; k < end; k++, a += 3) {
    into[k]! +=
      axisRates[a]! * sx +
      axisRates[a + 1]! * sy +
      axisRates[a + 2]! * sz +
      axes[a]! * tx +
      axes[a + 1]! * ty +
      axes[a + 2]! * tz;
  }
}
