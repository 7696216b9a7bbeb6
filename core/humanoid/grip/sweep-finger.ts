import { capsuleGap } from '../../contact/capsule-gap.ts';
import type { Surface, Touch } from '../../contact/touch.ts';
import { bendFinger, placedPoint, type FingerChain, type FingerFlesh } from './finger-chain.ts';

/** The last steps towards a touch get ever shorter: so many are enough to come from the reach of a finger to within the tolerance. */
const MOST_STEPS = 80;

/** What stops fingers. */
export interface Obstacle {
  readonly surface: Surface;
  readonly touch: Touch;
  /** Metres between flesh and surface at which they touch: below 0 the flesh is pressed in. */
  readonly gap: number;
  /** Metres by which that may be missed. */
  readonly tolerance: number;
}

/** The gap of a finger's flesh from a phalanx on, metres, as it is bent by shares. */
export function fingerGap(chain: FingerChain, shares: ArrayLike<number>, from: number, obstacle: Obstacle): number {
  bendFinger(chain, shares);
  let least = Infinity;
  for (const flesh of chain.flesh) if (flesh.phalanx >= from) least = fleshGap(chain, flesh, obstacle, least);
  return least;
}

function fleshGap(
  chain: FingerChain,
  { phalanx, start, end, radius }: FingerFlesh,
  { surface, touch }: Obstacle,
  most: number,
): number {
  return capsuleGap(surface, placedPoint(chain, phalanx, start), placedPoint(chain, phalanx, end), radius, touch, most);
}

/**
 * Turns the joints of a finger from `from` on from their shares towards others, all at once, until what they move touches; writes the shares and gives the
 * outermost phalanx that touches, −1 where none does. No step is longer than the gaps allow: joints that turn by angles move flesh by no more than the angles
 * times its distances from them, so that nothing is passed through (conservative advancement, Mirtich 1996). What is known of the gap of each part of the
 * flesh shrinks with its own way; only of what may touch is it looked up anew.
 */
export function sweepFinger(
  chain: FingerChain,
  shares: Float64Array,
  towards: ArrayLike<number>,
  from: number,
  obstacle: Obstacle,
): number {
  const { phalanges, flesh } = chain;
  const { gap, tolerance } = obstacle;
  const start = shares.slice();
  const ways = flesh.map(({ phalanx, reach }) => {
    let way = 0;
    for (let k = from; k <= phalanx; k++) way += Math.abs(towards[k]! - start[k]!) * phalanges[k]!.speed * reach[k]!;
    return way;
  });
  // Of each part at least so far from touching.
  const free = flesh.map(({ phalanx }) => (phalanx < from ? Infinity : 0));
  bendFinger(chain, start);
  let share = 0;
  for (let step = 0; ; step++) {
    let next = 1 - share;
    for (let i = flesh.length - 1; i >= 0; i--) {
      if (free[i]! <= tolerance) {
        // What is farther away than its way cannot touch.
        const most = gap + ways[i]! * (1 - share) + tolerance;
        free[i] = fleshGap(chain, flesh[i]!, obstacle, most + tolerance) - gap;
        if (free[i]! <= tolerance || step === MOST_STEPS) return flesh[i]!.phalanx;
      }
      // Half the tolerance more than is safe: else the last steps would never end.
      if (ways[i]! > 0) next = Math.min(next, (free[i]! - tolerance / 2) / ways[i]!);
    }
    if (share === 1) return -1;
    share = next < 1 - share ? share + next : 1;
    for (let k = from; k < shares.length; k++) shares[k] = start[k]! + share * (towards[k]! - start[k]!);
    for (let i = 0; i < free.length; i++) free[i]! -= next * ways[i]!;
    bendFinger(chain, shares, from);
  }
}
