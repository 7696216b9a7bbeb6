import { cos, sin } from '../../math/elementary.ts';
import type { Freedoms } from '../jacobian/freedoms.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION, type Task } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { NewtonSystem } from './newton-state.ts';

/** Metres: a target no further than this from the origin of an aim is taken to be as far. */
const NO_DIRECTION = 1e-6;
/** Radians below which x cot x is taken for 1. */
const SMALL = 1e-4;

/** m and b of the freedoms `d` up to `end` for goal `g` under the `forces`, which are what is left where the bends are those `ofCost`. */
export function writeGoalBends(
  system: NewtonSystem,
  ws: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
  ofCost: boolean,
): void {
  const kind = ws.task.kinds[g]!;
  if (kind === GOAL_ORIENTATION) writeTurning(system, g, d, end, size, forces, ofCost);
  else if (kind !== GOAL_AIM) writePulling(system, ws, g, d, end, size, forces, ofCost);
  else if (ofCost) writeAiming(system, ws, g, d, end, size);
  else writeAimed(system, ws, g, d, end, size, forces);
}

/**
 * A point at a distance r from where it should be: F = r, ∂_i F = −v_i, M = 0; a force that is given does not change. The balance is one that is held in the floor only; what its force owes
 * to v_i is left to the ties.
 */
function writePulling(
  { newton, freedoms, columns, rows, roots }: NewtonSystem,
  ws: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
  ofCost: boolean,
): void {
  const { motions, bends, width } = newton;
  const { axes, displaces } = freedoms;
  const row = rows[g]!;
  const isBalance = ws.task.kinds[g] === GOAL_BALANCE;
  const rx = forces[row]!;
  const ry = forces[row + 1]!;
  const rz = forces[row + 2]!;
  const own = ofCost && !isBalance ? 1 : 0;
  for (let k = d; k < end; k++) {
    const from = k * size + row;
    const to = k * width + row;
    const turns = displaces[k] === 0 ? 1 : 0;
    const x = turns * axes[3 * k]!;
    const y = turns * axes[3 * k + 1]!;
    const z = turns * axes[3 * k + 2]!;
    const vx = columns[from]!;
    const vy = isBalance ? roots[g]! * heightOf(freedoms, ws, k) : columns[from + 1]!;
    const vz = columns[from + 2]!;
    motions[to] = vx;
    motions[to + 1] = vy;
    motions[to + 2] = vz;
    bends[to] = own * vx + y * rz - z * ry;
    bends[to + 1] = own * vy + z * rx - x * rz;
    bends[to + 2] = own * vz + x * ry - y * rx;
  }
}

/** Metres that the centre of mass rises by a unit step of a freedom, which the balance itself does not ask for. */
function heightOf({ joints, axes, displaces }: Freedoms, { task, now }: Workspace, d: number): number {
  const j = joints[d]!;
  const { shares, below } = task.balance;
  if (displaces[d] === 1) return (j < 0 ? 1 : shares[j]!) * axes[3 * d + 1]!;
  const x = below[3 * j]! - now.positions[3 * j]!;
  const z = below[3 * j + 2]! - now.positions[3 * j + 2]!;
  return shares[j]! * (axes[3 * d + 2]! * x - axes[3 * d]! * z);
}

/** θ/2 cot θ/2 of an orientation goal that is still to turn by θ, as {@link writeGoalBends} needs it. */
export function turnShare({ rows, roots, right }: NewtonSystem, { levers }: Task, g: number): number {
  const row = rows[g]!;
  const length = Math.sqrt(right[row]! ** 2 + right[row + 1]! ** 2 + right[row + 2]! ** 2);
  const half = Math.min(Math.PI / 2, length / (2 * roots[g]! * levers[g]!));
  return half > SMALL ? (half * cos(half)) / sin(half) : 1;
}

/**
 * A joint that is still to turn by the rotation vector φ = θ n: M = φ, F = 0, −∂_i M = n (n · a) + θ/2 cot θ/2 (a − n (n · a)) + φ × a / 2, the inverse of
 * the right Jacobian of SO(3); all times λ², λ the lever arm. A moment that is given does not change.
 */
function writeTurning(
  { newton, freedoms, columns, rows }: NewtonSystem,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
  ofCost: boolean,
): void {
  const { motions, bends, width, shares } = newton;
  const row = rows[g]!;
  const rx = forces[row]!;
  const ry = forces[row + 1]!;
  const rz = forces[row + 2]!;
  const square = rx * rx + ry * ry + rz * rz;
  const across = ofCost ? shares[row / 3]! : 0;
  const part = ofCost && square > 0 ? (1 - across) / square : 0;
  for (let k = d; k < end; k++) {
    const from = k * size + row;
    const to = k * width + row;
    const turns = freedoms.displaces[k] === 0 ? 0.5 : 0;
    const x = turns * freedoms.axes[3 * k]!;
    const y = turns * freedoms.axes[3 * k + 1]!;
    const z = turns * freedoms.axes[3 * k + 2]!;
    const mx = columns[from]!;
    const my = columns[from + 1]!;
    const mz = columns[from + 2]!;
    const toward = part * (rx * mx + ry * my + rz * mz);
    motions[to] = mx;
    motions[to + 1] = my;
    motions[to + 2] = mz;
    // a × φ of the moment that turns along, less half of it.
    bends[to] = across * mx + toward * rx + y * rz - z * ry;
    bends[to + 1] = across * my + toward * ry + z * rx - x * rz;
    bends[to + 2] = across * mz + toward * rz + x * ry - y * rx;
  }
}

/**
 * An axis d that should point along n, the unit vector to a target at a distance D from its origin: the cost is λ² (1 − n · d), so that
 * F = −λ² (d − n (n · d)) / D on the origin, M = λ² d × n, with ∂_i d = a_i × d, ∂_i n = (n (n · v_i) − v_i) / D, ∂_i D = −n · v_i.
 */
function writeAiming(
  { newton, freedoms, rows, roots }: NewtonSystem,
  { task, effectors, now }: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
): void {
  const { motions, bends, width } = newton;
  const { axes, displaces, joints } = freedoms;
  const { points, directions } = effectors;
  const row = rows[g]!;
  const o = 3 * g;
  const lever = roots[g]! * task.levers[g]!;
  const weight = lever * lever;
  let nx = task.targets[o]! - points[o]!;
  let ny = task.targets[o + 1]! - points[o + 1]!;
  let nz = task.targets[o + 2]! - points[o + 2]!;
  const distance = Math.max(NO_DIRECTION, Math.sqrt(nx * nx + ny * ny + nz * nz));
  nx /= distance;
  ny /= distance;
  nz /= distance;
  const dx = directions[o]!;
  const dy = directions[o + 1]!;
  const dz = directions[o + 2]!;
  const along = nx * dx + ny * dy + nz * dz;
  const share = weight / distance;
  const fx = share * (along * nx - dx);
  const fy = share * (along * ny - dy);
  const fz = share * (along * nz - dz);
  const mx = weight * (dy * nz - dz * ny);
  const my = weight * (dz * nx - dx * nz);
  const mz = weight * (dx * ny - dy * nx);
  for (let k = d; k < end; k++) {
    const to = k * width + row;
    const turned = to + size;
    const turns = displaces[k] === 0 ? 1 : 0;
    const x = turns * axes[3 * k]!;
    const y = turns * axes[3 * k + 1]!;
    const z = turns * axes[3 * k + 2]!;
    let vx = axes[3 * k]!;
    let vy = axes[3 * k + 1]!;
    let vz = axes[3 * k + 2]!;
    if (turns === 1) {
      const p = 3 * joints[k]!;
      const ux = points[o]! - now.positions[p]!;
      const uy = points[o + 1]! - now.positions[p + 1]!;
      const uz = points[o + 2]! - now.positions[p + 2]!;
      vx = y * uz - z * uy;
      vy = z * ux - x * uz;
      vz = x * uy - y * ux;
    }
    const nearing = (nx * vx + ny * vy + nz * vz) / distance;
    // ∂n and ∂d, and what they make of n · d.
    const ex = nearing * nx - vx / distance;
    const ey = nearing * ny - vy / distance;
    const ez = nearing * nz - vz / distance;
    const cx = y * dz - z * dy;
    const cy = z * dx - x * dz;
    const cz = x * dy - y * dx;
    const change = ex * dx + ey * dy + ez * dz + nx * cx + ny * cy + nz * cz;
    motions[to] = vx;
    motions[to + 1] = vy;
    motions[to + 2] = vz;
    motions[turned] = x;
    motions[turned + 1] = y;
    motions[turned + 2] = z;
    bends[to] = share * (cx - change * nx - along * ex) - nearing * fx + y * fz - z * fy;
    bends[to + 1] = share * (cy - change * ny - along * ey) - nearing * fy + z * fx - x * fz;
    bends[to + 2] = share * (cz - change * nz - along * ez) - nearing * fz + x * fy - y * fx;
    bends[turned] = y * mz - z * my - weight * (cy * nz - cz * ny + dy * ez - dz * ey);
    bends[turned + 1] = z * mx - x * mz - weight * (cz * nx - cx * nz + dz * ex - dx * ez);
    bends[turned + 2] = x * my - y * mx - weight * (cx * ny - cy * nx + dx * ey - dy * ex);
  }
}

/**
 * An axis d under a force f that is given: M = λ d × f, with ∂_i d = a_i × d. How the direction to its target changes is left out: it is little, and on
 * the way to a reference only the speed depends on it.
 */
function writeAimed(
  { newton, freedoms, rows, roots }: NewtonSystem,
  { task, effectors }: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
): void {
  const { motions, bends, width } = newton;
  const { axes, displaces } = freedoms;
  const row = rows[g]!;
  const lever = roots[g]! * task.levers[g]!;
  const fx = lever * forces[row]!;
  const fy = lever * forces[row + 1]!;
  const fz = lever * forces[row + 2]!;
  const dx = effectors.directions[3 * g]!;
  const dy = effectors.directions[3 * g + 1]!;
  const dz = effectors.directions[3 * g + 2]!;
  const mx = dy * fz - dz * fy;
  const my = dz * fx - dx * fz;
  const mz = dx * fy - dy * fx;
  for (let k = d; k < end; k++) {
    const turned = k * width + size + row;
    const turns = displaces[k] === 0 ? 1 : 0;
    const x = turns * axes[3 * k]!;
    const y = turns * axes[3 * k + 1]!;
    const z = turns * axes[3 * k + 2]!;
    const cx = y * dz - z * dy;
    const cy = z * dx - x * dz;
    const cz = x * dy - y * dx;
    motions[turned] = x;
    motions[turned + 1] = y;
    motions[turned + 2] = z;
    bends[turned] = y * mz - z * my - (cy * fz - cz * fy);
    bends[turned + 1] = z * mx - x * mz - (cz * fx - cx * fz);
    bends[turned + 2] = x * my - y * mx - (cx * fy - cy * fx);
  }
}
