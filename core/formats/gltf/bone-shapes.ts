import { add, cross, length, normalize, perpendicular, scale, subtract, type Vec3 } from '../../math/vec3.ts';

/** Half-width of a drawn bone as a share of its length, and where along it the bone is widest. */
const BONE_WIDTH = 0.09;
const BONE_WAIST = 0.18;

/** What drawn bones look like, as a glTF material. */
export const BONE_MATERIAL = {
  name: 'bone',
  pbrMetallicRoughness: { baseColorFactor: [0.62, 0.66, 0.72, 1], metallicFactor: 0, roughnessFactor: 0.7 },
};

/** Vertices of triangles, each a position and a normal, and the box around the positions. */
export interface BoneShape {
  /** Flat, 6 numbers a vertex. */
  readonly values: Float32Array;
  readonly count: number;
  readonly min: number[];
  readonly max: number[];
}

/** Bones from a joint to its children's places, in the joint's own space; null where there is nothing to see. */
export function boneShape(ends: readonly Vec3[]): BoneShape | null {
  const corners = ends.flatMap(boneTriangles);
  return corners.length > 0 ? vertexData(corners) : null;
}

/** The corners of a slim double pyramid from the joint to `end`, three a triangle, counter-clockwise seen from outside. */
function boneTriangles(end: Vec3): Vec3[] {
  const size = length(end);
  if (!(size > 1e-6)) return [];
  const along = normalize(end);
  const side = scale(perpendicular(along), BONE_WIDTH * size);
  const other = cross(along, side);
  const middle = scale(end, BONE_WAIST);
  const ring = [side, other, scale(side, -1), scale(other, -1)].map((corner) => add(middle, corner));
  return ring.flatMap((corner, i) => {
    const next = ring[(i + 1) % 4]!;
    return [[0, 0, 0] as const, next, corner, end, corner, next];
  });
}

function vertexData(corners: readonly Vec3[]): BoneShape {
  const values = new Float32Array(6 * corners.length);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t]!, corners[t + 1]!, corners[t + 2]!];
    const normal = normalize(cross(subtract(b, a), subtract(c, a)), [0, 1, 0]);
    [a, b, c].forEach((corner, i) => values.set([...corner, ...normal], 6 * (t + i)));
  }
  const along = (axis: number) => Array.from({ length: corners.length }, (_, i) => values[6 * i + axis]!);
  const axes = [0, 1, 2].map(along);
  return {
    values,
    count: corners.length,
    min: axes.map((list) => list.reduce((a, b) => Math.min(a, b))),
    max: axes.map((list) => list.reduce((a, b) => Math.max(a, b))),
  };
}
