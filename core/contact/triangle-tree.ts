import type { Triangles } from './triangles.ts';

/** Boxes around triangles, boxes around those boxes, and so on. The left child of a node is the next one. */
export interface TriangleTree {
  /** Least and greatest corner of each node, six numbers, metres. */
  readonly bounds: Float64Array;
  /** The right child of each node; of a leaf the place in `order` where its triangles begin. */
  readonly next: Int32Array;
  /** How many triangles a leaf holds; 0 of other nodes. */
  readonly leaf: Int32Array;
  /** Triangles as the leaves hold them. */
  readonly order: Int32Array;
}

/** Triangles of a leaf: to look at so many costs about as much as to look at the boxes of two more levels. */
const MOST_IN_LEAF = 4;

/** How deep a tree of the most triangles that a mesh has may be, and more: halves are equal. */
export const DEEPEST = 64;

/** Builds the tree from above: each node is halved at the median of its triangles' middles along the side where these are spread most. */
export function buildTree({ count, points, corners }: Triangles): TriangleTree {
  const middles = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++) middles[3 * i + axis]! += points[3 * corners[3 * i + k]! + axis]! / 3;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const bounds: number[] = [];
  const next: number[] = [];
  const leaf: number[] = [];

  const boundsOf = (from: number, to: number): readonly number[] => {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++)
      for (let k = 0; k < 3; k++)
        for (let axis = 0; axis < 3; axis++) {
          const value = points[3 * corners[3 * order[i]! + k]! + axis]!;
          if (value < box[axis]!) box[axis] = value;
          if (value > box[3 + axis]!) box[3 + axis] = value;
        }
    return box;
  };
  const build = (from: number, to: number): void => {
    const node = next.length;
    bounds.push(...boundsOf(from, to));
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
  return { bounds: Float64Array.from(bounds), next: Int32Array.from(next), leaf: Int32Array.from(leaf), order };
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
