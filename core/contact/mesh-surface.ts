import { nearestInMesh } from './nearest-in-mesh.ts';
import { finishEntry, type Surface } from './touch.ts';
import { buildTree, DEEPEST, type TriangleTree } from './triangle-tree.ts';
import { readTriangles, type Triangles } from './triangles.ts';

/** Share of a triangle's side by which the way through a mesh may miss it: nothing slips through where two triangles meet. */
const SEAM = 1e-9;

/** The surface of triangles, by a tree of boxes over them. */
export function meshSurface(positions: Float32Array, indices: Uint32Array): Surface {
  const triangles = readTriangles(positions, indices);
  const tree = buildTree(triangles);
  return { nearest: nearestInMesh(triangles, tree), enters: entersIn(triangles, tree) };
}

function entersIn({ points, corners, faceNormals }: Triangles, { bounds, next, leaf, order }: TriangleTree): Surface['enters'] {
  const stack = new Int32Array(DEEPEST);
  const p = new Float64Array(3);
  const way = new Float64Array(3);
  // Share of the way to the first place so far.
  const first = new Float64Array(1);

  /** Whether the way passes a box before `first`: the slabs of its sides. */
  const passes = (node: number): boolean => {
    let from = 0;
    let to = first[0]!;
    for (let axis = 0; axis < 3; axis++) {
      const least = bounds[6 * node + axis]!;
      const greatest = bounds[6 * node + 3 + axis]!;
      const step = way[axis]!;
      if (step === 0) {
        if (p[axis]! < least || p[axis]! > greatest) return false;
        continue;
      }
      const s = (least - p[axis]!) / step;
      const t = (greatest - p[axis]!) / step;
      from = Math.max(from, Math.min(s, t) - SEAM);
      to = Math.min(to, Math.max(s, t) + SEAM);
      if (from > to) return false;
    }
    return true;
  };
  /** Keeps the place where the way enters a triangle, if that is the first so far: p + t way = a + u (b − a) + v (c − a) (Möller, Trumbore 1997). */
  const meets = (triangle: number): boolean => {
    const a = 3 * corners[3 * triangle]!;
    const b = 3 * corners[3 * triangle + 1]!;
    const c = 3 * corners[3 * triangle + 2]!;
    const ux = points[b]! - points[a]!;
    const uy = points[b + 1]! - points[a + 1]!;
    const uz = points[b + 2]! - points[a + 2]!;
    const vx = points[c]! - points[a]!;
    const vy = points[c + 1]! - points[a + 1]!;
    const vz = points[c + 2]! - points[a + 2]!;
    const dx = way[0]!;
    const dy = way[1]!;
    const dz = way[2]!;
    const hx = dy * vz - dz * vy;
    const hy = dz * vx - dx * vz;
    const hz = dx * vy - dy * vx;
    const determinant = ux * hx + uy * hy + uz * hz;
    if (!(determinant > 0)) return false;
    const sx = p[0]! - points[a]!;
    const sy = p[1]! - points[a + 1]!;
    const sz = p[2]! - points[a + 2]!;
    const u = (sx * hx + sy * hy + sz * hz) / determinant;
    if (u < -SEAM || u > 1 + SEAM) return false;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / determinant;
    if (v < -SEAM || u + v > 1 + SEAM) return false;
    const share = (vx * qx + vy * qy + vz * qz) / determinant;
    if (!(share >= 0 && share <= 1 && share <= first[0]!)) return false;
    first[0] = share;
    return true;
  };
  return (from, to, touch) => {
    for (let k = 0; k < 3; k++) {
      p[k] = from[k]!;
      way[k] = to[k]! - from[k]!;
    }
    let entered = -1;
    let depth = 1;
    stack[0] = 0;
    first[0] = 1;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (!passes(node)) continue;
      const count = leaf[node]!;
      for (let i = 0; i < count; i++) if (meets(order[next[node]! + i]!)) entered = order[next[node]! + i]!;
      if (count > 0) continue;
      stack[depth++] = next[node]!;
      stack[depth++] = node + 1;
    }
    if (entered < 0) return false;
    for (let k = 0; k < 3; k++) {
      touch.point[k] = p[k]! + first[0] * way[k]!;
      touch.normal[k] = faceNormals[3 * entered + k]!;
    }
    return finishEntry(to, touch);
  };
}
