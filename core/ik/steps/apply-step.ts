import { holdDriven, resolveDriven } from '../mechanism/coupling.ts';
import { writeAngle, writeSineCosine } from '../../math/elementary.ts';
import { STEP_ROUNDING } from '../../math/tolerances.ts';
import { clampRotation, TWIST_CLAMPED } from '../../skeleton/clamp-rotation.ts';
import { KIND_FREE } from '../../skeleton/limit-table.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** Sines of half an angle below which a step that keeps being too long for its limit is not made. */
const LEAST_STEP = 1e-5;

/** Scales, limits and applies the world rotation in `ws.step` to joint `j` and to the effectors below it. */
export function applyStep(ws: Workspace, j: number): void {
  const { step, now, mechanism } = ws;
  const { rotations, bases } = now;
  const softness = ws.task.mobility[j]!;
  if (softness !== 1 || ws.damping !== 1 || ws.maxStep < Math.PI || ws.comfort > 0) scaleStep(ws, j);
  let sx = step[0]!;
  let sy = step[1]!;
  let sz = step[2]!;
  let sw = step[3]!;
  const r = 4 * j;
  const lx = rotations[r]!;
  const ly = rotations[r + 1]!;
  const lz = rotations[r + 2]!;
  const lw = rotations[r + 3]!;
  const gx = bases[r]!;
  const gy = bases[r + 1]!;
  const gz = bases[r + 2]!;
  const gw = bases[r + 3]!;
  // The step seen in the base G, in which the joint turns: conj(G) · step · G turns the vector part back.
  const tx = 2 * (gz * sy - gy * sz);
  const ty = 2 * (gx * sz - gz * sx);
  const tz = 2 * (gy * sx - gx * sy);
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
  if (mechanism.limits.kinds[j] !== KIND_FREE) {
    const { before, after } = ws;
    before[0] = lx;
    before[1] = ly;
    before[2] = lz;
    before[3] = lw;
    after[0] = nx;
    after[1] = ny;
    after[2] = nz;
    after[3] = nw;
    clamped = limitStep(ws, j);
    if (clamped !== 0) {
      nx = after[0]!;
      ny = after[1]!;
      nz = after[2]!;
      nw = after[3]!;
      writeKept(after, before, bases, r);
      sx = before[0]!;
      sy = before[1]!;
      sz = before[2]!;
      sw = before[3]!;
    }
  }
  let half = Math.sqrt(sx * sx + sy * sy + sz * sz);
  // Near half a turn of swing the way back to the limit may be far longer than the step was.
  if (clamped !== 0 && ws.maxStep < Math.PI) {
    ws.clamp[0] = ws.maxStep / 2;
    writeSineCosine(ws.clamp, 0);
    if (half > STEP_ROUNDING * ws.clamp[0]) {
      if (halveStep(step)) {
        applyStep(ws, j);
        return;
      }
      half = 0;
    }
  }
  ws.stepSize = 2 * half;
  if (half === 0) {
    resolveDriven(ws, j);
    return;
  }
  rotations[r] = nx;
  rotations[r + 1] = ny;
  rotations[r + 2] = nz;
  rotations[r + 3] = nw;
  ws.moved[j] = 1;
  carryEffectors(ws, j, clamped === 0 ? step : ws.before);
}

/** Brings the rotation `ws.after` of a joint that comes from `ws.before` inside its limit, and inside those it drives; tells what was clamped. */
function limitStep(ws: Workspace, j: number): number {
  const clamped = clampRotation(ws.mechanism.limits, j, ws.after, ws.before, 0, ws.clamp);
  if (!holdDriven(ws, j, ws.before, ws.after)) return clamped;
  ws.held = true;
  return TWIST_CLAMPED;
}

/** Writes over l, in `before`, what a limit has left of the step that led from there to l' in `after`: D = G · l' · conj(l) · conj(G). */
function writeKept(after: Float64Array, before: Float64Array, bases: Float64Array, r: number): void {
  const lx = before[0]!;
  const ly = before[1]!;
  const lz = before[2]!;
  const lw = before[3]!;
  const nx = after[0]!;
  const ny = after[1]!;
  const nz = after[2]!;
  const nw = after[3]!;
  const gx = bases[r]!;
  const gy = bases[r + 1]!;
  const gz = bases[r + 2]!;
  const gw = bases[r + 3]!;
  const ex = nx * lw - nw * lx - ny * lz + nz * ly;
  const ey = ny * lw - nw * ly - nz * lx + nx * lz;
  const ez = nz * lw - nw * lz - nx * ly + ny * lx;
  const tx = 2 * (gy * ez - gz * ey);
  const ty = 2 * (gz * ex - gx * ez);
  const tz = 2 * (gx * ey - gy * ex);
  before[0] = ex + gw * tx + gy * tz - gz * ty;
  before[1] = ey + gw * ty + gz * tx - gx * tz;
  before[2] = ez + gw * tz + gx * ty - gy * tx;
  before[3] = nw * lw + nx * lx + ny * ly + nz * lz;
}

/** Halves the angle of the step; false when hardly anything is left of it. */
function halveStep(step: Float64Array): boolean {
  const sign = step[3]! < 0 ? -1 : 1;
  // cos(θ/4) from cos(θ/2), and sin(θ/4) / sin(θ/2) = 1 / (2 cos(θ/4)).
  const cosine = Math.sqrt((1 + sign * step[3]!) / 2);
  const factor = sign / (2 * cosine);
  step[0]! *= factor;
  step[1]! *= factor;
  step[2]! *= factor;
  step[3] = cosine;
  return Math.abs(step[0]!) + Math.abs(step[1]!) + Math.abs(step[2]!) > LEAST_STEP;
}

/** Damping, stiffness, comfort and the largest step, as factors on the angle of `ws.step`. */
function scaleStep(ws: Workspace, j: number): void {
  const { step } = ws;
  const softness = ws.task.mobility[j]!;
  measureComfort(ws, j);
  const comfort = ws.measured;
  const x = step[0]!;
  const y = step[1]!;
  const z = step[2]!;
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return;
  const sign = step[3]! < 0 ? -1 : 1;
  step[1] = sine;
  step[2] = sign * step[3]!;
  writeAngle(step, 1);
  const angle = 2 * step[1];
  const scaled = Math.min(Math.max(0, angle - comfort) * ws.damping * softness, ws.maxStep);
  step[2] = scaled / 2;
  writeSineCosine(step, 2);
  const factor = (sign * step[2]) / sine;
  step[0] = x * factor;
  step[1] = y * factor;
  step[2] = z * factor;
}

/**
 * Measures the radians of comfort that joint `j` may leave to those that are visited after it. Of a chain of n equal links, the i-th to be visited leaves the
 * effector (n − i) / (n − 1) of the distance that the first leaves it, so that each does as much of what is left to share; as an angle that is the
 * less, the further the effector is from the joint. The last must close what the others leave.
 */
function measureComfort(ws: Workspace, j: number): void {
  const { mechanism, task, comesFromRoot, comfort } = ws;
  const links = Math.max(1, task.deepest);
  const below = task.deepest - mechanism.depths[j]!;
  const share = comesFromRoot ? (below / links) * ((links + 1) / (below + 1)) : (1 - below / links) / (below + 1);
  ws.measured = comfort > 0 ? comfort * share : 0;
}

/** Turns the effectors that joint `j` moves by the world rotation `turn` about it. */
function carryEffectors(ws: Workspace, j: number, turn: Float64Array): void {
  const sx = turn[0]!;
  const sy = turn[1]!;
  const sz = turn[2]!;
  const sw = turn[3]!;
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
