import { cross, length, subtract, type Vec3 } from '../math/vec3.ts';

/** Triangles as a graphics card draws them, counter-clockwise seen from outside: three numbers a point, metres, with its outward unit normal. */
export interface ShapeMesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Three a triangle. */
  readonly indices: Uint32Array;
}

/** A mesh that is being built, triangle by triangle. */
export interface MeshBuilder {
  readonly positions: number[];
  readonly normals: number[];
  readonly indices: number[];
}

/** A mesh without triangles. */
export function emptyMesh(): MeshBuilder {
  return { positions: [], normals: [], indices: [] };
}

/** Adds a point with its normal, and gives its index. */
export function addPoint({ positions, normals }: MeshBuilder, point: Vec3, normal: Vec3): number {
  positions.push(...point);
  normals.push(...normal);
  return positions.length / 3 - 1;
}

/** Adds a flat convex face with points of its own, counter-clockwise seen from outside: a fan of triangles from its first point. */
export function addFace(mesh: MeshBuilder, corners: readonly Vec3[]): void {
  const normal = normalOf(corners[0]!, corners[1]!, corners[2]!);
  const points = corners.map((corner) => addPoint(mesh, corner, normal));
  for (let i = 2; i < points.length; i++) mesh.indices.push(points[0]!, points[i - 1]!, points[i]!);
}

/** Unit normal of a triangle, counter-clockwise seen from its tip; +Y of one without an area. */
export function normalOf(a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const normal = cross(subtract(b, a), subtract(c, a));
  const area = length(normal);
  return area > 0 ? [normal[0] / area, normal[1] / area, normal[2] / area] : [0, 1, 0];
}

/** The triangles that were built, in packed arrays. */
export function packMesh({ positions, normals, indices }: MeshBuilder): ShapeMesh {
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
  };
}
