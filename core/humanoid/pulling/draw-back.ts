import { clamp } from '../../math/angles.ts';

/** Share of what a target may be out of reach by, to which that is met. */
const EXACTNESS = 0.2;
/** Rounds in which a target is drawn back. */
const DRAWS = 12;
/** How many times as far as it is missed by a target is drawn back at most. */
const MOST_DRAW = 4;

/** A way from what is out of reach to what is not, and how a place on it is pulled to. Metres. */
export interface Way<Found> {
  readonly length: number;
  /** What comes of a target so far along the way. */
  readonly at: (drawn: number) => Found;
  /** How far what was found is from its target. */
  readonly missedBy: (found: Found) => number;
}

/**
 * What comes of the target that is drawn back along a way no further than until it is missed by `beyond` metres; `found` is what came of the target at the
 * beginning of the way. While no place is known that is missed by less, each round goes on by what is still missed or, where the last round gained less than it
 * drew back, by more; then the way between is halved. Where what is missed leaps from more to less, it is what is missed by less.
 */
export function drawBack<Found>({ length, at, missedBy }: Way<Found>, found: Found, beyond: number): Found {
  const exact = EXACTNESS * beyond;
  let best = found;
  let excess = missedBy(found) - beyond;
  let out = { drawn: 0, excess };
  let inside: number | null = null;
  let gain = 1;
  for (let draw = 0; draw < DRAWS && Math.abs(excess) > exact && (inside ?? length) - out.drawn > exact; draw++) {
    const drawn: number = inside === null ? Math.min(out.drawn + out.excess / gain, length) : (out.drawn + inside) / 2;
    const next = at(drawn);
    excess = missedBy(next) - beyond;
    if (excess <= exact || inside === null) best = next;
    if (excess <= 0) inside = drawn;
    else {
      gain = clamp((out.excess - excess) / (drawn - out.drawn), 1 / MOST_DRAW, 1);
      out = { drawn, excess };
    }
  }
  return best;
}
