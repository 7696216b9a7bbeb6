import { hypot, log } from '../../math/elementary.ts';
import { distance, dot, length, normalize, rejectFrom, subtract } from '../../math/vec3.ts';
import type { Side } from '../body/found-bones.ts';
import type { JointTree } from '../body/joint-tree.ts';

/** Joints from `root` along the longest way down. */
export function longestChain(tree: JointTree, root: number): number[] {
  const chain = [root];
  for (let j = root; tree.children[j]!.length > 0; chain.push(j)) {
    const next = (c: number) => distance(tree.positions[j]!, tree.positions[c]!) + tree.reach[c]!;
    j = tree.children[j]!.reduce((best, c) => (next(c) > next(best) ? c : best));
  }
  return chain;
}

export interface Limb {
  /** Joint before the upper bone that belongs to the limb (a clavicle), or null. */
  readonly before: number | null;
  readonly upper: number;
  readonly lower: number;
  /** Null where the file keeps foot or hand elsewhere. */
  readonly end: number | null;
  /** Joints below `end` along the chain. */
  readonly beyond: readonly number[];
  /** The joint between `lower` and `end` of a leg that stands on its toes, or null. */
  readonly hock: number | null;
}

/** Both limbs of a mirrored pair; the lower the cost, the more they look the part. */
export interface LimbPair {
  readonly limbs: Readonly<Record<Side, Limb>>;
  readonly cost: number;
}

export type Chains = Readonly<Record<Side, readonly number[]>>;

/** What it costs to read the joints at places i < j < k of a chain as the two bones of a limb and its end; null when they are not. */
type Reading = (chain: readonly number[], i: number, j: number, k: number) => number | null;

/** What it costs to pass over a joint within an arm: wings have many. */
const PASSED_OVER = 0.05;
/** Parts of the body's extent within which joints lie at the same place. */
const SAME_PLACE = 1e-4;
/** Parts of the body's extent beside its middle from which an arm may begin. */
const BESIDE_MIDDLE = 0.015;
/** Parts of the body's extent above its lowest joint within which an ankle lies. */
export const NEAR_FLOOR = 0.1;

/**
 * Reads legs out of two mirrored chains: thigh and shin about equally long and upright, the foot low and followed by something that
 * lies flat. `size` is the body's extent. Null when no reading is a leg.
 */
export function readLegs(tree: JointTree, chains: Chains, aside: readonly number[], size: number): LimbPair | null {
  const lowest = Math.min(...tree.positions.map((p) => p[1]));
  const at = (joint: number) => tree.positions[joint]!;
  const reading: Reading = (chain, i, j, k) => {
    const first = legStart(chain, aside, size);
    const [hip, knee, ankle] = [at(chain[i]!), at(chain[j]!), at(chain[k]!)];
    const [thigh, shin] = [subtract(knee, hip), subtract(ankle, knee)];
    const [upper, lower] = [hypot(...thigh), hypot(...shin)];
    if (i < first || upper < 0.05 * size || lower < 0.05 * size || ankle[1] - lowest > NEAR_FLOOR * size) return null;
    const upright = Math.min(-thigh[1] / upper, -shin[1] / lower);
    if (upright < 0.6) return null;
    const skipped = distance(at(chain[first]!), hip) / (upper + lower);
    const ahead = k + 1 < chain.length ? subtract(at(chain[k + 1]!), ankle) : null;
    const flat = ahead ? hypot(ahead[0], ahead[2]) / (hypot(...ahead) || 1) : 0;
    return (
      Math.abs(log(upper / lower)) +
      2 * (1 - upright) +
      2 * skipped +
      4 * (crookedness(tree, chain, i, j) + crookedness(tree, chain, j, k)) +
      (4 * (ankle[1] - lowest)) / size -
      0.5 * flat
    );
  };
  const best = bestReading(chains, reading);
  if (!best) return footlessLegs(tree, chains, lowest, size);
  const limb = (chain: readonly number[]): Limb => {
    const [i, j, k] = [best.i, best.j, best.k].map((place) => livelyAtSamePlace(tree, chain, place, size)) as [
      number,
      number,
      number,
    ];
    return limbAt(chain, i, j, k, null);
  };
  return { limbs: { left: limb(chains.left), right: limb(chains.right) }, cost: best.cost };
}

/** The place along a chain from which a leg may begin: its first joint beside the body's middle. */
export function legStart(chain: readonly number[], aside: readonly number[], size: number): number {
  return Math.max(
    0,
    chain.findIndex((j) => Math.abs(aside[j]!) > 0.01 * size),
  );
}

/** How far the joints between two places of a chain lie off the line between them, as a share of its length: 0 for twist joints. */
export function crookedness(tree: JointTree, chain: readonly number[], from: number, to: number): number {
  const start = tree.positions[chain[from]!]!;
  const line = subtract(tree.positions[chain[to]!]!, start);
  const off = chain.slice(from + 1, to).map((j) => length(rejectFrom(subtract(tree.positions[j]!, start), normalize(line))));
  return Math.max(0, ...off) / length(line);
}

/** Two upright bones of which the second stops well above the floor: the feet hang elsewhere. */
function footlessLegs(tree: JointTree, chains: Chains, lowest: number, size: number): LimbPair | null {
  const read = (chain: readonly number[]): Limb | null => {
    const [upper, lower] = [chain[0], chain[1]];
    if (upper === undefined || lower === undefined || chain.length > 2) return null;
    const thigh = subtract(tree.positions[lower]!, tree.positions[upper]!);
    const long = hypot(...thigh);
    if (long < 0.05 * size || -thigh[1] / long < 0.6) return null;
    const height = tree.positions[lower]![1] - lowest;
    if (Math.abs(log(long / Math.max(height, 1e-9))) > 1) return null;
    return { before: null, upper, lower, end: null, beyond: [], hock: null };
  };
  const [left, right] = [read(chains.left), read(chains.right)];
  return left && right ? { limbs: { left, right }, cost: 4 } : null;
}

/**
 * Reads arms out of two mirrored chains: upper arm and forearm about equally long and beside the body's middle, a clavicle before them, which is
 * short or begins near the middle, branching fingers after.
 */
export function readArms(tree: JointTree, chains: Chains, aside: readonly number[], size: number): LimbPair | null {
  const at = (joint: number) => tree.positions[joint]!;
  const off = (joint: number) => Math.abs(aside[joint]!);
  const reading: Reading = (chain, i, j, k) => {
    if (i < chain.findIndex((joint) => off(joint) > BESIDE_MIDDLE * size)) return null;
    const [shoulder, elbow, wrist] = [at(chain[i]!), at(chain[j]!), at(chain[k]!)];
    const upper = distance(shoulder, elbow);
    const lower = distance(elbow, wrist);
    if (upper < 0.04 * size || lower < 0.04 * size) return null;
    const straight = dot(normalize(subtract(elbow, shoulder)), normalize(subtract(wrist, elbow)));
    const before = distance(at(chain[0]!), shoulder);
    const isInside = off(chain[0]!) < 0.5 * off(chain[i]!);
    const hasClavicle = i > 0 && before < (isInside ? 0.95 : 0.35) * upper;
    const hasFingers = tree.forks[chain[k]!]!;
    // A hand is shorter than the arm: much left beyond the wrist means that the reading ends inside a split limb.
    const left = tree.reach[chain[k]!]! / (upper + lower);
    return (
      Math.abs(log(upper / lower)) +
      0.5 * (1 - straight) +
      2 * (crookedness(tree, chain, i, j) + crookedness(tree, chain, j, k)) +
      PASSED_OVER * (k - i - 2) +
      Math.max(0, left - 0.45) +
      (hasClavicle ? -0.15 : (2 * before) / (upper + lower)) -
      (hasFingers ? 0.3 : left > 0.05 ? 0.2 : 0)
    );
  };
  const best = bestReading(chains, reading);
  if (!best) return null;
  const limb = (chain: readonly number[]): Limb => {
    const first = firstAtSamePlace(tree, chain, best.j + 1, best.k, size);
    const [i, j, k] = [best.i, best.j, first].map((place) => livelyAtSamePlace(tree, chain, place, size)) as [
      number,
      number,
      number,
    ];
    const before = firstAtSamePlace(tree, chain, 0, i, size) > 0 ? chain[livelyAtSamePlace(tree, chain, 0, size)]! : null;
    return limbAt(chain, i, j, k, before);
  };
  return { limbs: { left: limb(chains.left), right: limb(chains.right) }, cost: best.cost };
}

/** Joints of a chain that are looked at: a limb with twists and fingers has about a dozen. */
export const LONGEST_LIMB = 24;

function bestReading(chains: Chains, reading: Reading): { i: number; j: number; k: number; cost: number } | null {
  const count = Math.min(chains.left.length, chains.right.length, LONGEST_LIMB);
  let best: { i: number; j: number; k: number; cost: number } | null = null;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      for (let k = j + 1; k < count; k++) {
        const left = reading(chains.left, i, j, k);
        const right = reading(chains.right, i, j, k);
        if (left === null || right === null) continue;
        if (!best || left + right < best.cost - 1e-9) best = { i, j, k, cost: left + right };
      }
    }
  }
  return best;
}

export function limbAt(chain: readonly number[], i: number, j: number, k: number, before: number | null): Limb {
  return { before, upper: chain[i]!, lower: chain[j]!, end: chain[k]!, beyond: chain.slice(k + 1), hock: null };
}

/**
 * Of the joints of a chain that lie where the one at `place` does, the one that animations turn and on which something is drawn; `place` itself where
 * that tells nothing.
 */
export function livelyAtSamePlace(tree: JointTree, chain: readonly number[], place: number, size: number): number {
  const at = tree.positions[chain[place]!]!;
  const liveliness = (i: number) => (tree.isTurned[chain[i]!] ? 2 : 0) + (tree.isDrawn[chain[i]!] ? 1 : 0);
  let best = place;
  for (let i = 0; i < chain.length; i++) {
    const isThere = distance(tree.positions[chain[i]!]!, at) < SAME_PLACE * size;
    if (isThere && liveliness(i) > liveliness(best)) best = i;
  }
  return best;
}

/** The first of `from`..`to` that lies where `to` lies. */
function firstAtSamePlace(tree: JointTree, chain: readonly number[], from: number, to: number, size: number): number {
  let first = to;
  while (first > from && distance(tree.positions[chain[first - 1]!]!, tree.positions[chain[to]!]!) < SAME_PLACE * size) first--;
  return first;
}
