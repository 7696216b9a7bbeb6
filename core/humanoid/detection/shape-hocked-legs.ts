import { hypot, log } from '../../math/elementary.ts';
import { cross, distance, dot, length, subtract, type Vec3 } from '../../math/vec3.ts';
import { isHock } from '../body/hock.ts';
import type { JointTree } from '../body/joint-tree.ts';
import {
  crookedness,
  legStart,
  limbAt,
  livelyAtSamePlace,
  LONGEST_LIMB,
  NEAR_FLOOR,
  type Chains,
  type Limb,
  type LimbPair,
} from './shape-limbs.ts';

/** Share of its length by which a thigh above a hock goes down at least: birds carry it nearly level. */
const LEAST_DOWN = 0.05;
/** How crooked the bones of such a leg may be. */
const CROOKED = 0.15;

/**
 * Legs that stand on their toes: a thigh that goes ahead, a shin that goes back to a hock above the floor, and a bone from there down to a foot that is
 * followed by what lies flat, or by nothing.
 */
export function readHockedLegs(tree: JointTree, chains: Chains, aside: readonly number[], size: number): LimbPair | null {
  const lowest = Math.min(...tree.positions.map((p) => p[1]));
  const at = (joint: number) => tree.positions[joint]!;
  const costOf = (chain: readonly number[], [i, j, h, k]: Places): number | null => {
    const first = legStart(chain, aside, size);
    if (i < first) return null;
    const [hip, knee, hock, foot] = [i, j, h, k].map((place) => at(chain[place]!)) as [Vec3, Vec3, Vec3, Vec3];
    const [thigh, shin, below] = [subtract(knee, hip), subtract(hock, knee), subtract(foot, hock)];
    const lengths = [thigh, shin, below].map(length);
    const isLow = foot[1] - lowest <= NEAR_FLOOR * size;
    if (!isLow || Math.min(...lengths) < 0.02 * size || !isHock({ hip, knee, hock, foot })) return null;
    // The knee bends one way, the hock the other.
    if (-thigh[1] < LEAST_DOWN * lengths[0]! || -shin[1] < 0 || dot(cross(thigh, shin), cross(shin, below)) >= 0) return null;
    const crooked = [[i, j] as const, [j, h] as const, [h, k] as const].map(([from, to]) => crookedness(tree, chain, from, to));
    if (Math.max(...crooked) > CROOKED) return null;
    const ahead = k + 1 < chain.length ? subtract(at(chain[k + 1]!), foot) : null;
    const flat = ahead ? hypot(ahead[0], ahead[2]) / (length(ahead) || 1) : 0;
    const skipped = distance(at(chain[first]!), hip) / (lengths[0]! + lengths[1]!);
    return (
      Math.abs(log(lengths[0]! / lengths[1]!)) +
      2 * skipped +
      4 * Math.max(...crooked) +
      (4 * (foot[1] - lowest)) / size -
      0.5 * flat
    );
  };
  const best = cheapestPlaces(chains, costOf);
  if (!best) return null;
  const { places, cost } = best;
  const limb = (chain: readonly number[]): Limb => {
    const [i, j, h, k] = places.map((place) => livelyAtSamePlace(tree, chain, place, size)) as [number, number, number, number];
    return { ...limbAt(chain, i, j, k, null), hock: chain[h]! };
  };
  return { limbs: { left: limb(chains.left), right: limb(chains.right) }, cost };
}

/** Places along a chain of the hip, the knee, the hock and the foot. */
type Places = readonly [hip: number, knee: number, hock: number, foot: number];

/** The places that cost least on both sides together; null where none are those of a leg. */
function cheapestPlaces(
  chains: Chains,
  costOf: (chain: readonly number[], places: Places) => number | null,
): { readonly places: Places; readonly cost: number } | null {
  const count = Math.min(chains.left.length, chains.right.length, LONGEST_LIMB);
  let best: { readonly places: Places; readonly cost: number } | null = null;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      for (let h = j + 1; h < count; h++) {
        for (let k = h + 1; k < count; k++) {
          const left = costOf(chains.left, [i, j, h, k]);
          const right = left === null ? null : costOf(chains.right, [i, j, h, k]);
          if (left === null || right === null || (best && left + right >= best.cost - 1e-9)) continue;
          best = { places: [i, j, h, k], cost: left + right };
        }
      }
    }
  }
  return best;
}
