import { ADDED, addPair, addRotation, bestRotation } from '../../math/alignment.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION, GOAL_POLE, POLE_SHARE } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** Several goals at a ball joint: Davenport's matrix over all their pairs. */
export function alignBall(ws: Workspace, j: number): boolean {
  const { task, effectors, alignment, costWeights } = ws;
  const { points, rotations, directions } = effectors;
  const { positions } = ws.now;
  const px = positions[3 * j]!;
  const py = positions[3 * j + 1]!;
  const pz = positions[3 * j + 2]!;
  alignment.fill(0);
  const several = task.goalStart[j + 1]! - task.goalStart[j]! > 1;
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const g = task.goalList[i]!;
    const kind = task.kinds[g]!;
    let weight = costWeights[g]!;
    if (kind === GOAL_POLE) weight = several ? task.weights[g]! * POLE_SHARE : task.weights[g]!;
    if (weight === 0) continue;
    const o = 3 * g;
    if (kind === GOAL_ORIENTATION) {
      const { turns } = task;
      const r = 4 * g;
      // d = wanted · conj(present); three axis pairs of length λ add 4 w λ² d dᵀ, and levers hold λ√2.
      const ax = turns[r]!;
      const ay = turns[r + 1]!;
      const az = turns[r + 2]!;
      const aw = turns[r + 3]!;
      const bx = -rotations[r]!;
      const by = -rotations[r + 1]!;
      const bz = -rotations[r + 2]!;
      const bw = rotations[r + 3]!;
      alignment[ADDED] = 2 * weight * task.levers[g]! ** 2;
      alignment[ADDED + 1] = aw * bx + ax * bw + ay * bz - az * by;
      alignment[ADDED + 2] = aw * by - ax * bz + ay * bw + az * bx;
      alignment[ADDED + 3] = aw * bz + ax * by - ay * bx + az * bw;
      alignment[ADDED + 4] = aw * bw - ax * bx - ay * by - az * bz;
      addRotation(alignment);
      continue;
    }
    let ux = points[o]! - px;
    let uy = points[o + 1]! - py;
    let uz = points[o + 2]! - pz;
    let vx = task.targets[o]! - px;
    let vy = task.targets[o + 1]! - py;
    let vz = task.targets[o + 2]! - pz;
    if (kind === GOAL_AIM) {
      const wx = task.targets[o]! - points[o]!;
      const wy = task.targets[o + 1]! - points[o + 1]!;
      const wz = task.targets[o + 2]! - points[o + 2]!;
      const length = Math.sqrt(wx * wx + wy * wy + wz * wz);
      if (length < NO_DIRECTION) continue;
      weight *= task.levers[g]! ** 2;
      ux = directions[o]!;
      uy = directions[o + 1]!;
      uz = directions[o + 2]!;
      vx = wx / length;
      vy = wy / length;
      vz = wz / length;
    } else if (kind === GOAL_BALANCE) {
      // The part of the body below the joint moves rigidly: u = μ (c_below − p), v = u + (wanted − present centre).
      const { shares, below, wanted } = task.balance;
      const share = shares[j]!;
      ux = share * (below[3 * j]! - px);
      uy = share * (below[3 * j + 1]! - py);
      uz = share * (below[3 * j + 2]! - pz);
      vx = ux + wanted[0]! - points[o]!;
      vy = uy;
      vz = uz + wanted[1]! - points[o + 2]!;
    }
    alignment[ADDED] = weight;
    alignment[ADDED + 1] = ux;
    alignment[ADDED + 2] = uy;
    alignment[ADDED + 3] = uz;
    alignment[ADDED + 4] = vx;
    alignment[ADDED + 5] = vy;
    alignment[ADDED + 6] = vz;
    addPair(alignment);
  }
  return bestRotation(alignment, ws.step) && ws.step[3]! < 1;
}
