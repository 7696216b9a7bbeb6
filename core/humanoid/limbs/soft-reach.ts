import { softStretch } from '../../math/soft-stretch.ts';

/** Largest share of a limb's length that a soft reach may take. */
export const MOST_SOFT_REACH = 0.25;

/**
 * Metres that a limb spans for a target `wanted` metres from its root: the soft stretch from `firm` to its `full` length. With a = firm, L = full,
 * d = wanted and d′ what it spans:
 *
 * Between bones of equal length d′ = L cos(φ/2), so that the bend turns by dφ/dd = 2 e^(−x)/(L sin(φ/2)) ≈ 2 e^(−x/2)/√(2 L (L − a)), where
 * x = (d − a)/(L − a): it is quickest at the join, whereas without softness it has no bound as the limb becomes straight.
 */
export function softSpan(wanted: number, firm: number, full: number): number {
  if (wanted <= firm || firm >= full) return Math.min(wanted, full);
  return softStretch(wanted, firm, full - firm);
}
