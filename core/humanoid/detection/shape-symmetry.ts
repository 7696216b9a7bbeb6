import { cos, hypot, log, sin } from '../../math/elementary.ts';
import { add, distance, dot, scale, type Vec3 } from '../../math/vec3.ts';
import type { JointTree } from '../body/joint-tree.ts';

/** Which joint mirrors which, across a vertical plane through the body's middle. */
export interface Symmetry {
  /** Across the plane, horizontal, unit length: the left of a body that looks anywhere between +Z and +X. */
  readonly across: Vec3;
  /** For each joint its mirror image; itself for joints in the middle; −1 when it has none. */
  readonly mirror: readonly number[];
  /** Signed distance of each joint from the plane, metres. */
  readonly aside: readonly number[];
}

/** Cost, in parts of the body's extent, above which two branches are no mirror images (people are modelled in relaxed poses too). */
const ALIKE = 0.35;

/** Branches of one joint that are compared with each other: a crown of hair has some dozens. */
const MOST_BRANCHES = 128;

/** Directions across the plane that are tried, besides x and z: bodies that a capture caught as they stood face anywhere. */
const DIRECTIONS = 12;

/** The vertical symmetry plane with the most mirrored joints, far apart and alike; along the world axes where another is hardly better. */
export function findSymmetry(tree: JointTree): Symmetry {
  const branches = measureBranches(tree);
  const candidates = Array.from({ length: DIRECTIONS }, (_, i) => mirrored(tree, branches, (i * Math.PI) / DIRECTIONS));
  const clearly = (better: Candidate, worse: Candidate) => better.score > worse.score * 1.2;
  const [x, z] = [candidates[0]!, candidates[DIRECTIONS / 2]!];
  const upright = clearly(z, x) ? z : x;
  const turned = candidates.reduce((best, candidate) => (candidate.score > best.score ? candidate : best));
  return (clearly(turned, upright) ? turned : upright).symmetry;
}

interface Candidate {
  readonly symmetry: Symmetry;
  readonly score: number;
}

/** Diagonal of the box around all joints, metres. */
export function extentOf(tree: JointTree): number {
  const span = (k: 0 | 1 | 2) => Math.max(...tree.positions.map((p) => p[k])) - Math.min(...tree.positions.map((p) => p[k]));
  return hypot(span(0), span(1), span(2));
}

/** The plane across the direction that is `turn` radians about +Y from +x, and the joints that are alike on both sides of it. */
function mirrored(tree: JointTree, branches: Branches, turn: number): Candidate {
  const across: Vec3 = [cos(turn), 0, -sin(turn)];
  const along = (p: Vec3) => dot(p, across);
  const sorted = tree.positions.map(along).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const aside = tree.positions.map((p) => along(p) - middle);
  const extent = extentOf(tree) || 1;
  const reflect = (p: Vec3): Vec3 => add(p, scale(across, 2 * (middle - along(p))));
  const cost = (a: number, b: number): number => {
    const sizes = Math.abs(log(branches.sizes[a]! / branches.sizes[b]!));
    const joints = distance(tree.positions[a]!, reflect(tree.positions[b]!));
    const centres = distance(branches.centres[a]!, reflect(branches.centres[b]!));
    return (joints + centres) / extent + 0.1 * sizes;
  };
  const crosses = (a: Vec3, b: Vec3) => (along(a) - middle) * (along(b) - middle) < 0;
  // A leg may swing across the middle, and both may start in it.
  const opposite = (a: number, b: number) =>
    crosses(branches.centres[a]!, branches.centres[b]!) || crosses(tree.positions[a]!, tree.positions[b]!);
  const mirror = tree.nodes.map(() => -1);
  const matchAmong = (left: readonly number[], right: readonly number[], isMiddle: boolean): Match[] => {
    const options: Match[] = [];
    for (const a of left.slice(0, MOST_BRANCHES)) {
      for (const b of right.slice(0, MOST_BRANCHES)) {
        if (isMiddle && b < a) continue;
        if (isMiddle && a !== b && !opposite(a, b)) continue;
        const price = cost(a, b);
        if (price < ALIKE) options.push({ price, a, b });
      }
    }
    // Two that are each other's images are better than either alone in the middle.
    const order = ({ price, a, b }: Match) => (isMiddle && a === b ? 2 * price : price);
    options.sort((one, other) => order(one) - order(other));
    const taken = new Set<number>();
    return options.filter(({ a, b }) => {
      if (taken.has(a) || taken.has(b)) return false;
      taken.add(a).add(b);
      return true;
    });
  };
  const roots = tree.parents.flatMap((parent, j) => (parent < 0 ? [j] : []));
  // What carries most of the body is in its middle, wherever a file puts its own origin.
  const carrier = roots.find((root) => branches.sizes[root]! > tree.count / 2);
  const pending = carrier === undefined ? matchAmong(roots, roots, true) : [{ price: 0, a: carrier, b: carrier }];
  let score = 0;
  while (pending.length > 0) {
    const { price, a, b } = pending.pop()!;
    mirror[a] = b;
    mirror[b] = a;
    if (a === b) pending.push(...matchAmong(tree.children[a]!, tree.children[a]!, true));
    else {
      score += (Math.abs(aside[a]!) + Math.abs(aside[b]!)) * (1 - price / ALIKE);
      pending.push(...matchAmong(tree.children[a]!, tree.children[b]!, false));
    }
  }
  return { symmetry: { across, mirror, aside }, score };
}

/** Two branches that may be each other's images; the lower the price, the more alike. */
interface Match {
  readonly price: number;
  readonly a: number;
  readonly b: number;
}

/** Number of joints of each joint's branch, and their mean position. */
interface Branches {
  readonly sizes: readonly number[];
  readonly centres: readonly Vec3[];
}

function measureBranches(tree: JointTree): Branches {
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
