import { atan2, hypot, writeAngle, writeSineCosine } from './elementary.ts';
import { fromAxisAngle } from './quat.ts';
import { perpendicular } from './vec3.ts';

// Quaternions [x, y, z, w] inside packed arrays, for what is done with every joint of every frame: nothing here allocates. `a[i…]` is the
// quaternion that begins at index i; `into` may be one of the arguments. The arithmetic is that of quat.ts, to the bit.

/** The quaternion of no turn. */
export const NO_TURN: Float64Array = /* @__PURE__ */ new Float64Array([0, 0, 0, 1]);

/** `into[at…]` ← a · b of the quaternions at `a[i…]` and `b[k…]`. */
export function multiplyPacked(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  const ax = a[i]!;
  const ay = a[i + 1]!;
  const az = a[i + 2]!;
  const aw = a[i + 3]!;
  const bx = b[k]!;
  const by = b[k + 1]!;
  const bz = b[k + 2]!;
  const bw = b[k + 3]!;
  into[at] = aw * bx + ax * bw + ay * bz - az * by;
  into[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  into[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  into[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** `into[at…]` ← a⁻¹ · b of the unit quaternions at `a[i…]` and `b[k…]`. */
export function divideLeftPacked(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  invert(a, i);
  multiplyPacked(inverse, 0, b, k, into, at);
}

/** `into[at…]` ← a · b⁻¹ of the unit quaternions at `a[i…]` and `b[k…]`. */
export function divideRightPacked(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  invert(b, k);
  multiplyPacked(a, i, inverse, 0, into, at);
}

/** Scratch of divisions: the inverse of what is divided by. */
const inverse = /* @__PURE__ */ new Float64Array(4);

function invert(q: Float64Array, at: number): void {
  inverse[0] = -q[at]!;
  inverse[1] = -q[at + 1]!;
  inverse[2] = -q[at + 2]!;
  inverse[3] = q[at + 3]!;
}

/** Brings the quaternion at `q[at…]` to length 1; without a direction it becomes the identity. */
export function normalizePacked(q: Float64Array, at: number): void {
  const n = hypot(q[at]!, q[at + 1]!, q[at + 2], q[at + 3]);
  const isUsable = n > 0 && Number.isFinite(n);
  q[at] = isUsable ? q[at]! / n : 0;
  q[at + 1] = isUsable ? q[at + 1]! / n : 0;
  q[at + 2] = isUsable ? q[at + 2]! / n : 0;
  q[at + 3] = isUsable ? q[at + 3]! / n : 1;
}

/** `into[at…]` ← the vector at `v[k…]` turned by the unit quaternion at `q[i…]`. */
export function rotatePacked(q: Float64Array, i: number, v: Float64Array, k: number, into: Float64Array, at: number): void {
  const qx = q[i]!;
  const qy = q[i + 1]!;
  const qz = q[i + 2]!;
  const qw = q[i + 3]!;
  const x = v[k]!;
  const y = v[k + 1]!;
  const z = v[k + 2]!;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  into[at] = x + qw * tx + qy * tz - qz * ty;
  into[at + 1] = y + qw * ty + qz * tx - qx * tz;
  into[at + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** `into[at…]` ← the vector at `v[k…]` turned by the inverse of the unit quaternion at `q[i…]`. */
export function rotateBackPacked(q: Float64Array, i: number, v: Float64Array, k: number, into: Float64Array, at: number): void {
  invert(q, i);
  rotatePacked(inverse, 0, v, k, into, at);
}

/** `into[at…]` ← the orientation whose columns are the right-handed orthonormal axes x, y and z, the nine numbers at `axes[i…]`. */
export function fromAxesPacked(axes: Float64Array, i: number, into: Float64Array, at: number): void {
  const m00 = axes[i]!;
  const m10 = axes[i + 1]!;
  const m20 = axes[i + 2]!;
  const m01 = axes[i + 3]!;
  const m11 = axes[i + 4]!;
  const m21 = axes[i + 5]!;
  const m02 = axes[i + 6]!;
  const m12 = axes[i + 7]!;
  const m22 = axes[i + 8]!;
  const trace = m00 + m11 + m22;
  // Shepperd's method: divide by the largest component.
  if (trace > 0) write(into, at, m21 - m12, m02 - m20, m10 - m01, 1 + trace);
  else if (m00 >= m11 && m00 >= m22) write(into, at, 1 + m00 - m11 - m22, m01 + m10, m02 + m20, m21 - m12);
  else if (m11 >= m22) write(into, at, m01 + m10, 1 + m11 - m00 - m22, m12 + m21, m02 - m20);
  else write(into, at, m02 + m20, m12 + m21, 1 + m22 - m00 - m11, m10 - m01);
  normalizePacked(into, at);
}

function write(into: Float64Array, at: number, x: number, y: number, z: number, w: number): void {
  into[at] = x;
  into[at + 1] = y;
  into[at + 2] = z;
  into[at + 3] = w;
}

/** Angle in [0, π] radians between the unit quaternions at `a[i…]` and `b[k…]`. */
export function anglePacked(a: Float64Array, i: number, b: Float64Array, k: number): number {
  divideLeftPacked(a, i, b, k, between, 0);
  return 2 * atan2(hypot(between[0]!, between[1]!, between[2]), Math.abs(between[3]!));
}

/** The turn from one quaternion to another. */
const between = /* @__PURE__ */ new Float64Array(4);

/** `into[at…]` ← the unit quaternion at share `t` of the short way from the one at `a[i…]` to the one at `b[k…]`. */
export function slerpPacked(
  a: Float64Array,
  i: number,
  b: Float64Array,
  k: number,
  t: number,
  into: Float64Array,
  at: number,
): void {
  let c = a[i]! * b[k]! + a[i + 1]! * b[k + 1]! + a[i + 2]! * b[k + 2]! + a[i + 3]! * b[k + 3]!;
  const sign = c < 0 ? -1 : 1;
  c *= sign;
  let wa = 1 - t;
  let wb = t;
  // General case; below it (angle under about 1e-4 rad) the linear weights are exact to 1e-9.
  if (c < 1 - 1e-9) {
    angles[0] = Math.sqrt((1 - c) * (1 + c));
    angles[1] = c;
    writeAngle(angles, 0);
    const theta = angles[0];
    writeSineCosine(angles, 0);
    const s = angles[0];
    angles[0] = (1 - t) * theta;
    writeSineCosine(angles, 0);
    wa = angles[0] / s;
    angles[0] = t * theta;
    writeSineCosine(angles, 0);
    wb = angles[0] / s;
  }
  wb *= sign;
  for (let n = 0; n < 4; n++) into[at + n] = wa * a[i + n]! + wb * b[k + n]!;
  normalizePacked(into, at);
}

/** An angle, and its sine and cosine. */
const angles = /* @__PURE__ */ new Float64Array(2);

/**
 * `into[at…]` ← the shortest rotation that brings the direction of the vector at `from[i…]` onto that of the one at `to[k…]`; opposite vectors turn about
 * `perpendicular(from)`.
 */
export function shortestArcPacked(
  from: Float64Array,
  i: number,
  to: Float64Array,
  k: number,
  into: Float64Array,
  at: number,
): void {
  writeDirection(from, i, 0);
  writeDirection(to, k, 3);
  const ax = arms[0]!;
  const ay = arms[1]!;
  const az = arms[2]!;
  const bx = arms[3]!;
  const by = arms[4]!;
  const bz = arms[5]!;
  const c = ax * bx + ay * by + az * bz;
  // Special case for a ≅ −b: the axis is undefined, any perpendicular serves.
  if (c < -1 + 1e-12) return into.set(fromAxisAngle(perpendicular([ax, ay, az]), Math.PI), at);
  // General case: (a×b, 1 + a·b), normalised.
  write(into, at, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx, 1 + c);
  normalizePacked(into, at);
}

/** Two unit vectors. */
const arms = /* @__PURE__ */ new Float64Array(6);

/** Writes the unit vector along the one at `v[i…]`; zeros where it has no direction. */
function writeDirection(v: Float64Array, i: number, at: number): void {
  const n = hypot(v[i]!, v[i + 1]!, v[i + 2]);
  const isUsable = n > 0 && Number.isFinite(n);
  for (let k = 0; k < 3; k++) arms[at + k] = isUsable ? v[i + k]! * (1 / n) : 0;
}

/** `into[at…]` ← the quaternion at `a[i…]`. */
export function copyPacked(a: Float64Array, i: number, into: Float64Array, at: number): void {
  into[at] = a[i]!;
  into[at + 1] = a[i + 1]!;
  into[at + 2] = a[i + 2]!;
  into[at + 3] = a[i + 3]!;
}
