import { hypot, log } from '../../math/elementary.ts';
import { distance, type Vec3 } from '../../math/vec3.ts';
import type { JointTree } from '../body/joint-tree.ts';

/** Which joint mirrors which, across a vertical plane through the body's middle. */
export interface Symmetry {
  /** Index of the coordinate that crosses the plane: 0 for x, 2 for z. */
  readonly axis: 0 | 2;
  /** For each joint its mirror image; itself for joints in the middle; −1 when it has none. */
  readonly mirror: readonly number[];
  /** Signed distance of each joint from the plane, metres. */
  readonly aside: readonly number[];
}

/** Cost, in parts of the body's extent, above which two branches are no mirror images (people are modelled in relaxed poses too). */
const ALIKE = 0.35;

/** Branches of one joint that are compared with each other: a crown of hair has some dozens. */
const MOST_BRANCHES = 128;

/** The better of the two vertical symmetry planes along the world axes: the one with more mirrored joints, further apart. */
export function findSymmetry(tree: JointTree): Symmetry {
  const candidates = ([0, 2] as const).map((axis) => mirrored(tree, axis));
  const [x, z] = candidates.map(({ symmetry, score }) => ({ symmetry, score }));
  return z!.score > x!.score * 1.2 ? z!.symmetry : x!.symmetry;
}

/** Diagonal of the box around all joints, metres. */
export function extentOf(tree: JointTree): number {
  const span = (k: 0 | 1 | 2) => Math.max(...tree.positions.map((p) => p[k])) - Math.min(...tree.positions.map((p) => p[k]));
  return hypot(span(0), span(1), span(2));
}

function mirrored(tree: JointTree, axis: 0 | 2): { symmetry: Symmetry; score: number } {
  const sorted = tree.positions.map((p) => p[axis]).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const aside = tree.positions.map((p) => p[axis] - middle);
  const branches = measureBranches(tree);
  const extent = extentOf(tree) || 1;
  const reflect = (p: Vec3): Vec3 => (axis === 0 ? [2 * middle - p[0], p[1], p[2]] : [p[0], p[1], 2 * middle - p[2]]);
  const cost = (a: number, b: number): number => {
    const sizes = Math.abs(log(branches.sizes[a]! / branches.sizes[b]!));
    const joints = distance(tree.positions[a]!, reflect(tree.positions[b]!));
    const centres = distance(branches.centres[a]!, reflect(branches.centres[b]!));
    return (joints + centres) / extent + 0.1 * sizes;
  };
  const opposite = (a: number, b: number) => (branches.centres[a]![axis] - middle) * (branches.centres[b]![axis] - middle) < 0;
  const mirror = tree.nodes.map(() => -1);
  const matchAmong = (left: readonly number[], right: readonly number[], isMiddle: boolean): [number, number][] => {
    const options: [number, number, number][] = [];
    for (const a of left.slice(0, MOST_BRANCHES)) {
      for (const b of right.slice(0, MOST_BRANCHES)) {
        if (isMiddle && b < a) continue;
        if (isMiddle && a !== b && !opposite(a, b)) continue;
        const price = cost(a, b);
        if (price < ALIKE) options.push([price, a, b]);
      }
    }
    options.sort((one, other) => one[0] - other[0]);
    const taken = new Set<number>();
    const pairs: [number, number][] = [];
    for (const [, a, b] of options) {
      if (taken.has(a) || taken.has(b)) continue;
      taken.add(a).add(b);
      pairs.push([a, b]);
    }
    return pairs;
  };
  const roots = tree.parents.flatMap((parent, j) => (parent < 0 ? [j] : []));
  const pending = matchAmong(roots, roots, true);
  let score = 0;
  while (pending.length > 0) {
    const [a, b] = pending.pop()!;
    mirror[a] = b;
    mirror[b] = a;
    if (a === b) pending.push(...matchAmong(tree.children[a]!, tree.children[a]!, true));
    else {
      score += Math.abs(aside[a]!) + Math.abs(aside[b]!);
      pending.push(...matchAmong(tree.children[a]!, tree.children[b]!, false));
    }
  }
  return { symmetry: { axis, mirror, aside }, score };
}

/** Number of joints of each joint's branch, and their mean position. */
function measureBranches(tree: JointTree): { sizes: number[]; centres: Vec3[] } {
  const sizes = tree.nodes.map(() => 1);
  const sums = tree.positions.map((p): [number, number, number] => [...p]);
  for (let j = tree.count - 1; j >= 0; j--) {
    const parent = tree.parents[j]!;
    if (parent < 0) continue;
    sizes[parent]! += sizes[j]!;
    for (const k of [0, 1, 2] as const) sums[parent]![k] += sums[j]![k];
  }
  return { sizes, centres: sums.map(([x, y, z], j): Vec3 => [x / sizes[j]!, y / sizes[j]!, z / sizes[j]!]) };
}
