import { NO_DIRECTION } from '../../math/tolerances.ts';
import { clampTwist } from '../../skeleton/clamp-rotation.ts';
import { LIMIT_STRIDE } from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** What a plain step returns when the general step has to do it. */
export const NOT_PLAIN = -1;

/**
 * The commonest step, written out: joint `j` is free and only position goal `g` is below it. The same arithmetic as the general step without its
 * detours; returns the size of the step, 2 sin(θ/2), or NOT_PLAIN when u and v are opposite.
 */
export function stepFree(ws: Workspace, j: number, g: number): number {
  const { positions, frames, rotations } = ws.now;
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
  if (lengths < NO_DIRECTION * NO_DIRECTION) return 0;
  // (u × v, |u||v| + u·v), normalised.
  let sw = lengths + ux * vx + uy * vy + uz * vz;
  if (sw < 1e-12 * lengths) return NOT_PLAIN;
  let sx = uy * vz - uz * vy;
  let sy = uz * vx - ux * vz;
  let sz = ux * vy - uy * vx;
  if (sx === 0 && sy === 0 && sz === 0) return 0;
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
  // l' = (conj(F) · step · F turned back by l) = l · conj(F) · step · F.
  const r = 4 * j;
  const fx = frames[r]!;
  const fy = frames[r + 1]!;
  const fz = frames[r + 2]!;
  const fw = frames[r + 3]!;
  const tx = 2 * (fz * sy - fy * sz);
  const ty = 2 * (fx * sz - fz * sx);
  const tz = 2 * (fy * sx - fx * sy);
  const dx = sx + fw * tx - fy * tz + fz * ty;
  const dy = sy + fw * ty - fz * tx + fx * tz;
  const dz = sz + fw * tz - fx * ty + fy * tx;
  const lx = rotations[r]!;
  const ly = rotations[r + 1]!;
  const lz = rotations[r + 2]!;
  const lw = rotations[r + 3]!;
  const x = lw * dx + lx * sw + ly * dz - lz * dy;
  const y = lw * dy - lx * dz + ly * sw + lz * dx;
  const z = lw * dz + lx * dy - ly * dx + lz * sw;
  const w = lw * sw - lx * dx - ly * dy - lz * dz;
  // Renormalised to first order: what l is too long makes every F below too long, and these their l, in each sweep more.
  const fix = 1.5 - 0.5 * (x * x + y * y + z * z + w * w);
  rotations[r] = x * fix;
  rotations[r + 1] = y * fix;
  rotations[r + 2] = z * fix;
  rotations[r + 3] = w * fix;
  ws.moved[j] = 1;
  return 2 * Math.sqrt(sx * sx + sy * sy + sz * sz);
}

/**
 * The same for a hinge with one position goal: θ* = atan2(B, A) as a half-angle vector, the clamp, and the effector carried along by the angle that
 * is left, about the hinge's own z.
 */
export function stepHinge(ws: Workspace, j: number, g: number): number {
  const { positions, frames, rotations } = ws.now;
  const { points } = ws.effectors;
  const { targets } = ws.task;
  const r = 4 * j;
  const qx = frames[r]!;
  const qy = frames[r + 1]!;
  const qz = frames[r + 2]!;
  const qw = frames[r + 3]!;
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
  const length = Math.sqrt(a * a + b * b);
  const scale = Math.abs(ux * vx) + Math.abs(uy * vy) + Math.abs(uz * vz);
  if (!(length > 1e-12 * scale) || length < NO_DIRECTION * NO_DIRECTION) return 0;
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
  if (clampTwist(mechanism.limits.numbers, LIMIT_STRIDE * j, lz, lw, clamp)) {
    c = clamp[1] * lw + clamp[0] * lz;
    s = clamp[0] * lw - clamp[1] * lz;
    if (c < 0) {
      c = -c;
      s = -s;
    }
  }
  if (s === 0) return 0;
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
  return 2 * Math.abs(s);
}
