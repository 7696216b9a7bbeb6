import { fromAxesPacked } from '../../math/packed-quats.ts';
import { fromAxes, quatAt, type Quat } from '../../math/quat.ts';
import { hypot } from '../../math/elementary.ts';
import { cross, dot, normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';

/** A local transform as a glTF node states it. */
export interface Transform {
  readonly translation: Vec3;
  readonly rotation: Quat;
  readonly scale: Vec3;
}

/** A 4 × 4 matrix, column after column, as glTF stores it. */
export type Matrix = readonly number[] | Float64Array;

/**
 * What is read and written is always a `Float64Array`: where engines have met arrays of several kinds, they are slow, and allocate each number that they
 * read. So single matrices are computed in these.
 */
const result = /* @__PURE__ */ new Float64Array(16);
const left = /* @__PURE__ */ new Float64Array(16);
const right = /* @__PURE__ */ new Float64Array(16);

/** T · R · S as a matrix. */
export function composeMatrix({ translation, rotation, scale: factors }: Transform): number[] {
  left.set(translation, 0);
  left.set(rotation, 3);
  left.set(factors, 7);
  writeComposed(left, 0, result, 0);
  return Array.from(result);
}

/** `into[at…]` ← the matrix T · R · S of the ten numbers at `trs[i…]`: a translation, a rotation and a scale. Allocates nothing. */
export function writeComposed(trs: Float64Array, i: number, into: Float64Array, at: number): void {
  const x = trs[i + 3]!;
  const y = trs[i + 4]!;
  const z = trs[i + 5]!;
  const w = trs[i + 6]!;
  const sx = trs[i + 7]!;
  const sy = trs[i + 8]!;
  const sz = trs[i + 9]!;
  into[at] = (1 - 2 * (y * y + z * z)) * sx;
  into[at + 1] = 2 * (x * y + z * w) * sx;
  into[at + 2] = 2 * (x * z - y * w) * sx;
  into[at + 3] = 0;
  into[at + 4] = 2 * (x * y - z * w) * sy;
  into[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  into[at + 6] = 2 * (y * z + x * w) * sy;
  into[at + 7] = 0;
  into[at + 8] = 2 * (x * z + y * w) * sz;
  into[at + 9] = 2 * (y * z - x * w) * sz;
  into[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  into[at + 11] = 0;
  into[at + 12] = trs[i]!;
  into[at + 13] = trs[i + 1]!;
  into[at + 14] = trs[i + 2]!;
  into[at + 15] = 1;
}

export function multiplyMatrices(a: Matrix, b: Matrix): number[] {
  left.set(a);
  right.set(b);
  writeProduct(left, 0, right, 0, result, 0);
  return Array.from(result);
}

/** `into[at…]` ← the product of the matrices at `a[i…]` and `b[k…]`, neither of which may be where it is written. Allocates nothing. */
export function writeProduct(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  for (let column = 0; column < 16; column += 4) {
    const x = b[k + column]!;
    const y = b[k + column + 1]!;
    const z = b[k + column + 2]!;
    const w = b[k + column + 3]!;
    for (let row = 0; row < 4; row++) {
      into[at + column + row] = a[i + row]! * x + a[i + 4 + row]! * y + a[i + 8 + row]! * z + a[i + 12 + row]! * w;
    }
  }
}

/**
 * Splits an affine matrix into translation, rotation and scale. A mirroring matrix gets a negative x scale; shear is dropped
 * (glTF forbids it); a column without length gets scale 0 and a direction that completes the axes.
 */
export function decomposeMatrix(m: Matrix): Transform {
  return {
    translation: columnOf(m, 3),
    rotation: rotationOfMatrix(m),
    scale: [hypot(m[0]!, m[1]!, m[2]) * (isMirroring(m) ? -1 : 1), hypot(m[4]!, m[5]!, m[6]), hypot(m[8]!, m[9]!, m[10])],
  };
}

/** The rotation of {@link decomposeMatrix}, by itself. */
export function rotationOfMatrix(m: Matrix): Quat {
  left.set(m);
  writeRotation(left, 0, room, 0);
  return quatAt(room, 0);
}

/** A rotation, and three axes. */
const room = /* @__PURE__ */ new Float64Array(4);
const axes = /* @__PURE__ */ new Float64Array(9);

/** `into[to…]` ← the rotation of the matrix at `m[at…]`. Asked for every node of every frame, so it allocates nothing. */
export function writeRotation(m: Float64Array, at: number, into: Float64Array, to: number): void {
  const ax = m[at]!;
  const ay = m[at + 1]!;
  const az = m[at + 2]!;
  const bx = m[at + 4]!;
  const by = m[at + 5]!;
  const bz = m[at + 6]!;
  // (a × b) · c < 0
  const volume = (ay * bz - az * by) * m[at + 8]! + (az * bx - ax * bz) * m[at + 9]! + (ax * by - ay * bx) * m[at + 10]!;
  const sign = volume < 0 ? -1 : 1;
  const length = hypot(ax, ay, az);
  // x = ±a / |a|, y = (b − (x · b) x) / |…|, z = x × y
  const perLength = sign / length;
  const xx = ax * perLength;
  const xy = ay * perLength;
  const xz = az * perLength;
  const along = xx * bx + xy * by + xz * bz;
  const acrossX = bx - xx * along;
  const acrossY = by - xy * along;
  const acrossZ = bz - xz * along;
  const height = hypot(acrossX, acrossY, acrossZ);
  if (!(length > 0 && length < Infinity && height > 0 && height < Infinity)) {
    into.set(completedRotation(Array.from(m).slice(at, at + 16), sign), to);
    return;
  }
  const perHeight = 1 / height;
  const yx = acrossX * perHeight;
  const yy = acrossY * perHeight;
  const yz = acrossZ * perHeight;
  axes[0] = xx;
  axes[1] = xy;
  axes[2] = xz;
  axes[3] = yx;
  axes[4] = yy;
  axes[5] = yz;
  axes[6] = xy * yz - xz * yy;
  axes[7] = xz * yx - xx * yz;
  axes[8] = xx * yy - xy * yx;
  fromAxesPacked(axes, 0, into, to);
}

/** The same where a column has no length, or the first two lie along each other: another direction completes the axes. */
function completedRotation(m: Matrix, sign: number): Quat {
  const [a, b, c] = [columnOf(m, 0), columnOf(m, 1), columnOf(m, 2)];
  const x = normalize(scale(a, sign), normalize(cross(b, c), [1, 0, 0]));
  const y = normalize(subtract(b, scale(x, dot(x, b))), normalize(cross(c, x), anyPerpendicular(x)));
  return fromAxes(x, y, cross(x, y));
}

/** Whether a matrix turns right-handed axes into left-handed ones: (a × b) · c < 0. */
export function isMirroring(m: Matrix): boolean {
  const x = m[1]! * m[6]! - m[2]! * m[5]!;
  const y = m[2]! * m[4]! - m[0]! * m[6]!;
  const z = m[0]! * m[5]! - m[1]! * m[4]!;
  return x * m[8]! + y * m[9]! + z * m[10]! < 0;
}

function columnOf(m: Matrix, c: number): Vec3 {
  return [m[4 * c]!, m[4 * c + 1]!, m[4 * c + 2]!];
}

function anyPerpendicular(x: Vec3): Vec3 {
  return normalize(cross(x, Math.abs(x[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1]));
}

/** The inverse of an affine matrix; null when it has none. */
export function invertAffine(m: Matrix): number[] | null {
  const [a, b, c] = [columnOf(m, 0), columnOf(m, 1), columnOf(m, 2)];
  const determinant = dot(a, cross(b, c));
  if (!(Math.abs(determinant) > 0 && Number.isFinite(1 / determinant))) return null;
  // Rows of the inverse are the cross products of the columns.
  const rows = [cross(b, c), cross(c, a), cross(a, b)].map((row) => scale(row, 1 / determinant)) as [Vec3, Vec3, Vec3];
  const origin = columnOf(m, 3);
  const [x, y, z] = rows;
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, origin), -dot(y, origin), -dot(z, origin), 1];
}
