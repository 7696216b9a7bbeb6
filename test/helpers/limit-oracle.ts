import type { Limit } from '../../core/skeleton/limits.ts';

/**
 * Radians by which a rest-relative rotation is outside a limit, found with rotation matrices and by walking the cone's boundary: shares no formula
 * with `core`.
 */
export function limitOffence(limit: Limit, q: readonly number[]): number {
  switch (limit.kind) {
    case 'free':
      return 0;
    case 'prismatic':
      return angleOf(matrix(q));
    case 'hinge': {
      const m = matrix(q);
      const moved = apply(m, limit.axis);
      const off = Math.atan2(length(cross(moved, limit.axis)), dot(moved, limit.axis));
      const across = perpendicular(limit.axis);
      const turned = apply(m, across);
      const angle = Math.atan2(dot(cross(across, turned), limit.axis), dot(across, turned));
      return Math.max(off, outside(angle, limit.min, limit.max));
    }
    case 'swingTwist': {
      const l = multiply(multiply(transpose(matrix(limit.parentFrame)), matrix(q)), matrix(limit.childFrame));
      const bone = [l[2]!, l[5]!, l[8]!];
      const theta = Math.atan2(Math.hypot(bone[0]!, bone[1]!), bone[2]!);
      // The swing turns z onto the bone about z × bone.
      const flat = Math.hypot(bone[0]!, bone[1]!);
      const axis = flat > 1e-12 ? [-bone[1]! / flat, bone[0]! / flat, 0] : [1, 0, 0];
      const swing = [axis[0]! * theta, axis[1]! * theta];
      const twistMatrix = multiply(transpose(rodrigues(axis, theta)), l);
      const twist = Math.atan2(twistMatrix[3]!, twistMatrix[0]!);
      // At half a turn every twist is as good as any other.
      const twistOut = theta > Math.PI - 1e-6 ? 0 : outside(twist, limit.twist[0], limit.twist[1]);
      return Math.max(twistOut, swingOut(swing, limit.swing));
    }
  }
}

function swingOut([a, b]: readonly number[], halves: readonly number[]): number {
  const halfA = halves[a! >= 0 ? 0 : 1]!;
  const halfB = halves[b! >= 0 ? 2 : 3]!;
  if (Math.min(...halves) >= Math.PI - 1e-9) return 0;
  if (halfA > 0 && halfB > 0 && (a! / halfA) ** 2 + (b! / halfB) ** 2 <= 1) return 0;
  let best = Infinity;
  // A coarse walk over the quarter, then a fine one around its best.
  let centre = 0;
  let width = Math.PI / 2;
  for (let round = 0; round < 8; round++) {
    let found = centre;
    for (let k = -20; k <= 20; k++) {
      const t = Math.min(Math.PI / 2, Math.max(0, centre + (k * width) / 20));
      const d = Math.hypot(Math.abs(a!) - halfA * Math.cos(t), Math.abs(b!) - halfB * Math.sin(t));
      if (d < best) {
        best = d;
        found = t;
      }
    }
    centre = found;
    width /= 10;
  }
  return best;
}

/** Smallest distance on the circle from an angle to [min, max]. */
function outside(angle: number, min: number, max: number): number {
  let least = Infinity;
  for (let turns = -2; turns <= 2; turns++) {
    const a = angle + 2 * Math.PI * turns;
    least = Math.min(least, Math.max(0, min - a, a - max));
  }
  return least;
}

function matrix(q: readonly number[]): number[] {
  const n = Math.hypot(...q);
  const [x, y, z, w] = [q[0]! / n, q[1]! / n, q[2]! / n, q[3]! / n];
  return [
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  ];
}

function rodrigues(k: readonly number[], angle: number): number[] {
  const s = Math.sin(angle / 2);
  return matrix([k[0]! * s, k[1]! * s, k[2]! * s, Math.cos(angle / 2)]);
}

function angleOf(m: readonly number[]): number {
  const sine = Math.hypot(m[7]! - m[5]!, m[2]! - m[6]!, m[3]! - m[1]!) / 2;
  return Math.atan2(sine, (m[0]! + m[4]! + m[8]! - 1) / 2);
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + a[3 * i + k]! * b[3 * k + j]!, 0)));
}

function transpose(m: readonly number[]): number[] {
  return [m[0]!, m[3]!, m[6]!, m[1]!, m[4]!, m[7]!, m[2]!, m[5]!, m[8]!];
}

function apply(m: readonly number[], v: readonly number[]): number[] {
  return [0, 1, 2].map((i) => m[3 * i]! * v[0]! + m[3 * i + 1]! * v[1]! + m[3 * i + 2]! * v[2]!);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

function length(a: readonly number[]): number {
  return Math.hypot(...a);
}

function perpendicular(a: readonly number[]): number[] {
  const other = Math.abs(a[0]!) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const v = cross(a, other);
  const n = length(v);
  return v.map((value) => value / n);
}
