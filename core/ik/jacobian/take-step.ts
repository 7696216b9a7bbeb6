import { resolveLimits } from '../mechanism/coupling.ts';
import { writeSineCosine } from '../../math/elementary.ts';
import { STEP_ROUNDING } from '../../math/tolerances.ts';
import { clampSlide, clampSwing, clampTwist } from '../../skeleton/clamp-rotation.ts';
import * as T from '../../skeleton/limit-table.ts';
import { resolveTwist } from '../../skeleton/resolve-couplings.ts';
import { composeSwingTwist } from '../../skeleton/swing-coordinates.ts';
import { CONE_STRIDE, type Freedoms } from './freedoms.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** Share of what a turn that came out too long seems to allow that is tried next, and of the whole step, below which it is left at that. */
const LESS = 0.999;
const LEAST_SHARE = 1e-3;

/** Moves the configuration by the step of every freedom times their factor, inside the limits. */
export function takeStep(f: Freedoms, ws: Workspace): void {
  const { now, mechanism } = ws;
  const { rotations, slides, root } = now;
  const { kinds, numbers } = mechanism.limits;
  const { step, taken, factor } = f;
  for (let d = 0; d < f.count; d++) taken[d] = factor * step[d]!;
  for (let d = 0; d < f.count;) {
    const j = f.joints[d]!;
    if (j < 0) {
      root[0]! += taken[d]!;
      root[1]! += taken[d + 1]!;
      root[2]! += taken[d + 2]!;
      d += 3;
      continue;
    }
    ws.updates++;
    ws.work++;
    ws.moved[j] = 1;
    const r = 4 * j;
    const row = T.LIMIT_STRIDE * j;
    switch (kinds[j]!) {
      case T.KIND_SLIDE: {
        slides[j]! += taken[d]!;
        clampSlide(numbers, row, slides, j);
        d += 1;
        break;
      }
      case T.KIND_HINGE: {
        turnTwist(numbers, row, rotations, r + 2, taken, d, ws.clamp);
        rotations[r + 2] = ws.clamp[0]!;
        rotations[r + 3] = ws.clamp[1]!;
        d += 1;
        break;
      }
      case T.KIND_CONE: {
        turnCone(f, ws, d);
        d += 3;
        break;
      }
      default: {
        turnFree(rotations, r, taken, d);
        d += 3;
      }
    }
  }
  resolveLimits(ws);
}

/**
 * Turns a cone by the step of its freedoms, of which `d` is the first, times their factor. Its coordinates are not angles of one turn: where that turn
 * comes out longer than the largest step, the joint takes less of its step.
 */
export function turnCone(f: Freedoms, ws: Workspace, d: number): void {
  const { limits } = ws.mechanism;
  const { numbers } = limits;
  const { rotations } = ws.now;
  const { cones, step, taken, factor } = f;
  const j = f.joints[d]!;
  const r = 4 * j;
  const cone = CONE_STRIDE * j;
  const row = T.LIMIT_STRIDE * j;
  const ex = cones[cone + 4]!;
  const ey = cones[cone + 5]!;
  const x = rotations[r]!;
  const y = rotations[r + 1]!;
  const z = rotations[r + 2]!;
  const w = rotations[r + 3]!;
  const isCapped = ws.maxStep < Math.PI;
  ws.clamp[0] = ws.maxStep / 4;
  writeSineCosine(ws.clamp, 0);
  const most = 2 * ws.clamp[0];
  for (let share = factor; ;) {
    const s = share * step[d]!;
    const t = share * step[d + 1]!;
    rotations[r] = cones[cone]! + s * ex - t * ey;
    rotations[r + 1] = cones[cone + 1]! + s * ey + t * ex;
    if (numbers[row + T.SWING_FREE] === 0) clampSwing(numbers, row, rotations, r);
    const a = rotations[r];
    const b = rotations[r + 1]!;
    if (limits.couplings !== null) {
      limits.couplings.angle[0] = Math.sqrt(a * a + b * b);
      resolveTwist(limits, limits.couplings, j);
    }
    taken[d + 2] = share * step[d + 2]!;
    turnTwist(numbers, row, cones, cone + 2, taken, d + 2, ws.clamp);
    rotations[r + 2] = ws.clamp[0]!;
    rotations[r + 3] = ws.clamp[1]!;
    composeSwingTwist(rotations, r);
    if (!isCapped) return;
    // The chord between two rotations that are θ apart is 2 sin(θ/4).
    const sign = x * rotations[r] + y * rotations[r + 1]! + z * rotations[r + 2]! + w * rotations[r + 3]! < 0 ? -1 : 1;
    const dx = sign * rotations[r] - x;
    const dy = sign * rotations[r + 1]! - y;
    const dz = sign * rotations[r + 2]! - z;
    const dw = sign * rotations[r + 3]! - w;
    const chord = Math.sqrt(dx * dx + dy * dy + dz * dz + dw * dw);
    if (chord <= most * STEP_ROUNDING) return;
    share *= (LESS * most) / chord;
    if (!(Math.abs(share) > LEAST_SHARE * factor)) return;
  }
}

/**
 * Turns the twist whose half-angle has the sine and cosine at `from[at]` by the angle `taken[d]`, at most a radian, inside its range; writes the new
 * pair to `out`. So small a turn cannot jump over what the range leaves out.
 */
function turnTwist(
  n: Float64Array,
  row: number,
  from: Float64Array,
  at: number,
  taken: Float64Array,
  d: number,
  out: Float64Array,
): void {
  const z = from[at]!;
  const w = from[at + 1]!;
  out[0] = taken[d]! / 2;
  writeSineCosine(out, 0);
  const s = out[0];
  const c = out[1]!;
  const turnedZ = z * c + w * s;
  const turnedW = w * c - z * s;
  const fix = 1.5 - 0.5 * (turnedZ * turnedZ + turnedW * turnedW);
  out[0] = turnedZ * fix;
  out[1] = turnedW * fix;
  clampTwist(n, row, from, at, out);
}

/** l ← l · exp(v / 2), the rotation vector v from `taken[d]` on in the moving frame. */
function turnFree(q: Float64Array, at: number, taken: Float64Array, d: number): void {
  const vx = taken[d]!;
  const vy = taken[d + 1]!;
  const vz = taken[d + 2]!;
  const ax = q[at]!;
  const ay = q[at + 1]!;
  const angle = Math.sqrt(vx * vx + vy * vy + vz * vz);
  q[at] = angle / 2;
  writeSineCosine(q, at);
  const factor = angle > 1e-8 ? q[at] / angle : 0.5;
  const bx = vx * factor;
  const by = vy * factor;
  const bz = vz * factor;
  const bw = q[at + 1]!;
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

/**
 * Writes to `f.longest` the longest turn that the step gives a joint, radians, or the longest displacement, metres: |Σ step · axis| over the freedoms of
 * one joint, which turn it together. To first order where they are a cone's: see {@link takeStep}.
 */
export function measureLongest(f: Freedoms): void {
  const { axes, step, starts, groups } = f;
  let longest = 0;
  for (let group = 0; group < groups; group++) {
    const end = starts[group + 1]!;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let d = starts[group]!; d < end; d++) {
      const s = step[d]!;
      x += s * axes[3 * d]!;
      y += s * axes[3 * d + 1]!;
      z += s * axes[3 * d + 2]!;
    }
    const square = x * x + y * y + z * z;
    if (square > longest) longest = square;
  }
  f.longest = Math.sqrt(longest);
}
