import type { Attempt } from '../request/attempt.ts';
import type { Stopped } from './go-on.ts';

/** Halvings of the way to a target at which something goes through what stops it. */
const HALVINGS = 6;
/** How many of these are too far from one another to go on from one to the next. */
const FAR_HALVINGS = 3;

/** How what is pulled is brought to a share of its way: built anew, or gone on to from what was brought nearly there; and what came of it. */
export interface Way {
  readonly build: (share: number) => Stopped;
  readonly near: (best: Stopped, share: number) => Stopped;
  readonly missedBy: (attempt: Attempt) => number;
  readonly isBroken: (attempt: Attempt) => boolean;
  /** Metres of the whole way, and by how many of them what is on it may be short of where it could be. */
  readonly length: number;
  readonly short: number;
}

/**
 * What stays outside and comes nearest to the end of a way: by halving the way as far as it stays outside and comes nearer, then the way beyond that. Where
 * even the first bit of it leads inside, what is at its beginning.
 */
export function farthestOutside(way: Way): Stopped {
  const { build, near, missedBy, isBroken, length, short } = way;
  let best: Stopped | null = null;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const next: Stopped = best && halving >= FAR_HALVINGS ? near(best, middle) : build(middle);
    if (isBroken(next) || (best && missedBy(next) >= missedBy(best))) high = middle;
    else {
      low = middle;
      best = next;
    }
  }
  if (!best) return build(0);
  return missedBy(best) > (1 - low) * length + short ? fartherOutside(way, best) : best;
}

/**
 * What stays outside and comes nearer to the end of a way than `found`: the body may hold back what goes further more than what goes less far. `found` where
 * nothing does.
 */
export function fartherOutside({ build, missedBy, isBroken, length }: Way, found: Stopped): Stopped {
  let best = found;
  // What is turned where it is has no way.
  let [low, high] = [length && 1 - missedBy(found) / length, 1];
  for (let halving = 0; halving < FAR_HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const next = build(middle);
    if (isBroken(next) || missedBy(next) >= missedBy(best)) high = middle;
    else {
      low = middle;
      best = next;
    }
  }
  return best;
}
