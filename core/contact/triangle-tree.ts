import { lerp, vec3At, type Vec3 } from '../math/vec3.ts';
import { DISC, writeDisc } from './disc.ts';
import type { Triangles } from './triangles.ts';

/** Boxes around triangles, boxes around those boxes, and so on. The left child of a node is the next one. */
export interface TriangleTree {
  /** Least and greatest corner of each node, six numbers, metres. */
  readonly bounds: Float64Array;
  /** A disc about the triangles of each node, see {@link writeDisc}. */
  readonly discs: Float64Array;
  /** The right child of each node; of a leaf the place in `order` where its triangles begin. */
  readonly next: Int32Array;
  /** How many triangles a leaf holds; 0 of other nodes. */
  readonly leaf: Int32Array;
  /** Triangles as the leaves hold them. */
  readonly order: Int32Array;
}

/** Triangles of a leaf: to look at so many costs about as much as to look at the boxes of two more levels. */
const MOST_IN_LEAF = 2;

/** How deep a tree of the most triangles that a mesh has may be, and more: halves are equal. */
export const DEEPEST = 64;

/** Builds the tree from above: each node is halved at the median of its triangles' middles along the side where these are spread most. */
export function buildTree(triangles: Triangles): TriangleTree {
  const { count, points, corners } = triangles;
  const middles = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++) middles[3 * i + axis]! += points[3 * corners[3 * i + k]! + axis]! / 3;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  // A tree of n leaves has n − 1 other nodes.
  const bounds = new Float64Array(6 * 2 * count);
  const discs = new Float64Array(DISC * 2 * count);
  const next: number[] = [];
  const leaf: number[] = [];

  const writeBounds = (node: number, from: number, to: number): Vec3 => {
    const box = bounds.subarray(6 * node, 6 * node + 6);
    box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    for (let i = from; i < to; i++)
      for (let corner = 3 * order[i]!; corner < 3 * order[i]! + 3; corner++)
        for (let axis = 0; axis < 3; axis++) {
          const value = points[3 * corners[corner]! + axis]!;
          if (value < box[axis]!) box[axis] = value;
          if (value > box[3 + axis]!) box[3 + axis] = value;
        }
    return lerp(vec3At(box, 0), vec3At(box, 1), 0.5);
  };
  const build = (from: number, to: number): void => {
    const node = next.length;
    writeDisc(discs, node, triangles, order, from, to, writeBounds(node, from, to));
    next.push(from);
    leaf.push(to - from);
    if (to - from <= MOST_IN_LEAF) return;
    const axis = widestAxis(middles, order, from, to);
    const middle = (from + to) >> 1;
    selectMiddle(order, from, to, middle, (i) => middles[3 * i + axis]!);
    leaf[node] = 0;
    build(from, middle);
    next[node] = next.length;
    build(middle, to);
  };
  build(0, count);
  const nodes = next.length;
  return {
    bounds: bounds.slice(0, 6 * nodes),
    discs: discs.slice(0, DISC * nodes),
    next: Int32Array.from(next),
    leaf: Int32Array.from(leaf),
    order,
  };
}

function widestAxis(middles: Float64Array, order: Int32Array, from: number, to: number): number {
  let [widest, most] = [0, -1];
  for (let axis = 0; axis < 3; axis++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      const value = middles[3 * order[i]! + axis]!;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    if (greatest - least > most) [widest, most] = [axis, greatest - least];
  }
  return widest;
}

/** Reorders so that none before `middle` is greater than any from there on (Hoare's selection). */
function selectMiddle(order: Int32Array, from: number, to: number, middle: number, valueOf: (i: number) => number): void {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const pivot = valueOf(order[(low + high) >> 1]!);
    let [i, j] = [low, high];
    while (i <= j) {
      while (valueOf(order[i]!) < pivot) i++;
      while (valueOf(order[j]!) > pivot) j--;
      if (i > j) break;
      const swapped = order[i]!;
      order[i++] = order[j]!;
      order[j--] = swapped;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
