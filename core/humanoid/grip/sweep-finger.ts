import { capsuleGap } from '../../contact/capsule-gap.ts';
import type { Surface, Touch } from '../../contact/touch.ts';
import { reachOf, visitCapsules, type FingerChain } from './finger-chain.ts';

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

/** The gap of a finger's flesh from a phalanx on, metres, and the phalanx where it is least. */
export function fingerGap(
  chain: FingerChain,
  shares: ArrayLike<number>,
  from: number,
  { surface, touch }: Obstacle,
): [number, number] {
  let [least, nearest] = [Infinity, -1];
  visitCapsules(chain, shares, from, (start, end, radius, phalanx) => {
    const gap = capsuleGap(surface, start, end, radius, touch, least);
    if (gap < least) [least, nearest] = [gap, phalanx];
  });
  return [least, nearest];
}

/**
 * Turns the joints of a finger from `from` on from their shares towards others, all at once, until what they move touches; writes the shares and gives the
 * phalanx that touches, −1 where none does. No step is longer than the gap allows: a joint that turns by an angle moves its flesh by no more than that angle
 * times its reach, so that nothing is passed through (conservative advancement, Mirtich 1996).
 */
export function sweepFinger(
  chain: FingerChain,
  shares: Float64Array,
  towards: ArrayLike<number>,
  from: number,
  obstacle: Obstacle,
): number {
  const start = shares.slice();
  let speed = 0;
  for (let k = from; k < shares.length; k++)
    speed += Math.abs(towards[k]! - start[k]!) * chain.phalanges[k]!.speed * reachOf(chain, k);
  let share = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const [gap, phalanx] = fingerGap(chain, shares, from, obstacle);
    if (gap - obstacle.gap <= obstacle.tolerance) return phalanx;
    if (share === 1) return -1;
    // Half the tolerance more than is safe: else the last steps would never end.
    share = speed > 0 ? Math.min(1, share + (gap - obstacle.gap - obstacle.tolerance / 2) / speed) : 1;
    for (let k = from; k < shares.length; k++) shares[k] = start[k]! + share * (towards[k]! - start[k]!);
  }
  return fingerGap(chain, shares, from, obstacle)[1];
}
