import { spellOut } from './check-values.ts';
import { acos, atan2, cos, hypot, sin } from './elementary.ts';
import { cross, dot, normalize, perpendicular, type Vec3 } from './vec3.ts';

/** A Hamilton quaternion as `[x, y, z, w]` (glTF order). Rotations are unit quaternions; `multiply(a, b)` applies `b` first. */
export type Quat = readonly [x: number, y: number, z: number, w: number];

/** No rotation: `[0, 0, 0, 1]`. */
export const IDENTITY: Quat = [0, 0, 0, 1];

/** Reads the quaternion that starts at element `4 * index` of a packed array. */
export function quatAt(packed: ArrayLike<number>, index: number): Quat {
  const o = 4 * index;
  return [packed[o]!, packed[o + 1]!, packed[o + 2]!, packed[o + 3]!];
}

/** Hamilton product a b, both `[x, y, z, w]`: of unit quaternions, the rotation `b` followed by the rotation `a`. */
export function multiply(a: Quat, b: Quat): Quat {
  // By index: destructuring an array asks its iterator, which allocates wherever the optimizer has met several kinds of arrays.
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const aw = a[3];
  const bx = b[0];
  const by = b[1];
  const bz = b[2];
  const bw = b[3];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The inverse of a unit quaternion. */
export function conjugate(q: Quat): Quat {
  return [-q[0], -q[1], -q[2], q[3]];
}

/** Unit quaternion along `q`; identity when `q` has no direction. */
export function normalizeQuat(q: Quat): Quat {
  const n = hypot(q[0], q[1], q[2], q[3]);
  return n > 0 && Number.isFinite(n) ? [q[0] / n, q[1] / n, q[2] / n, q[3] / n] : IDENTITY;
}

/** `v` turned by the unit quaternion `q`: v + 2w(q×v) + 2 q×(q×v). */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const qx = q[0];
  const qy = q[1];
  const qz = q[2];
  const qw = q[3];
  const tx = 2 * (qy * v[2] - qz * v[1]);
  const ty = 2 * (qz * v[0] - qx * v[2]);
  const tz = 2 * (qx * v[1] - qy * v[0]);
  return [v[0] + qw * tx + qy * tz - qz * ty, v[1] + qw * ty + qz * tx - qx * tz, v[2] + qw * tz + qx * ty - qy * tx];
}

/** Unit quaternion of the rotation by `angle` radians, right-handed, about the unit vector `axis`: (axis · sin(angle/2), cos(angle/2)). */
export function fromAxisAngle(axis: Vec3, angle: number): Quat {
  const s = sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
}

/** The order in which the turns of {@link fromEuler} are multiplied: `'XYZ'` is q = qx qy qz, which turns about z first, in the fixed axes. */
export type EulerOrder = 'XYZ' | 'XZY' | 'YXZ' | 'YZX' | 'ZXY' | 'ZYX';

/**
 * Unit quaternion of three turns about the axes, radians, right-handed: the product of the three in the given order, as three.js and most formats
 * write it. Throws a `RangeError` of one sentence for an order that is none.
 */
export function fromEuler(x: number, y: number, z: number, order: EulerOrder = 'XYZ'): Quat {
  const turns: Readonly<Record<string, Quat>> = {
    X: fromAxisAngle([1, 0, 0], x),
    Y: fromAxisAngle([0, 1, 0], y),
    Z: fromAxisAngle([0, 0, 1], z),
  };
  if (typeof order !== 'string' || !/^(?=.*X)(?=.*Y)(?=.*Z)[XYZ]{3}$/.test(order)) {
    throw new RangeError(`the order of Euler angles must be X, Y and Z in some order, got ${spellOut(order)}`);
  }
  return normalizeQuat(order.split('').reduce((product, axis) => multiply(product, turns[axis]!), IDENTITY));
}

/** The shortest rotation that brings the direction of `from` onto the direction of `to`; opposite vectors turn about `perpendicular(from)`. */
export function shortestArc(from: Vec3, to: Vec3): Quat {
  const a = normalize(from);
  const b = normalize(to);
  const c = dot(a, b);
  // Special case for a ≅ −b: the axis is undefined, any perpendicular serves.
  if (c < -1 + 1e-12) return fromAxisAngle(perpendicular(a), Math.PI);
  // General case: (a×b, 1 + a·b), normalised.
  const axis = cross(a, b);
  return normalizeQuat([axis[0], axis[1], axis[2], 1 + c]);
}

/**
 * Angle in [0, π] radians between two orientations, unit quaternions; the same for `q` and `−q`. 2 atan2(|v|, |w|) of conj(a) b, exact for small
 * angles.
 */
export function angleBetween(a: Quat, b: Quat): number {
  const d = multiply(conjugate(a), b);
  return 2 * atan2(hypot(d[0], d[1], d[2]), Math.abs(d[3]));
}

/** The rotation vector (axis · angle, radians, angle in [0, π]) of a unit quaternion. */
export function toRotationVector(q: Quat): Vec3 {
  const sign = q[3] < 0 ? -1 : 1;
  const s = hypot(q[0], q[1], q[2]);
  // Special case for a rotation of almost nothing: sin(θ/2) ≅ θ/2.
  const factor = s < 1e-12 ? 2 * sign : (2 * sign * atan2(s, sign * q[3])) / s;
  return [q[0] * factor, q[1] * factor, q[2] * factor];
}

/** The inverse of {@link toRotationVector}. */
export function fromRotationVector(v: Vec3): Quat {
  const angle = hypot(v[0], v[1], v[2]);
  const factor = angle < 1e-12 ? 0.5 : sin(angle / 2) / angle;
  return normalizeQuat([v[0] * factor, v[1] * factor, v[2] * factor, cos(angle / 2)]);
}

/**
 * Spherical interpolation of unit quaternions along the short way, exact at `t` = 0 and 1; `t` outside [0, 1] extrapolates at the same speed.
 * Formula: (sin((1−t)θ) a + sin(tθ) b) / sin θ (Shoemake 1985).
 */
export function slerp(a: Quat, b: Quat, t: number): Quat {
  let c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = c < 0 ? -1 : 1;
  c *= sign;
  let wa = 1 - t;
  let wb = t;
  // General case; below it (angle under about 1e-4 rad) the linear weights are exact to 1e-9.
  if (c < 1 - 1e-9) {
    const theta = acos(c);
    const s = sin(theta);
    wa = sin((1 - t) * theta) / s;
    wb = sin(t * theta) / s;
  }
  wb *= sign;
  return normalizeQuat([wa * a[0] + wb * b[0], wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], wa * a[3] + wb * b[3]]);
}

/** The orientation whose columns are the given right-handed orthonormal axes. */
export function fromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const m00 = x[0];
  const m10 = x[1];
  const m20 = x[2];
  const m01 = y[0];
  const m11 = y[1];
  const m21 = y[2];
  const m02 = z[0];
  const m12 = z[1];
  const m22 = z[2];
  const trace = m00 + m11 + m22;
  // Shepperd's method: divide by the largest component.
  if (trace > 0) return normalizeQuat([m21 - m12, m02 - m20, m10 - m01, 1 + trace]);
  if (m00 >= m11 && m00 >= m22) return normalizeQuat([1 + m00 - m11 - m22, m01 + m10, m02 + m20, m21 - m12]);
  if (m11 >= m22) return normalizeQuat([m01 + m10, 1 + m11 - m00 - m22, m12 + m21, m02 - m20]);
  return normalizeQuat([m02 + m20, m12 + m21, 1 + m22 - m00 - m11, m10 - m01]);
}
