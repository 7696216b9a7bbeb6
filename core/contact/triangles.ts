import { acos, hypot } from '../math/elementary.ts';
import { add, cross, dot, length, scale, subtract, vec3At, type Vec3 } from '../math/vec3.ts';

/** Triangles with the normals of their faces, edges and points, by which a point is told to be outside or inside. */
export interface Triangles {
  readonly count: number;
  /** Three numbers a point, metres. */
  readonly points: Float64Array;
  /** Three points a triangle, counter-clockwise seen from outside. */
  readonly corners: Int32Array;
  /** Unit normals, three numbers a triangle. */
  readonly faceNormals: Float64Array;
  /** Of each triangle the sums of the normals that meet at its three edges, from its first to its second corner first: nine numbers a triangle. */
  readonly edgeNormals: Float64Array;
  /** Of each point the sum of the normals around it, weighted by the angle that each has there: then it tells outside from inside (Bærentzen, Aanæs 2005). */
  readonly pointNormals: Float64Array;
}

/** Reads triangles; those without an area are left out. Throws a `RangeError` when none has an area. */
export function readTriangles(positions: Float32Array, indices: Uint32Array): Triangles {
  const { points, corners: all } = weldPoints(positions, indices);
  const corners: number[] = [];
  const faceNormals: number[] = [];
  for (let i = 0; i < all.length; i += 3) {
    const [a, b, c] = [vec3At(points, all[i]!), vec3At(points, all[i + 1]!), vec3At(points, all[i + 2]!)];
    const normal = cross(subtract(b, a), subtract(c, a));
    const area = length(normal);
    if (!(area > 0)) continue;
    corners.push(all[i]!, all[i + 1]!, all[i + 2]!);
    faceNormals.push(normal[0] / area, normal[1] / area, normal[2] / area);
  }
  if (corners.length === 0) throw new RangeError('a mesh must have a triangle with an area, got none');
  const triangles = {
    count: corners.length / 3,
    points,
    corners: Int32Array.from(corners),
    faceNormals: Float64Array.from(faceNormals),
  };
  return { ...triangles, edgeNormals: edgeNormalsOf(triangles), pointNormals: pointNormalsOf(triangles) };
}

type Faces = Pick<Triangles, 'count' | 'points' | 'corners' | 'faceNormals'>;

function edgeNormalsOf({ count, points, corners, faceNormals }: Faces): Float64Array {
  const sums = new Map<number, Vec3>();
  const keyOf = (i: number, k: number): number => {
    const [a, b] = [corners[3 * i + k]!, corners[3 * i + ((k + 1) % 3)]!];
    return Math.min(a, b) * (points.length / 3) + Math.max(a, b);
  };
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) {
      const key = keyOf(i, k);
      sums.set(key, add(sums.get(key) ?? [0, 0, 0], vec3At(faceNormals, i)));
    }
  const normals = new Float64Array(9 * count);
  for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) normals.set(sums.get(keyOf(i, k))!, 9 * i + 3 * k);
  return normals;
}

function pointNormalsOf({ count, points, corners, faceNormals }: Faces): Float64Array {
  const normals = new Float64Array(points.length);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const [at, next, last] = [0, 1, 2].map((step) => vec3At(points, corners[3 * i + ((k + step) % 3)]!)) as [Vec3, Vec3, Vec3];
      const [u, v] = [subtract(next, at), subtract(last, at)];
      const cosine = dot(u, v) / (hypot(...u) * hypot(...v));
      const weighted = scale(vec3At(faceNormals, i), acos(Math.min(1, Math.max(-1, cosine))));
      for (let axis = 0; axis < 3; axis++) normals[3 * corners[3 * i + k]! + axis]! += weighted[axis]!;
    }
  }
  return normals;
}

/** Points that lie in the same place, made one. */
interface Welded {
  /** Three numbers a point, metres. */
  readonly points: Float64Array;
  /** The point of each index, of which three are a triangle. */
  readonly corners: Int32Array;
}

/** Makes one of all points that have the very same coordinates, so that triangles that share a place share a point. Open addressing over their bits. */
function weldPoints(positions: Float32Array, indices: Uint32Array): Welded {
  // + 0 makes 0 of −0, which is the same place.
  const values = positions.map((value) => value + 0);
  const bits = new Int32Array(values.buffer);
  const count = values.length / 3;
  let size = 4;
  while (size < 2 * count) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  const pointOf = new Int32Array(count);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [bits[3 * i]!, bits[3 * i + 1]!, bits[3 * i + 2]!];
    let slot = hashOf(x, y, z) & (size - 1);
    for (; slots[slot] !== -1; slot = (slot + 1) & (size - 1)) {
      const other = slots[slot]!;
      if (bits[3 * other] === x && bits[3 * other + 1] === y && bits[3 * other + 2] === z) break;
    }
    if (slots[slot] === -1) {
      slots[slot] = i;
      pointOf[i] = points.length / 3;
      points.push(values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!);
    } else pointOf[i] = pointOf[slots[slot]!]!;
  }
  return { points: Float64Array.from(points), corners: Int32Array.from(indices, (index) => pointOf[index]!) };
}

/** Spreads the bits of three numbers over one: multiplied by odd numbers and folded (Teschner et al. 2003). */
function hashOf(x: number, y: number, z: number): number {
  const mixed = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 8;
}
