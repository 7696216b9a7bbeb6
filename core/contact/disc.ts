import type { Vec3 } from '../math/vec3.ts';
import type { Triangles } from './triangles.ts';

/** Numbers of a disc: its middle, its unit normal, its radius and half of how thick it is. */
export const DISC = 8;

/**
 * The squared distance, metres², from a point to a disc: nothing in it is nearer. Triangles of a smooth surface fill discs much better than boxes along the
 * axes, which stand out of the surface wherever that is slanting.
 */
export function squareToDisc(discs: Float64Array, disc: number, p: ArrayLike<number>): number {
  const at = DISC * disc;
  const x = p[0]! - discs[at]!;
  const y = p[1]! - discs[at + 1]!;
  const z = p[2]! - discs[at + 2]!;
  const height = x * discs[at + 3]! + y * discs[at + 4]! + z * discs[at + 5]!;
  const across = Math.sqrt(Math.max(0, x * x + y * y + z * z - height * height));
  const above = Math.max(0, Math.abs(height) - discs[at + 7]!);
  const beside = Math.max(0, across - discs[at + 6]!);
  return above * above + beside * beside;
}

/** Writes the disc about triangles, those at `from` up to `to` in `order`, whose box has its middle at `middle`: it lies as they do on the average. */
export function writeDisc(
  discs: Float64Array,
  disc: number,
  { points, corners, faceNormals }: Pick<Triangles, 'points' | 'corners' | 'faceNormals'>,
  order: Int32Array,
  from: number,
  to: number,
  middle: Vec3,
): void {
  let [nx, ny, nz] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const at = 3 * order[i]!;
    nx += faceNormals[at]!;
    ny += faceNormals[at + 1]!;
    nz += faceNormals[at + 2]!;
  }
  const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
  // Special case of normals that cancel each other: any way will do.
  if (size > 0) [nx, ny, nz] = [nx / size, ny / size, nz / size];
  else ny = 1;
  const [mx, my, mz] = middle;
  let [lowest, highest, widest] = [Infinity, -Infinity, 0];
  for (let i = from; i < to; i++)
    for (let corner = 3 * order[i]!; corner < 3 * order[i]! + 3; corner++) {
      const at = 3 * corners[corner]!;
      const x = points[at]! - mx;
      const y = points[at + 1]! - my;
      const z = points[at + 2]! - mz;
      const height = x * nx + y * ny + z * nz;
      const square = x * x + y * y + z * z - height * height;
      if (height < lowest) lowest = height;
      if (height > highest) highest = height;
      if (square > widest) widest = square;
    }
  const up = (lowest + highest) / 2;
  const values = [mx + up * nx, my + up * ny, mz + up * nz, nx, ny, nz, Math.sqrt(widest), (highest - lowest) / 2];
  for (let k = 0; k < DISC; k++) discs[DISC * disc + k] = values[k]!;
}
