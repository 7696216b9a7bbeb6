import { fromAxes, type Quat } from '../../math/quat.ts';
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

/** T · R · S as a matrix. */
export function composeMatrix({ translation, rotation, scale: factors }: Transform): number[] {
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  const sx = factors[0];
  const sy = factors[1];
  const sz = factors[2];
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    translation[0],
    translation[1],
    translation[2],
    1,
  ];
}

export function multiplyMatrices(a: Matrix, b: Matrix): number[] {
  const out = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let column = 0; column < 16; column += 4) {
    const x = b[column]!;
    const y = b[column + 1]!;
    const z = b[column + 2]!;
    const w = b[column + 3]!;
    for (let row = 0; row < 4; row++) out[column + row] = a[row]! * x + a[4 + row]! * y + a[8 + row]! * z + a[12 + row]! * w;
  }
  return out;
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

/** The rotation of {@link decomposeMatrix}, by itself. Asked for every node of every frame, so it makes nothing but its result. */
export function rotationOfMatrix(m: Matrix): Quat {
  const sign = isMirroring(m) ? -1 : 1;
  const length = hypot(m[0]!, m[1]!, m[2]);
  // x = ±a / |a|, y = (b − (x · b) x) / |…|, z = x × y
  const perLength = sign / length;
  const xx = m[0]! * perLength;
  const xy = m[1]! * perLength;
  const xz = m[2]! * perLength;
  const along = xx * m[4]! + xy * m[5]! + xz * m[6]!;
  const yx = m[4]! - xx * along;
  const yy = m[5]! - xy * along;
  const yz = m[6]! - xz * along;
  const height = hypot(yx, yy, yz);
  if (!(length > 0 && length < Infinity && height > 0 && height < Infinity)) return completedRotation(m, sign);
  const perHeight = 1 / height;
  const x: Vec3 = [xx, xy, xz];
  const y: Vec3 = [yx * perHeight, yy * perHeight, yz * perHeight];
  return fromAxes(x, y, cross(x, y));
}

/** The same where a column has no length, or the first two lie along each other: another direction completes the axes. */
function completedRotation(m: Matrix, sign: number): Quat {
  const [a, b, c] = [columnOf(m, 0), columnOf(m, 1), columnOf(m, 2)];
  const x = normalize(scale(a, sign), normalize(cross(b, c), [1, 0, 0]));
  const y = normalize(subtract(b, scale(x, dot(x, b))), normalize(cross(c, x), anyPerpendicular(x)));
  return fromAxes(x, y, cross(x, y));
}

/** (a × b) · c < 0 */
function isMirroring(m: Matrix): boolean {
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
