import { hypot } from './elementary.ts';

// Quaternions [x, y, z, w] inside packed arrays, for what is done with every joint of every frame: nothing here allocates. `a[i…]` is the
// quaternion that begins at index i; `into` may be one of the arguments. The arithmetic is that of quat.ts, to the bit.

/** `into[at…]` ← a · b of the quaternions at `a[i…]` and `b[k…]`. */
export function multiplyPacked(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  product(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!, b[k]!, b[k + 1]!, b[k + 2]!, b[k + 3]!, into, at);
}

/** `into[at…]` ← a⁻¹ · b of the unit quaternions at `a[i…]` and `b[k…]`. */
export function divideLeftPacked(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  product(-a[i]!, -a[i + 1]!, -a[i + 2]!, a[i + 3]!, b[k]!, b[k + 1]!, b[k + 2]!, b[k + 3]!, into, at);
}

/** `into[at…]` ← a · b⁻¹ of the unit quaternions at `a[i…]` and `b[k…]`. */
export function divideRightPacked(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  product(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!, -b[k]!, -b[k + 1]!, -b[k + 2]!, b[k + 3]!, into, at);
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

/** `into[at…]` ← the quaternion at `a[i…]`. */
export function copyPacked(a: Float64Array, i: number, into: Float64Array, at: number): void {
  into[at] = a[i]!;
  into[at + 1] = a[i + 1]!;
  into[at + 2] = a[i + 2]!;
  into[at + 3] = a[i + 3]!;
}

function product(
  ax: number,
  ay: number,
  az: number,
  aw: number,
  bx: number,
  by: number,
  bz: number,
  bw: number,
  into: Float64Array,
  at: number,
): void {
  into[at] = aw * bx + ax * bw + ay * bz - az * by;
  into[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  into[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  into[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}
