import { atan2, cos, sin } from '../math/elementary.ts';
import { writeSwingTwist } from '../skeleton/swing-coordinates.ts';
import { clampSwing } from '../skeleton/clamp-rotation.ts';
import * as T from '../skeleton/limit-table.ts';
import { resolveTwist } from '../skeleton/resolve-couplings.ts';
import { resolveLimits } from './coupled-limits.ts';
import type { Workspace } from './workspace.ts';

/** Radians from an end at which a freedom counts as standing on it. */
const ON_END = 1e-9;

export const BLOCKED_DOWN = 1;
export const BLOCKED_UP = 2;

/**
 * The degrees of freedom of a configuration, each a world axis through a joint (or a direction, for slides and the root translation):
 * a free joint turns about its three axes, a hinge about one; a cone has the two coordinates of its swing vector, the first across the
 * ellipse where the swing stands on it, and its twist. Because these are the limit's own coordinates, an end blocks exactly one freedom.
 */
export interface Freedoms {
  count: number;
  /** Joint of each freedom, −1 for the root translation. */
  readonly joints: Int32Array;
  /** 3 × count, world: rotation vector (or displacement) of a unit step. */
  readonly axes: Float64Array;
  /** 1 when the step displaces instead of turning. */
  readonly displaces: Uint8Array;
  /** BLOCKED_DOWN and BLOCKED_UP bits: the step may not be negative, positive. */
  readonly blocked: Uint8Array;
  /** Mobility: 1 − stiffness; for the root also its length squared. */
  readonly mobility: Float64Array;
  /** The step to take, radians or metres. */
  readonly step: Float64Array;
  /** 5 × joints, for cones: swing vector a, b, twist, and the direction (x, y) of the first swing freedom. */
  readonly cones: Float64Array;
}

export function createFreedoms(joints: number): Freedoms {
  const most = 3 * joints + 3;
  return {
    count: 0,
    joints: new Int32Array(most),
    axes: new Float64Array(3 * most),
    displaces: new Uint8Array(most),
    blocked: new Uint8Array(most),
    mobility: new Float64Array(most),
    step: new Float64Array(most),
    cones: new Float64Array(5 * joints),
  };
}

/** Lists the freedoms of the movable joints that `only` marks (all when null), in the present configuration. */
export function listFreedoms(f: Freedoms, ws: Workspace, only: Uint8Array | null, rootLength: number): void {
  const { task, mechanism, now } = ws;
  const { limits, skeleton } = mechanism;
  f.count = 0;
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    if (task.movable[j] === 0 || (only !== null && only[j] === 0)) continue;
    const mobility = 1 - skeleton.stiffness[j]!;
    const kind = limits.kinds[j]!;
    const r = 4 * j;
    const x = now.frames[r]!;
    const y = now.frames[r + 1]!;
    const z = now.frames[r + 2]!;
    const w = now.frames[r + 3]!;
    if (kind === T.KIND_FREE) {
      add(f, j, 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), mobility, 0);
      add(f, j, 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), mobility, 0);
    }
    if (kind === T.KIND_CONE) addCone(f, ws, j, mobility);
    else {
      const blocked = kind === T.KIND_FREE ? 0 : kind === T.KIND_SLIDE ? slideEnds(ws, j) : twistEnds(ws, j);
      add(f, j, 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), mobility, blocked);
      if (kind === T.KIND_SLIDE) f.displaces[f.count - 1] = 1;
    }
  }
  if (ws.rootMobility > 0 && task.rootMoves) {
    for (let axis = 0; axis < 3; axis++) {
      add(f, -1, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, ws.rootMobility * rootLength * rootLength, 0);
      f.displaces[f.count - 1] = 1;
    }
  }
}

function add(f: Freedoms, joint: number, x: number, y: number, z: number, mobility: number, blocked: number): void {
  const d = f.count++;
  f.joints[d] = joint;
  f.axes[3 * d] = x;
  f.axes[3 * d + 1] = y;
  f.axes[3 * d + 2] = z;
  f.mobility[d] = mobility;
  f.blocked[d] = blocked;
  f.displaces[d] = 0;
}

function slideEnds(ws: Workspace, j: number): number {
  const row = T.LIMIT_STRIDE * j;
  const n = ws.mechanism.limits.numbers;
  const from = ws.now.slides[j]! - n[row + T.TWIST_MIDDLE]!;
  const half = n[row + T.TWIST_HALF]!;
  return (from <= -half + ON_END ? BLOCKED_DOWN : 0) | (from >= half - ON_END ? BLOCKED_UP : 0);
}

/** Which ends of its twist range a hinge or cone stands on: w, seen from the middle of the range, is at its least there. */
function twistEnds(ws: Workspace, j: number): number {
  const n = ws.mechanism.limits.numbers;
  const row = T.LIMIT_STRIDE * j;
  const limit = n[row + T.TWIST_COSINE]!;
  if (limit === -1) return 0;
  const q = ws.now.rotations;
  const mz = n[row + T.TWIST_MIDDLE_SINE]!;
  const mw = n[row + T.TWIST_MIDDLE_COSINE]!;
  const z = q[4 * j + 2]!;
  const w = q[4 * j + 3]!;
  const norm = Math.sqrt(z * z + w * w);
  let s = z * mw - w * mz;
  let c = w * mw + z * mz;
  if (c < 0) {
    s = -s;
    c = -c;
  }
  if (n[row + T.TWIST_HALF]! < ON_END) return BLOCKED_DOWN | BLOCKED_UP;
  // sin(half/2) · ON_END is the slope of the cosine at the end; rounding in q adds 1e-15.
  if (c > norm * (limit + n[row + T.TWIST_SINE]! * ON_END + 1e-15)) return 0;
  return s > 0 ? BLOCKED_UP : BLOCKED_DOWN;
}

function addCone(f: Freedoms, ws: Workspace, j: number, mobility: number): void {
  const { now, mechanism } = ws;
  const n = mechanism.limits.numbers;
  const row = T.LIMIT_STRIDE * j;
  const r = 4 * j;
  const x = now.rotations[r]!;
  const y = now.rotations[r + 1]!;
  const z = now.rotations[r + 2]!;
  const w = now.rotations[r + 3]!;
  const s = Math.sqrt(z * z + w * w);
  const sign = w < 0 ? -1 : 1;
  const tz = s > 0 ? (sign * z) / s : 0;
  const tw = s > 0 ? (sign * w) / s : 1;
  // The sign that makes the twist's w positive belongs to the whole quaternion.
  const sx = sign * x * tw - sign * y * tz;
  const sy = sign * y * tw + sign * x * tz;
  const sine = Math.sqrt(sx * sx + sy * sy);
  const angle = 2 * atan2(sine, s);
  const per = sine > 1e-12 ? angle / sine : 2;
  const a = sx * per;
  const b = sy * per;
  // World frame G that the joint turns in: G = F · conj(l).
  const fx = now.frames[r]!;
  const fy = now.frames[r + 1]!;
  const fz = now.frames[r + 2]!;
  const fw = now.frames[r + 3]!;
  const gx = fx * w - fw * x - fy * z + fz * y;
  const gy = fy * w - fw * y - fz * x + fx * z;
  const gz = fz * w - fw * z - fx * y + fy * x;
  const gw = fw * w + fx * x + fy * y + fz * z;
  let ex = sine > 1e-9 ? sx / sine : 1;
  let ey = sine > 1e-9 ? sy / sine : 0;
  let first = 0;
  let second = 0;
  if (n[row + T.SWING_FREE] === 0) {
    const halfA = n[row + T.SWING + (a >= 0 ? 0 : 1)]!;
    const halfB = n[row + T.SWING + (b >= 0 ? 2 : 3)]!;
    if (halfA < ON_END || halfB < ON_END) {
      // Special case of a line or a point: each axis has ends of its own.
      ex = 1;
      ey = 0;
      first = ends(a, halfA);
      second = ends(b, halfB);
    } else {
      const level = (a / halfA) ** 2 + (b / halfB) ** 2;
      if (level > 1 - ON_END) {
        // On the ellipse: the first freedom goes straight out, the second along it.
        ex = a / (halfA * halfA);
        ey = b / (halfB * halfB);
        const norm = 1 / Math.sqrt(ex * ex + ey * ey);
        ex *= norm;
        ey *= norm;
        first = BLOCKED_UP;
      }
    }
  }
  const cone = 5 * j;
  f.cones[cone] = a;
  f.cones[cone + 1] = b;
  f.cones[cone + 2] = 2 * atan2(tz, tw);
  f.cones[cone + 3] = ex;
  f.cones[cone + 4] = ey;
  for (let k = 0; k < 2; k++) {
    const cx = k === 0 ? ex : -ey;
    const cy = k === 0 ? ey : ex;
    // World rotation for a change of the swing vector: the left Jacobian of SO(3) at the swing, sinθ/θ 1 + (1 − sinθ/θ) u uᵀ + (1 − cosθ)/θ [u]×.
    const sinc = angle > 1e-6 ? sin(angle) / angle : 1;
    const ux = sine > 1e-12 ? sx / sine : 0;
    const uy = sine > 1e-12 ? sy / sine : 0;
    const along = (1 - sinc) * (ux * cx + uy * cy);
    const vx = sinc * cx + along * ux;
    const vy = sinc * cy + along * uy;
    const vz = angle > 1e-6 ? ((1 - cos(angle)) / angle) * (ux * cy - uy * cx) : 0;
    const px = 2 * (gy * vz - gz * vy);
    const py = 2 * (gz * vx - gx * vz);
    const pz = 2 * (gx * vy - gy * vx);
    add(
      f,
      j,
      vx + gw * px + gy * pz - gz * py,
      vy + gw * py + gz * px - gx * pz,
      vz + gw * pz + gx * py - gy * px,
      mobility,
      k === 0 ? first : second,
    );
  }
  // Twist about the bone: z of the moving frame.
  add(f, j, 2 * (fx * fz + fw * fy), 2 * (fy * fz - fw * fx), 1 - 2 * (fx * fx + fy * fy), mobility, twistEnds(ws, j));
}

function ends(value: number, half: number): number {
  return (value <= -half + ON_END ? BLOCKED_DOWN : 0) | (value >= half - ON_END ? BLOCKED_UP : 0);
}

/** Moves the configuration by `factor` times the step of every freedom, inside the limits. */
export function takeStep(f: Freedoms, ws: Workspace, factor: number): void {
  const { now, mechanism } = ws;
  const { rotations, slides, root } = now;
  const { kinds, numbers } = mechanism.limits;
  for (let d = 0; d < f.count;) {
    const j = f.joints[d]!;
    const s = factor * f.step[d]!;
    if (j < 0) {
      root[0]! += s;
      root[1]! += factor * f.step[d + 1]!;
      root[2]! += factor * f.step[d + 2]!;
      d += 3;
      continue;
    }
    ws.updates++;
    ws.moved[j] = 1;
    const r = 4 * j;
    const row = T.LIMIT_STRIDE * j;
    switch (kinds[j]!) {
      case T.KIND_SLIDE: {
        const middle = numbers[row + T.TWIST_MIDDLE]!;
        const half = numbers[row + T.TWIST_HALF]!;
        slides[j] = Math.max(middle - half, Math.min(middle + half, slides[j]! + s));
        d += 1;
        break;
      }
      case T.KIND_HINGE: {
        const from = 2 * atan2(rotations[r + 2]!, rotations[r + 3]!);
        const to = clampAngle(numbers, row, from, from + s);
        rotations[r + 2] = sin(to / 2);
        rotations[r + 3] = cos(to / 2);
        d += 1;
        break;
      }
      case T.KIND_CONE: {
        const cone = 5 * j;
        const ex = f.cones[cone + 3]!;
        const ey = f.cones[cone + 4]!;
        const t = factor * f.step[d + 1]!;
        let a = f.cones[cone]! + s * ex - t * ey;
        let b = f.cones[cone + 1]! + s * ey + t * ex;
        if (numbers[row + T.SWING_FREE] === 0) {
          clampSwing(numbers, row, a, b, ws.clamp);
          a = ws.clamp[0]!;
          b = ws.clamp[1]!;
        }
        const from = f.cones[cone + 2]!;
        if (mechanism.limits.couplings !== null)
          resolveTwist(mechanism.limits, mechanism.limits.couplings, j, Math.sqrt(a * a + b * b));
        writeSwingTwist(a, b, clampAngle(numbers, row, from, from + factor * f.step[d + 2]!), rotations, r);
        d += 3;
        break;
      }
      default: {
        turnFree(rotations, r, s, factor * f.step[d + 1]!, factor * f.step[d + 2]!);
        d += 3;
      }
    }
  }
  resolveLimits(ws);
}

/** `to` kept inside the range on the way from `from`, an angle (mod 2π) inside it; the way is the straight one, so nothing is jumped over. */
function clampAngle(n: Float64Array, row: number, from: number, to: number): number {
  const half = n[row + T.TWIST_HALF]!;
  if (half >= Math.PI) return to;
  const middle = n[row + T.TWIST_MIDDLE]!;
  const turns = 2 * Math.PI * Math.round((from - middle) / (2 * Math.PI));
  return Math.max(middle - half, Math.min(middle + half, to - turns));
}

/** l ← l · exp(v / 2), the rotation vector v in the moving frame. */
function turnFree(q: Float64Array, at: number, vx: number, vy: number, vz: number): void {
  const angle = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const factor = angle > 1e-8 ? sin(angle / 2) / angle : 0.5;
  const bx = vx * factor;
  const by = vy * factor;
  const bz = vz * factor;
  const bw = cos(angle / 2);
  const ax = q[at]!;
  const ay = q[at + 1]!;
  const az = q[at + 2]!;
  const aw = q[at + 3]!;
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const norm = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  q[at] = x * norm;
  q[at + 1] = y * norm;
  q[at + 2] = z * norm;
  q[at + 3] = w * norm;
}
