import { squareToDisc } from './disc.ts';
import { createTouch, finishTouch, type Surface, type Touch } from './touch.ts';
import { DEEPEST, type TriangleTree } from './triangle-tree.ts';
import type { Triangles } from './triangles.ts';

/** Cells along a side of the innermost grid at most, and how many triangles there are for each of them along a side; cells along the others. */
const MOST_CELLS = 32;
const TRIANGLES_A_CELL = 16;
const OUTER_CELLS = 8;
/** Grids around the innermost one, each twice as large as the one in it. */
const OUTER_GRIDS = 6;

/**
 * What is near in a mesh. Space about it is cut into cells, the finer the nearer they are; the first query of a cell looks for what is nearest to its middle.
 * That triangle is what later queries of the cell begin with, so that the tree is left out but for what is nearer; and a point that is a way w from a middle
 * whose distance is d is at least d − w away: mostly that is enough. What a query finds does not depend on those before it.
 */
export function nearestInMesh(triangles: Triangles, tree: TriangleTree): Surface['nearest'] {
  const search = searchIn(triangles, tree);
  const sides = [0, 1, 2].map((axis) => tree.bounds[3 + axis]! - tree.bounds[axis]!);
  const center = Float64Array.from(sides, (side, axis) => tree.bounds[axis]! + side / 2);
  const innerHalf = Math.max(...sides) / 2;
  const innerCells = Math.min(MOST_CELLS, Math.ceil(Math.sqrt(triangles.count / TRIANGLES_A_CELL)));
  const inner = innerCells * innerCells * innerCells;
  const outer = OUTER_CELLS * OUTER_CELLS * OUTER_CELLS;
  const nearest = new Int32Array(inner + OUTER_GRIDS * outer).fill(-1);
  // Of the middle of each cell, metres; negative inside.
  const away = new Float64Array(nearest.length);
  const middle = new Float64Array(3);
  const there = createTouch();

  /** The cell that a point lies in, or next to where it lies outside of all, with its middle in `middle`. */
  const cellAt = (p: ArrayLike<number>): number => {
    let far = 0;
    for (let axis = 0; axis < 3; axis++) far = Math.max(far, Math.abs(p[axis]! - center[axis]!));
    let grid = 0;
    let half = innerHalf;
    for (; far > half && grid < OUTER_GRIDS; grid++) half *= 2;
    const count = grid === 0 ? innerCells : OUTER_CELLS;
    const cell = (2 * half) / count;
    let at = 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = center[axis]! - half;
      const i = Math.max(0, Math.min(count - 1, Math.floor((p[axis]! - from) / cell)));
      middle[axis] = from + (i + 0.5) * cell;
      at = at * count + i;
    }
    at += grid === 0 ? 0 : inner + (grid - 1) * outer;
    if (nearest[at]! < 0) {
      nearest[at] = search(middle, 0, there, Infinity);
      away[at] = -there.depth[0]!;
    }
    return at;
  };
  return (point, touch, within = Infinity) => {
    const at = cellAt(point);
    const x = point[0]! - middle[0]!;
    const y = point[1]! - middle[1]!;
    const z = point[2]! - middle[2]!;
    const bound = away[at]! - Math.sqrt(x * x + y * y + z * z);
    if (bound >= within) {
      touch.depth[0] = -bound;
      return;
    }
    // Only of what is outside for certain is it enough to know that nothing is near.
    const found = search(point, nearest[at]!, touch, bound > 0 ? within : Infinity);
    if (found < 0) touch.depth[0] = -within;
  };
}

/** Writes what is nearest to a point and nearer than `most` metres, beginning with a triangle, and returns the triangle it lies on; −1 where there is none. */
type Search = (point: ArrayLike<number>, begin: number, touch: Touch, most: number) => number;

function searchIn(triangles: Triangles, { discs, next, leaf, order }: TriangleTree): Search {
  const { points, corners } = triangles;
  const stack = new Int32Array(DEEPEST);
  // Squared distances, metres²: of the discs on the stack at least, and of the nearest point so far.
  const squares = new Float64Array(DEEPEST);
  const least = new Float64Array(1);
  const p = new Float64Array(3);
  const found = new Float64Array(3);

  const push = (node: number, depth: number): void => {
    stack[depth] = node;
    squares[depth] = squareToDisc(discs, node, p);
  };
  /** Looks at a triangle, and keeps its nearest point where that is the nearest so far: returns where on it, −1 where it is not. */
  const look = (triangle: number, point: Float64Array): number => {
    const at = 3 * triangle;
    const where = nearestOnTriangle(points, 3 * corners[at]!, 3 * corners[at + 1]!, 3 * corners[at + 2]!, p, found);
    const x = p[0]! - found[0]!;
    const y = p[1]! - found[1]!;
    const z = p[2]! - found[2]!;
    const square = x * x + y * y + z * z;
    if (square >= least[0]!) return -1;
    least[0] = square;
    for (let k = 0; k < 3; k++) point[k] = found[k]!;
    return where;
  };
  return (point, begin, touch, most) => {
    for (let k = 0; k < 3; k++) p[k] = point[k]!;
    least[0] = most * most;
    let region = look(begin, touch.point);
    let best = region < 0 ? -1 : begin;
    let depth = 1;
    push(0, 0);
    while (depth > 0) {
      depth--;
      if (squares[depth]! >= least[0]) continue;
      const node = stack[depth]!;
      const count = leaf[node]!;
      for (let i = 0; i < count; i++) {
        const triangle = order[next[node]! + i]!;
        const where = look(triangle, touch.point);
        if (where < 0) continue;
        best = triangle;
        region = where;
      }
      if (count > 0) continue;
      push(node + 1, depth);
      push(next[node]!, depth + 1);
      // The nearer child last, so that it is looked at first.
      if (squares[depth]! < squares[depth + 1]!) {
        const square = squares[depth]!;
        squares[depth] = squares[depth + 1]!;
        squares[depth + 1] = square;
        stack[depth] = next[node]!;
        stack[depth + 1] = node + 1;
      }
      depth += 2;
    }
    if (best < 0) return best;
    writeNormal(triangles, best, region, touch.normal);
    finishTouch(p, touch);
    return best;
  };
}

/** The normal that tells outside from inside at a corner, on an edge or within a triangle. */
function writeNormal(
  { corners, faceNormals, edgeNormals, pointNormals }: Triangles,
  triangle: number,
  region: number,
  normal: Float64Array,
): void {
  const isCorner = region < EDGE;
  const from = isCorner ? pointNormals : region < WITHIN ? edgeNormals : faceNormals;
  const at = isCorner ? 3 * corners[3 * triangle + region]! : region < WITHIN ? 9 * triangle + 3 * (region - EDGE) : 3 * triangle;
  for (let k = 0; k < 3; k++) normal[k] = from[at + k]!;
}

/** Where on a triangle the nearest point lies: at a corner (0, 1, 2), on the edge from a corner to the next (3, 4, 5), or within (6). */
const EDGE = 3;
const WITHIN = 6;

/**
 * Writes the point of a triangle that is nearest to `p` to `out`, and returns where it lies. `a`, `b` and `c` are where in `points` its corners begin. The
 * point is a + v (b − a) + w (c − a), by the region of the triangle's plane that `p` is above (Ericson, Real-Time Collision Detection, 5.1.5).
 */
function nearestOnTriangle(points: Float64Array, a: number, b: number, c: number, p: Float64Array, out: Float64Array): number {
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const wx = points[c]! - points[a]!;
  const wy = points[c + 1]! - points[a + 1]!;
  const wz = points[c + 2]! - points[a + 2]!;
  // The way from each corner to p along both sides that begin at a.
  const u1 = ux * (p[0]! - points[a]!) + uy * (p[1]! - points[a + 1]!) + uz * (p[2]! - points[a + 2]!);
  const w1 = wx * (p[0]! - points[a]!) + wy * (p[1]! - points[a + 1]!) + wz * (p[2]! - points[a + 2]!);
  const u2 = ux * (p[0]! - points[b]!) + uy * (p[1]! - points[b + 1]!) + uz * (p[2]! - points[b + 2]!);
  const w2 = wx * (p[0]! - points[b]!) + wy * (p[1]! - points[b + 1]!) + wz * (p[2]! - points[b + 2]!);
  const u3 = ux * (p[0]! - points[c]!) + uy * (p[1]! - points[c + 1]!) + uz * (p[2]! - points[c + 2]!);
  const w3 = wx * (p[0]! - points[c]!) + wy * (p[1]! - points[c + 1]!) + wz * (p[2]! - points[c + 2]!);
  const areaA = u2 * w3 - u3 * w2;
  const areaB = u3 * w1 - u1 * w3;
  const areaC = u1 * w2 - u2 * w1;
  let region = WITHIN;
  let v = 0;
  let w = 0;
  if (u1 <= 0 && w1 <= 0) region = 0;
  else if (u2 >= 0 && w2 <= u2) {
    region = 1;
    v = 1;
  } else if (areaC <= 0 && u1 >= 0 && u2 <= 0) {
    region = EDGE;
    v = u1 / (u1 - u2);
  } else if (w3 >= 0 && u3 <= w3) {
    region = 2;
    w = 1;
  } else if (areaB <= 0 && w1 >= 0 && w3 <= 0) {
    region = EDGE + 2;
    w = w1 / (w1 - w3);
  } else if (areaA <= 0 && w2 - u2 >= 0 && u3 - w3 >= 0) {
    region = EDGE + 1;
    w = (w2 - u2) / (w2 - u2 + (u3 - w3));
    v = 1 - w;
  } else {
    const sum = areaA + areaB + areaC;
    v = areaB / sum;
    w = areaC / sum;
  }
  out[0] = points[a]! + v * ux + w * wx;
  out[1] = points[a + 1]! + v * uy + w * wy;
  out[2] = points[a + 2]! + v * uz + w * wz;
  return region;
}
