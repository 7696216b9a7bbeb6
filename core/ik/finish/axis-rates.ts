import { KIND_CONE } from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { CONE_STRIDE, type Freedoms } from './freedoms.ts';
import { endOfJoint } from './linearize.ts';

/** How joints and axes move while the freedoms move at given rates: what the effectors' second derivatives are made of. */
export interface Motion {
  /** 3 × joints, world: angular velocity of the joint's frame, and velocity of its origin, without the root's displacement. */
  readonly turning: Float64Array;
  readonly moving: Float64Array;
  /** 3 × freedoms, world: how each one's axis changes; the root translation's do not, and are not written. */
  readonly axes: Float64Array;
}

/** Room for the motion of so many joints. */
export function createMotion(joints: number): Motion {
  return {
    turning: new Float64Array(3 * joints),
    moving: new Float64Array(3 * joints),
    axes: new Float64Array(9 * joints + 9),
  };
}

/** Fills the motion of the active joints and of all axes, for freedoms that move at `rates` (radians or metres each). */
export function writeMotion(motion: Motion, ws: Workspace, freedoms: Freedoms, rates: Float64Array): void {
  const { count, joints } = freedoms;
  let d = count > 0 && joints[0]! < 0 ? endOfJoint(freedoms, 0) : 0;
  for (let i = 0; i < ws.task.activeCount; i++) {
    const j = ws.task.active[i]!;
    carry(motion, ws, j);
    if (d < count && joints[d] === j) d = moveJoint(motion, ws, freedoms, d, rates);
  }
}

/** The joint moves with its parent; the root stays, since what moves everything alike turns nothing. */
function carry({ turning, moving }: Motion, ws: Workspace, j: number): void {
  const { positions } = ws.now;
  const o = 3 * j;
  const parent = ws.mechanism.skeleton.parents[j]!;
  if (parent < 0) {
    for (let i = o; i < o + 3; i++) {
      turning[i] = 0;
      moving[i] = 0;
    }
    return;
  }
  const p = 3 * parent;
  const wx = turning[p]!;
  const wy = turning[p + 1]!;
  const wz = turning[p + 2]!;
  const x = positions[o]! - positions[p]!;
  const y = positions[o + 1]! - positions[p + 1]!;
  const z = positions[o + 2]! - positions[p + 2]!;
  turning[o] = wx;
  turning[o + 1] = wy;
  turning[o + 2] = wz;
  moving[o] = moving[p]! + wy * z - wz * y;
  moving[o + 1] = moving[p + 1]! + wz * x - wx * z;
  moving[o + 2] = moving[p + 2]! + wx * y - wy * x;
}

/**
 * Adds the joint's own motion to what carries it, and writes how its axes (of the freedoms from `d` on) change; returns where the next joint's
 * freedoms begin. What carries a joint turns its axes; a free joint's own turn, whose axes stand in neither of its frames, turns them half as far.
 */
function moveJoint(motion: Motion, ws: Workspace, f: Freedoms, d: number, rates: Float64Array): number {
  const { turning, moving, axes } = motion;
  const j = f.joints[d]!;
  const end = endOfJoint(f, d);
  const o = 3 * j;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let k = d; k < end; k++) {
    wx += rates[k]! * f.axes[3 * k]!;
    wy += rates[k]! * f.axes[3 * k + 1]!;
    wz += rates[k]! * f.axes[3 * k + 2]!;
  }
  const isCone = ws.mechanism.limits.kinds[j] === KIND_CONE;
  const own = end - d > 1 && !isCone ? 0.5 : 0;
  const tx = turning[o]! + own * wx;
  const ty = turning[o + 1]! + own * wy;
  const tz = turning[o + 2]! + own * wz;
  for (let k = 3 * d; k < 3 * end; k += 3) {
    const x = f.axes[k]!;
    const y = f.axes[k + 1]!;
    const z = f.axes[k + 2]!;
    axes[k] = ty * z - tz * y;
    axes[k + 1] = tz * x - tx * z;
    axes[k + 2] = tx * y - ty * x;
  }
  if (isCone) bendConeAxes(axes, ws, f, d, rates);
  const into = f.displaces[d] === 1 ? moving : turning;
  into[o]! += wx;
  into[o + 1]! += wy;
  into[o + 2]! += wz;
  return end;
}

/**
 * Adds to `out` how the axes of a cone joint, whose freedoms begin with `d`, change with its own swing s at the rate ṡ. Its swing axes are the columns
 * of the left Jacobian of SO(3), A 1 + B s sᵀ + C [s]× with A = sin θ/θ, B = (1 − A)/θ², C = (1 − cos θ)/θ², θ = |s|; their derivatives are
 * s·ṡ times A′ = (cos θ − A)/θ², B′ = −(A′ + 2 B)/θ², C′ = (A − 2 C)/θ². The twist's axis turns with the swing.
 */
function bendConeAxes(out: Float64Array, ws: Workspace, f: Freedoms, d: number, rates: Float64Array): void {
  const { rotations, bases } = ws.now;
  const j = f.joints[d]!;
  const r = 4 * j;
  const cone = CONE_STRIDE * j;
  const sx = f.cones[cone]!;
  const sy = f.cones[cone + 1]!;
  const ex = f.cones[cone + 4]!;
  const ey = f.cones[cone + 5]!;
  // θ = |s| is the angle of the swing: cos² and sin² of its half.
  const upper = rotations[r + 2]! ** 2 + rotations[r + 3]! ** 2;
  const lower = rotations[r]! ** 2 + rotations[r + 1]! ** 2;
  const square = sx * sx + sy * sy;
  const isSmall = square < SMALL_SWING;
  const per = isSmall ? 0 : 1 / square;
  const a = isSmall ? 1 - square / 6 : 2 * Math.sqrt(upper * lower * per);
  const b = isSmall ? 1 / 6 - square / 120 : (1 - a) * per;
  const c = isSmall ? 1 / 2 - square / 24 : 2 * lower * per;
  const perA = isSmall ? square / 30 - 1 / 3 : (upper - lower - a) * per;
  const perB = isSmall ? -1 / 60 : -(perA + 2 * b) * per;
  const perC = isSmall ? square / 180 - 1 / 12 : (a - 2 * c) * per;
  const rx = ex * rates[d]! - ey * rates[d + 1]!;
  const ry = ey * rates[d]! + ex * rates[d + 1]!;
  const change = sx * rx + sy * ry;
  for (let k = 0; k < 2; k++) {
    const x = k === 0 ? ex : -ey;
    const y = k === 0 ? ey : ex;
    const along = sx * x + sy * y;
    const rate = rx * x + ry * y;
    const vx = change * (perA * x + perB * along * sx) + b * (rate * sx + along * rx);
    const vy = change * (perA * y + perB * along * sy) + b * (rate * sy + along * ry);
    const vz = change * perC * (sx * y - sy * x) + c * (rx * y - ry * x);
    addTurned(bases, r, vx, vy, vz, out, 3 * (d + k));
  }
  const { axes } = f;
  const o = 3 * d;
  const wx = rates[d]! * axes[o]! + rates[d + 1]! * axes[o + 3]!;
  const wy = rates[d]! * axes[o + 1]! + rates[d + 1]! * axes[o + 4]!;
  const wz = rates[d]! * axes[o + 2]! + rates[d + 1]! * axes[o + 5]!;
  const tx = axes[o + 6]!;
  const ty = axes[o + 7]!;
  const tz = axes[o + 8]!;
  out[o + 6]! += wy * tz - wz * ty;
  out[o + 7]! += wz * tx - wx * tz;
  out[o + 8]! += wx * ty - wy * tx;
}

/** Square radians of swing below which series stand for the quotients; what they leave out is below 1e-9. */
const SMALL_SWING = 1e-4;

/** out += q · v · conj(q). */
function addTurned(q: Float64Array, at: number, vx: number, vy: number, vz: number, out: Float64Array, o: number): void {
  const x = q[at]!;
  const y = q[at + 1]!;
  const z = q[at + 2]!;
  const w = q[at + 3]!;
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[o]! += vx + w * tx + y * tz - z * ty;
  out[o + 1]! += vy + w * ty + z * tx - x * tz;
  out[o + 2]! += vz + w * tz + x * ty - y * tx;
}
