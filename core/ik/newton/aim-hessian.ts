import { NO_AIM } from '../../math/tolerances.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { NewtonSystem } from './newton-state.ts';

/**
 * An axis d that should point along n, the unit vector to a target at a distance D from its origin: the cost is λ² (1 − n · d), so that
 * F = −λ² (d − n (n · d)) / D on the origin, M = λ² d × n, with ∂_i d = a_i × d, ∂_i n = (n (n · v_i) − v_i) / D, ∂_i D = −n · v_i.
 */
export function writeAiming(
  { newton, freedoms, rows, roots }: NewtonSystem,
  { task, effectors, now }: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
): void {
  const { motions, forceChanges, width } = newton;
  const { axes, displaces, joints } = freedoms;
  const { points, directions } = effectors;
  const row = rows[g]!;
  const o = 3 * g;
  const lever = roots[g]! * task.levers[g]!;
  const weight = lever * lever;
  let nx = task.targets[o]! - points[o]!;
  let ny = task.targets[o + 1]! - points[o + 1]!;
  let nz = task.targets[o + 2]! - points[o + 2]!;
  const distance = Math.max(NO_AIM, Math.sqrt(nx * nx + ny * ny + nz * nz));
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
    forceChanges[to] = share * (cx - change * nx - along * ex) - nearing * fx + y * fz - z * fy;
    forceChanges[to + 1] = share * (cy - change * ny - along * ey) - nearing * fy + z * fx - x * fz;
    forceChanges[to + 2] = share * (cz - change * nz - along * ez) - nearing * fz + x * fy - y * fx;
    forceChanges[turned] = y * mz - z * my - weight * (cy * nz - cz * ny + dy * ez - dz * ey);
    forceChanges[turned + 1] = z * mx - x * mz - weight * (cz * nx - cx * nz + dz * ex - dx * ez);
    forceChanges[turned + 2] = x * my - y * mx - weight * (cx * ny - cy * nx + dx * ey - dy * ex);
  }
}

/**
 * An axis d under a force f that is given: M = λ d × f, with ∂_i d = a_i × d. How the direction to its target changes is left out: it is little, and
 * on the way to a reference only the speed depends on it.
 */
export function writeAimed(
  { newton, freedoms, rows, roots }: NewtonSystem,
  { task, effectors }: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
): void {
  const { motions, forceChanges, width } = newton;
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
    forceChanges[turned] = y * mz - z * my - (cy * fz - cz * fy);
    forceChanges[turned + 1] = z * mx - x * mz - (cz * fx - cx * fz);
    forceChanges[turned + 2] = x * my - y * mx - (cx * fy - cy * fx);
  }
}
