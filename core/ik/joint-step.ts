import { addPair, addRotation, bestRotation } from '../math/alignment.ts';
import { NO_DIRECTION } from '../math/tolerances.ts';
import { clampRotation, TWIST_CLAMPED } from '../skeleton/clamp-rotation.ts';
import { KIND_FREE, KIND_HINGE, KIND_SLIDE, LIMIT_STRIDE, TWIST_HALF, TWIST_MIDDLE } from '../skeleton/limit-table.ts';
import { holdDriven } from './coupled-limits.ts';
import { recordRoot, recordRotation, recordSlide } from './trace.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION, GOAL_POLE } from './task.ts';
import type { Workspace } from './workspace.ts';

/** Share of a goal's weight that a pole has at a joint that other goals move too: it decides among their solutions only. */
const POLE_SHARE = 1e-4;

/**
 * The one mechanism: turns joint `j` to the rotation that serves all goals below it best, inside its limit, and carries their effectors along.
 *
 * Every goal gives weighted pairs (u, v) that the joint's world rotation R should align: minimise Σ w |R u − v|². Returns the angle
 * of the step in radians (metres for a sliding joint). The joint's own frame and position must be up to date; those below go stale.
 */
export function stepJoint(ws: Workspace, j: number): number {
  ws.updates++;
  const kind = ws.mechanism.limits.kinds[j]!;
  if (kind === KIND_SLIDE) return slideJoint(ws, j);
  const { task } = ws;
  const first = task.goalStart[j]!;
  const found =
    kind === KIND_HINGE
      ? aimHinge(ws, j)
      : task.goalStart[j + 1]! - first === 1 && task.kinds[task.goalList[first]!] === 0
        ? shortestStep(ws, j, task.goalList[first]!)
        : alignBall(ws, j);
  return found ? applyStep(ws, j) : 0;
}

/** One position goal at a ball joint: the shortest arc from u to v, (u × v, |u||v| + u·v) normalised. */
function shortestStep(ws: Workspace, j: number, g: number): boolean {
  const { positions } = ws.now;
  const { points } = ws.effectors;
  const { targets } = ws.task;
  const { step } = ws;
  const p = 3 * j;
  const o = 3 * g;
  const px = positions[p]!;
  const py = positions[p + 1]!;
  const pz = positions[p + 2]!;
  const ux = points[o]! - px;
  const uy = points[o + 1]! - py;
  const uz = points[o + 2]! - pz;
  const vx = targets[o]! - px;
  const vy = targets[o + 1]! - py;
  const vz = targets[o + 2]! - pz;
  const lengths = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  // Effector or target on the joint: no direction to turn to.
  if (lengths < NO_DIRECTION * NO_DIRECTION) return false;
  const w = lengths + ux * vx + uy * vy + uz * vz;
  // Special case for u ≅ −v: the axis is undefined.
  if (w < 1e-12 * lengths) return turnBack(ws, j, ux, uy, uz);
  // General case.
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const norm = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  step[0] = x * norm;
  step[1] = y * norm;
  step[2] = z * norm;
  step[3] = w * norm;
  return true;
}

/**
 * Half a turn for u that must point the opposite way, about the axis of the joint's limit frame that is most perpendicular to u: a fixed
 * choice, so the same input bends the same way.
 */
function turnBack(ws: Workspace, j: number, ux: number, uy: number, uz: number): boolean {
  const { frames } = ws.now;
  const { step } = ws;
  const r = 4 * j;
  const qx = frames[r]!;
  const qy = frames[r + 1]!;
  const qz = frames[r + 2]!;
  const qw = frames[r + 3]!;
  const axes = [
    [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz), 2 * (qx * qz - qw * qy)],
    [2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qw * qx)],
    [2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx * qx + qy * qy)],
  ] as const;
  const square = ux * ux + uy * uy + uz * uz;
  let best: readonly [number, number, number] = axes[0];
  let least = Infinity;
  for (const axis of axes) {
    const along = Math.abs(axis[0] * ux + axis[1] * uy + axis[2] * uz);
    if (along < least - 1e-9) {
      least = along;
      best = axis;
    }
  }
  const along = (best[0] * ux + best[1] * uy + best[2] * uz) / square;
  const x = best[0] - along * ux;
  const y = best[1] - along * uy;
  const z = best[2] - along * uz;
  const norm = Math.sqrt(x * x + y * y + z * z);
  step[0] = x / norm;
  step[1] = y / norm;
  step[2] = z / norm;
  step[3] = 0;
  return true;
}

/** Several goals at a ball joint: Davenport's matrix over all their pairs. */
function alignBall(ws: Workspace, j: number): boolean {
  const { task, effectors, alignment, pull } = ws;
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
    let weight = pull[g]!;
    if (kind === GOAL_POLE) weight = several ? task.weights[g]! * POLE_SHARE : task.weights[g]!;
    if (weight === 0) continue;
    const o = 3 * g;
    if (kind === GOAL_ORIENTATION) {
      addWantedTurn(ws, g, weight);
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
    addPair(alignment, weight, ux, uy, uz, vx, vy, vz);
  }
  return bestRotation(alignment, ws.step) && ws.step[3]! < 1;
  function addWantedTurn(space: Workspace, g: number, weight: number): void {
    const t = space.task.turns;
    const i = 4 * g;
    // d = wanted · conj(present); three axis pairs of length λ add 4 w λ² d dᵀ, and levers hold λ√2.
    const ax = t[i]!;
    const ay = t[i + 1]!;
    const az = t[i + 2]!;
    const aw = t[i + 3]!;
    const bx = -rotations[i]!;
    const by = -rotations[i + 1]!;
    const bz = -rotations[i + 2]!;
    const bw = rotations[i + 3]!;
    addRotation(
      alignment,
      2 * weight * space.task.levers[g]! ** 2,
      aw * bx + ax * bw + ay * bz - az * by,
      aw * by - ax * bz + ay * bw + az * bx,
      aw * bz + ax * by - ay * bx + az * bw,
      aw * bw - ax * bx - ay * by - az * bz,
    );
  }
}

/**
 * Hinge about world axis h. With A = tr M − hᵀ M h and B = h · Σ w (u × v) the cost over the angle is −(A cos θ + B sin θ):
 * the optimum is θ* = atan2(B, A), and inside a range it is θ* or the end of the range nearer to it, which the clamp finds.
 */
function aimHinge(ws: Workspace, j: number): boolean {
  const { task, effectors, pull, step } = ws;
  const { points, rotations, directions } = effectors;
  const { positions, frames } = ws.now;
  const r = 4 * j;
  const qx = frames[r]!;
  const qy = frames[r + 1]!;
  const qz = frames[r + 2]!;
  const qw = frames[r + 3]!;
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
    let weight = pull[g]!;
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

/** Turns hinge `j` by `angle` radians, inside its limit; returns the angle made. */
export function turnHinge(ws: Workspace, j: number, angle: number): number {
  const { frames } = ws.now;
  const { step } = ws;
  const r = 4 * j;
  const sine = Math.sin(angle / 2);
  step[0] = 2 * (frames[r]! * frames[r + 2]! + frames[r + 3]! * frames[r + 1]!) * sine;
  step[1] = 2 * (frames[r + 1]! * frames[r + 2]! - frames[r + 3]! * frames[r]!) * sine;
  step[2] = (1 - 2 * (frames[r]! ** 2 + frames[r + 1]! ** 2)) * sine;
  step[3] = Math.cos(angle / 2);
  ws.updates++;
  return applyStep(ws, j);
}

/** Scales, limits and applies the world rotation in `ws.step` to joint `j` and to the effectors below it; returns its angle. */
function applyStep(ws: Workspace, j: number): number {
  const { step, now, mechanism } = ws;
  const { rotations, frames } = now;
  const softness = 1 - mechanism.skeleton.stiffness[j]!;
  if (softness !== 1 || ws.damping !== 1 || ws.maxStep < Math.PI || ws.comfort > 0) scaleStep(ws, j, softness);
  let sx = step[0]!;
  let sy = step[1]!;
  let sz = step[2]!;
  let sw = step[3]!;
  const r = 4 * j;
  const fx = frames[r]!;
  const fy = frames[r + 1]!;
  const fz = frames[r + 2]!;
  const fw = frames[r + 3]!;
  const lx = rotations[r]!;
  const ly = rotations[r + 1]!;
  const lz = rotations[r + 2]!;
  const lw = rotations[r + 3]!;
  // The frame the joint turns in: G = F · conj(l).
  const gx = fx * lw - fw * lx - fy * lz + fz * ly;
  const gy = fy * lw - fw * ly - fz * lx + fx * lz;
  const gz = fz * lw - fw * lz - fx * ly + fy * lx;
  const gw = fw * lw + fx * lx + fy * ly + fz * lz;
  // The step seen in it: conj(G) · step · G turns the vector part back.
  let tx = 2 * (gz * sy - gy * sz);
  let ty = 2 * (gx * sz - gz * sx);
  let tz = 2 * (gy * sx - gx * sy);
  const dx = sx + gw * tx - gy * tz + gz * ty;
  const dy = sy + gw * ty - gz * tx + gx * tz;
  const dz = sz + gw * tz - gx * ty + gy * tx;
  // l' = step · l, renormalised.
  let nx = sw * lx + dx * lw + dy * lz - dz * ly;
  let ny = sw * ly - dx * lz + dy * lw + dz * lx;
  let nz = sw * lz + dx * ly - dy * lx + dz * lw;
  let nw = sw * lw - dx * lx - dy * ly - dz * lz;
  const norm = 1.5 - 0.5 * (nx * nx + ny * ny + nz * nz + nw * nw);
  nx *= norm;
  ny *= norm;
  nz *= norm;
  nw *= norm;
  let clamped = 0;
  if (mechanism.limits.kinds[j] !== KIND_FREE || ws.trace !== null) {
    const after = ws.after;
    const before = ws.before;
    before[0] = lx;
    before[1] = ly;
    before[2] = lz;
    before[3] = lw;
    after[0] = nx;
    after[1] = ny;
    after[2] = nz;
    after[3] = nw;
    clamped = clampRotation(mechanism.limits, j, after, before, 0, ws.clamp);
    if (mechanism.limits.couplings !== null && holdDriven(ws, j, before, after)) clamped = TWIST_CLAMPED;
    if (clamped !== 0) {
      nx = after[0]!;
      ny = after[1]!;
      nz = after[2]!;
      nw = after[3]!;
      // What is left of the step: D = G · l' · conj(l) · conj(G).
      const ex = nx * lw - nw * lx - ny * lz + nz * ly;
      const ey = ny * lw - nw * ly - nz * lx + nx * lz;
      const ez = nz * lw - nw * lz - nx * ly + ny * lx;
      sw = nw * lw + nx * lx + ny * ly + nz * lz;
      tx = 2 * (gy * ez - gz * ey);
      ty = 2 * (gz * ex - gx * ez);
      tz = 2 * (gx * ey - gy * ex);
      sx = ex + gw * tx + gy * tz - gz * ty;
      sy = ey + gw * ty + gz * tx - gx * tz;
      sz = ez + gw * tz + gx * ty - gy * tx;
    }
  }
  const half = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (half === 0) return 0;
  rotations[r] = nx;
  rotations[r + 1] = ny;
  rotations[r + 2] = nz;
  rotations[r + 3] = nw;
  ws.moved[j] = 1;
  if (ws.trace !== null) recordRotation(ws.trace, j, ws.before, 0, rotations, r, clamped !== 0);
  carryEffectors(ws, j, sx, sy, sz, sw);
  return half < 0.1 ? 2 * half : 2 * Math.atan2(half, Math.abs(sw));
}

/** Damping, stiffness, comfort and the largest step, as factors on the angle of `ws.step`. */
function scaleStep(ws: Workspace, j: number, softness: number): void {
  const { step, task } = ws;
  // Joints near the effector are content earliest; the first of the chain must close what the others leave.
  const comfort = (ws.comfort * j) / Math.max(1, task.active[task.activeCount - 1]!);
  const x = step[0]!;
  const y = step[1]!;
  const z = step[2]!;
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return;
  const sign = step[3]! < 0 ? -1 : 1;
  const angle = 2 * Math.atan2(sine, sign * step[3]!);
  const scaled = Math.min(Math.max(0, angle - comfort) * ws.damping * softness, ws.maxStep);
  const factor = (sign * Math.sin(scaled / 2)) / sine;
  step[0] = x * factor;
  step[1] = y * factor;
  step[2] = z * factor;
  step[3] = Math.cos(scaled / 2);
}

/** Turns the effectors that joint `j` moves by the world rotation (sx, sy, sz, sw) about it. */
function carryEffectors(ws: Workspace, j: number, sx: number, sy: number, sz: number, sw: number): void {
  const { task, effectors } = ws;
  const { points, rotations, directions } = effectors;
  const { positions } = ws.now;
  const px = positions[3 * j]!;
  const py = positions[3 * j + 1]!;
  const pz = positions[3 * j + 2]!;
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const g = task.goalList[i]!;
    const kind = task.kinds[g]!;
    if (kind === GOAL_ORIENTATION) {
      const k = 4 * g;
      const bx = rotations[k]!;
      const by = rotations[k + 1]!;
      const bz = rotations[k + 2]!;
      const bw = rotations[k + 3]!;
      rotations[k] = sw * bx + sx * bw + sy * bz - sz * by;
      rotations[k + 1] = sw * by - sx * bz + sy * bw + sz * bx;
      rotations[k + 2] = sw * bz + sx * by - sy * bx + sz * bw;
      rotations[k + 3] = sw * bw - sx * bx - sy * by - sz * bz;
      continue;
    }
    const o = 3 * g;
    const balance = kind === GOAL_BALANCE;
    const share = balance ? task.balance.shares[j]! : 1;
    const from = balance ? task.balance.below : points;
    const at = balance ? 3 * j : o;
    const x = from[at]! - px;
    const y = from[at + 1]! - py;
    const z = from[at + 2]! - pz;
    let tx = 2 * (sy * z - sz * y);
    let ty = 2 * (sz * x - sx * z);
    let tz = 2 * (sx * y - sy * x);
    points[o]! += share * (sw * tx + sy * tz - sz * ty);
    points[o + 1]! += share * (sw * ty + sz * tx - sx * tz);
    points[o + 2]! += share * (sw * tz + sx * ty - sy * tx);
    if (kind === GOAL_AIM) {
      const ax = directions[o]!;
      const ay = directions[o + 1]!;
      const az = directions[o + 2]!;
      tx = 2 * (sy * az - sz * ay);
      ty = 2 * (sz * ax - sx * az);
      tz = 2 * (sx * ay - sy * ax);
      directions[o] = ax + sw * tx + sy * tz - sz * ty;
      directions[o + 1] = ay + sw * ty + sz * tx - sx * tz;
      directions[o + 2] = az + sw * tz + sx * ty - sy * tx;
    }
  }
}

/** A joint that slides along world axis h: the weighted mean of what is left, along h, clamped to its range. */
function slideJoint(ws: Workspace, j: number): number {
  const { task, effectors, pull, now } = ws;
  const { frames, slides } = now;
  const r = 4 * j;
  const hx = 2 * (frames[r]! * frames[r + 2]! + frames[r + 3]! * frames[r + 1]!);
  const hy = 2 * (frames[r + 1]! * frames[r + 2]! - frames[r + 3]! * frames[r]!);
  const hz = 1 - 2 * (frames[r]! ** 2 + frames[r + 1]! ** 2);
  const { points } = effectors;
  let sum = 0;
  let weights = 0;
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const g = task.goalList[i]!;
    const kind = task.kinds[g]!;
    if (pull[g] === 0 || kind === GOAL_ORIENTATION || kind === GOAL_AIM || kind === GOAL_POLE) continue;
    const o = 3 * g;
    const balance = kind === GOAL_BALANCE;
    const share = balance ? task.balance.shares[j]! : 1;
    const x = (balance ? task.balance.wanted[0]! : task.targets[o]!) - points[o]!;
    const y = balance ? 0 : task.targets[o + 1]! - points[o + 1]!;
    const z = (balance ? task.balance.wanted[1]! : task.targets[o + 2]!) - points[o + 2]!;
    sum += pull[g]! * share * (x * hx + y * hy + z * hz);
    weights += pull[g]! * share * share;
  }
  if (weights === 0) return 0;
  const row = LIMIT_STRIDE * j;
  const middle = ws.mechanism.limits.numbers[row + TWIST_MIDDLE]!;
  const half = ws.mechanism.limits.numbers[row + TWIST_HALF]!;
  const softness = (1 - ws.mechanism.skeleton.stiffness[j]!) * ws.damping;
  const wanted = slides[j]! + (sum / weights) * softness;
  const next = Math.max(middle - half, Math.min(middle + half, wanted));
  const move = next - slides[j]!;
  if (move === 0) return 0;
  slides[j] = next;
  ws.moved[j] = 1;
  if (ws.trace !== null) recordSlide(ws.trace, j, next - move, next, next !== wanted);
  shiftPoints(ws, j, move * hx, move * hy, move * hz);
  return Math.abs(move);
}

function shiftPoints(ws: Workspace, j: number, x: number, y: number, z: number): void {
  const { task } = ws;
  const { points } = ws.effectors;
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const g = task.goalList[i]!;
    if (task.kinds[g] === GOAL_ORIENTATION) continue;
    const share = task.kinds[g] === GOAL_BALANCE ? task.balance.shares[j]! : 1;
    points[3 * g]! += share * x;
    points[3 * g + 1]! += share * y;
    points[3 * g + 2]! += share * z;
  }
}

/** The root translation: the weighted mean of all that is left, times its mobility (1 − stiffness). Returns metres moved. */
export function stepRoot(ws: Workspace): number {
  const { task, effectors, pull, now } = ws;
  const { points } = effectors;
  let x = 0;
  let y = 0;
  let z = 0;
  let weights = 0;
  for (let g = 0; g < task.count; g++) {
    const kind = task.kinds[g]!;
    if (pull[g] === 0 || task.rooted[g] === 0 || kind === GOAL_ORIENTATION || kind === GOAL_AIM || kind === GOAL_POLE) continue;
    const o = 3 * g;
    const balance = kind === GOAL_BALANCE;
    x += pull[g]! * ((balance ? task.balance.wanted[0]! : task.targets[o]!) - points[o]!);
    y += balance ? 0 : pull[g]! * (task.targets[o + 1]! - points[o + 1]!);
    z += pull[g]! * ((balance ? task.balance.wanted[1]! : task.targets[o + 2]!) - points[o + 2]!);
    weights += pull[g]!;
  }
  if (weights === 0) return 0;
  const factor = ws.rootMobility / weights;
  if (ws.trace !== null) {
    const before: [number, number, number] = [now.root[0]!, now.root[1]!, now.root[2]!];
    recordRoot(ws.trace, before, [before[0] + x * factor, before[1] + y * factor, before[2] + z * factor]);
  }
  now.root[0]! += x * factor;
  now.root[1]! += y * factor;
  now.root[2]! += z * factor;
  ws.updates++;
  return Math.sqrt(x * x + y * y + z * z) * factor;
}
