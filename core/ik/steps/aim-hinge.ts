import { NO_DIRECTION } from '../../math/tolerances.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION, GOAL_POLE, POLE_SHARE } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/**
 * Hinge about world axis h. With A = tr M − hᵀ M h and B = h · Σ w (u × v) the cost over the angle is −(A cos θ + B sin θ):
 * the optimum is θ* = atan2(B, A), and inside a range it is θ* or the end of the range nearer to it, which the clamp finds.
 */
export function aimHinge(ws: Workspace, j: number): boolean {
  const { task, effectors, costWeights, step } = ws;
  const { points, rotations, directions } = effectors;
  const { positions, bases } = ws.now;
  const r = 4 * j;
  const qx = bases[r]!;
  const qy = bases[r + 1]!;
  const qz = bases[r + 2]!;
  const qw = bases[r + 3]!;
  const hx = 2 * (qx * qz + qw * qy);
  const hy = 2 * (qy * qz - qw * qx);
  const hz = 1 - 2 * (qx * qx + qy * qy);
  const px = positions[3 * j]!;
  const py = positions[3 * j + 1]!;
  const pz = positions[3 * j + 2]!;
  let a = 0;
  let b = 0;
  let scale = 0;
  const several = task.goalStart[j + 1]! - task.goalStart[j]! > 1;
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const g = task.goalList[i]!;
    const kind = task.kinds[g]!;
    let weight = costWeights[g]!;
    if (kind === GOAL_POLE) weight = several ? task.weights[g]! * POLE_SHARE : task.weights[g]!;
    if (weight === 0) continue;
    const o = 3 * g;
    if (kind === GOAL_ORIENTATION) {
      const t = task.turns;
      const k = 4 * g;
      const ax = t[k]!;
      const ay = t[k + 1]!;
      const az = t[k + 2]!;
      const aw = t[k + 3]!;
      const bx = -rotations[k]!;
      const by = -rotations[k + 1]!;
      const bz = -rotations[k + 2]!;
      const bw = rotations[k + 3]!;
      const dw = aw * bw - ax * bx - ay * by - az * bz;
      const dh =
        hx * (aw * bx + ax * bw + ay * bz - az * by) +
        hy * (aw * by - ax * bz + ay * bw + az * bx) +
        hz * (aw * bz + ax * by - ay * bx + az * bw);
      // Gain 4 w λ² (cos(θ/2) d_w + sin(θ/2) h·d)², with levers holding λ√2.
      const lever = weight * task.levers[g]! ** 2;
      a += lever * (dw * dw - dh * dh);
      b += lever * 2 * dw * dh;
      scale += lever;
      continue;
    }
    let ux = points[o]! - px;
    let uy = points[o + 1]! - py;
    let uz = points[o + 2]! - pz;
    let vx = task.targets[o]! - px;
    let vy = task.targets[o + 1]! - py;
    let vz = task.targets[o + 2]! - pz;
    if (kind === GOAL_AIM) {
      ux = directions[o]!;
      uy = directions[o + 1]!;
      uz = directions[o + 2]!;
      vx = task.targets[o]! - points[o]!;
      vy = task.targets[o + 1]! - points[o + 1]!;
      vz = task.targets[o + 2]! - points[o + 2]!;
      const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
      if (length < NO_DIRECTION) continue;
      weight *= task.levers[g]! ** 2 / length;
    } else if (kind === GOAL_BALANCE) {
      const { shares, below, wanted } = task.balance;
      const share = shares[j]!;
      ux = share * (below[3 * j]! - px);
      uy = share * (below[3 * j + 1]! - py);
      uz = share * (below[3 * j + 2]! - pz);
      vx = ux + wanted[0]! - points[o]!;
      vy = uy;
      vz = uz + wanted[1]! - points[o + 2]!;
    }
    const uh = ux * hx + uy * hy + uz * hz;
    const vh = vx * hx + vy * hy + vz * hz;
    a += weight * (ux * vx + uy * vy + uz * vz - uh * vh);
    b += weight * (hx * (uy * vz - uz * vy) + hy * (uz * vx - ux * vz) + hz * (ux * vy - uy * vx));
    scale += weight * (Math.abs(ux * vx) + Math.abs(uy * vy) + Math.abs(uz * vz));
  }
  const length = Math.sqrt(a * a + b * b);
  // Nothing to gain: the effector lies on the axis, or the goals cancel.
  if (!(length > 1e-12 * scale) || length < NO_DIRECTION * NO_DIRECTION) return false;
  // (cos θ/2, sin θ/2) is along (length + A, B); at θ = ±π that is (0, 1).
  let c = length + a;
  let s = b;
  if (c < 1e-12 * length) {
    c = 0;
    s = 1;
  }
  const norm = 1 / Math.sqrt(c * c + s * s);
  step[0] = hx * s * norm;
  step[1] = hy * s * norm;
  step[2] = hz * s * norm;
  step[3] = c * norm;
  return true;
}
