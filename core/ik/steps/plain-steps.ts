import { NO_DIRECTION } from '../../math/tolerances.ts';
import { clampTwist } from '../../skeleton/clamp-rotation.ts';
import { LIMIT_STRIDE } from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/**
 * The commonest step, written out: joint `j` is free and only position goal `g` is below it. The same arithmetic as the general step without its
 * detours. False, and nothing done, when u and v are opposite: then the general step has to do it.
 */
export function stepFree(ws: Workspace, j: number, g: number): boolean {
  const { positions, bases, rotations } = ws.now;
  const { points } = ws.effectors;
  const { targets } = ws.task;
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
  const uu = ux * ux + uy * uy + uz * uz;
  const lengths = Math.sqrt(uu * (vx * vx + vy * vy + vz * vz));
  ws.stepSize = 0;
  if (lengths < NO_DIRECTION * NO_DIRECTION) return true;
  // (u × v, |u||v| + u·v), normalised.
  let sw = lengths + ux * vx + uy * vy + uz * vz;
  if (sw < 1e-12 * lengths) return false;
  let sx = uy * vz - uz * vy;
  let sy = uz * vx - ux * vz;
  let sz = ux * vy - uy * vx;
  if (sx === 0 && sy === 0 && sz === 0) return true;
  // |u × v|² + (|u||v| + u·v)² = 2 |u||v| (|u||v| + u·v).
  const norm = 1 / Math.sqrt(2 * lengths * sw);
  sx *= norm;
  sy *= norm;
  sz *= norm;
  sw *= norm;
  // The effector goes onto the target's direction: v scaled to the length of u.
  const scale = uu / lengths;
  points[o] = px + vx * scale;
  points[o + 1] = py + vy * scale;
  points[o + 2] = pz + vz * scale;
  // l' = conj(G) · step · G · l, G the base that the joint turns in.
  const r = 4 * j;
  const gx = bases[r]!;
  const gy = bases[r + 1]!;
  const gz = bases[r + 2]!;
  const gw = bases[r + 3]!;
  const tx = 2 * (gz * sy - gy * sz);
  const ty = 2 * (gx * sz - gz * sx);
  const tz = 2 * (gy * sx - gx * sy);
  const dx = sx + gw * tx - gy * tz + gz * ty;
  const dy = sy + gw * ty - gz * tx + gx * tz;
  const dz = sz + gw * tz - gx * ty + gy * tx;
  const lx = rotations[r]!;
  const ly = rotations[r + 1]!;
  const lz = rotations[r + 2]!;
  const lw = rotations[r + 3]!;
  const x = sw * lx + dx * lw + dy * lz - dz * ly;
  const y = sw * ly - dx * lz + dy * lw + dz * lx;
  const z = sw * lz + dx * ly - dy * lx + dz * lw;
  const w = sw * lw - dx * lx - dy * ly - dz * lz;
  // Renormalised to first order: what l is too long makes every F below too long, and these their l, in each sweep more.
  const fix = 1.5 - 0.5 * (x * x + y * y + z * z + w * w);
  rotations[r] = x * fix;
  rotations[r + 1] = y * fix;
  rotations[r + 2] = z * fix;
  rotations[r + 3] = w * fix;
  ws.moved[j] = 1;
  ws.stepSize = 2 * Math.sqrt(sx * sx + sy * sy + sz * sz);
  return true;
}

/**
 * The same for a hinge with one position goal: θ* = atan2(B, A) as a half-angle vector, the clamp, and the effector carried along by the angle that
 * is left, about the hinge's own z.
 */
export function stepHinge(ws: Workspace, j: number, g: number): void {
  const { positions, bases, rotations } = ws.now;
  const { points } = ws.effectors;
  const { targets } = ws.task;
  const r = 4 * j;
  const qx = bases[r]!;
  const qy = bases[r + 1]!;
  const qz = bases[r + 2]!;
  const qw = bases[r + 3]!;
  const hx = 2 * (qx * qz + qw * qy);
  const hy = 2 * (qy * qz - qw * qx);
  const hz = 1 - 2 * (qx * qx + qy * qy);
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
  const uh = ux * hx + uy * hy + uz * hz;
  // The part of u across the axis, and what it becomes after a quarter turn.
  const ax = ux - uh * hx;
  const ay = uy - uh * hy;
  const az = uz - uh * hz;
  const bx = hy * uz - hz * uy;
  const by = hz * ux - hx * uz;
  const bz = hx * uy - hy * ux;
  const a = ax * vx + ay * vy + az * vz;
  const b = bx * vx + by * vy + bz * vz;
  ws.stepSize = 0;
  const length = Math.sqrt(a * a + b * b);
  const scale = Math.abs(ux * vx) + Math.abs(uy * vy) + Math.abs(uz * vz);
  if (!(length > 1e-12 * scale) || length < NO_DIRECTION * NO_DIRECTION) return;
  let c = length + a;
  let s = b;
  if (c < 1e-12 * length) {
    c = 0;
    s = 1;
  }
  const norm = 1 / Math.sqrt(c * c + s * s);
  c *= norm;
  s *= norm;
  const lz = rotations[r + 2]!;
  const lw = rotations[r + 3]!;
  const { clamp, mechanism } = ws;
  clamp[0] = lz * c + lw * s;
  clamp[1] = lw * c - lz * s;
  if (clampTwist(mechanism.limits.numbers, LIMIT_STRIDE * j, rotations, r + 2, clamp)) {
    c = clamp[1] * lw + clamp[0] * lz;
    s = clamp[0] * lw - clamp[1] * lz;
    if (c < 0) {
      c = -c;
      s = -s;
    }
  }
  if (s === 0) return;
  const z = clamp[0];
  const w = clamp[1];
  rotations[r] = 0;
  rotations[r + 1] = 0;
  rotations[r + 2] = z;
  rotations[r + 3] = w;
  ws.moved[j] = 1;
  // Rodrigues: the part across the axis turns by θ, with cos θ = 1 − 2 s² and sin θ = 2 s c.
  const cosine = 2 * s * s;
  const sine = 2 * s * c;
  points[o]! += bx * sine - ax * cosine;
  points[o + 1]! += by * sine - ay * cosine;
  points[o + 2]! += bz * sine - az * cosine;
  ws.stepSize = 2 * Math.abs(s);
}
