import { fromAxes, type Quat } from '../../math/quat.ts';
import { cross, dot, length, normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';

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
  const out: number[] = [];
  for (let column = 0; column < 16; column += 4) {
    const x = b[column]!;
    const y = b[column + 1]!;
    const z = b[column + 2]!;
    const w = b[column + 3]!;
    for (let row = 0; row < 4; row++) out.push(a[row]! * x + a[4 + row]! * y + a[8 + row]! * z + a[12 + row]! * w);
  }
  return out;
}

/**
 * Splits an affine matrix into translation, rotation and scale. A mirroring matrix gets a negative x scale; shear is dropped
 * (glTF forbids it); a column without length gets scale 0 and a direction that completes the axes.
 */
export function decomposeMatrix(m: Matrix): Transform {
  const column = (c: number): Vec3 => [m[4 * c]!, m[4 * c + 1]!, m[4 * c + 2]!];
  const columns = [column(0), column(1), column(2)] as const;
  const mirrored = dot(cross(columns[0], columns[1]), columns[2]) < 0;
  const lengths: Vec3 = [length(columns[0]) * (mirrored ? -1 : 1), length(columns[1]), length(columns[2])];
  const x = normalize(scale(columns[0], mirrored ? -1 : 1), normalize(cross(columns[1], columns[2]), [1, 0, 0]));
  const y = normalize(subtract(columns[1], scale(x, dot(x, columns[1]))), normalize(cross(columns[2], x), anyPerpendicular(x)));
  return { translation: column(3), rotation: fromAxes(x, y, cross(x, y)), scale: lengths };
}

function anyPerpendicular(x: Vec3): Vec3 {
  return normalize(cross(x, Math.abs(x[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1]));
}

/** The inverse of an affine matrix; null when it has none. */
export function invertAffine(m: Matrix): number[] | null {
  const column = (c: number): Vec3 => [m[4 * c]!, m[4 * c + 1]!, m[4 * c + 2]!];
  const [a, b, c] = [column(0), column(1), column(2)];
  const determinant = dot(a, cross(b, c));
  if (!(Math.abs(determinant) > 0 && Number.isFinite(1 / determinant))) return null;
  // Rows of the inverse are the cross products of the columns.
  const rows = [cross(b, c), cross(c, a), cross(a, b)].map((row) => scale(row, 1 / determinant)) as [Vec3, Vec3, Vec3];
  const origin = column(3);
  const [x, y, z] = rows;
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, origin), -dot(y, origin), -dot(z, origin), 1];
}
