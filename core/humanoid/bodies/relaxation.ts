import { clamp } from '../../math/angles.ts';

/** How much further than what was found the next try goes: at least and at most. */
const [LEAST, MOST] = [0.3, 12] as const;

/** How far a repeated approach goes beyond what it found. */
export interface Relaxation {
  /** The factor on what is left for the next try: what each component of it was, before and now. */
  next(left: readonly number[]): number;
}

/**
 * Aitken's relaxation: bodies that go to each other come nearer by the same share each time, so the sum of all that is left to go can be told from two
 * steps. With r what is left and ω the factor,
 *
 *   ω' = −ω r · (r' − r) / |r' − r|²,  from ω = 1 on
 *
 * (Irons and Tuck 1969).
 */
export function createRelaxation(): Relaxation {
  let factor = 1;
  let before: readonly number[] | null = null;
  return {
    next(left) {
      if (before) {
        let [along, size] = [0, 0];
        left.forEach((value, i) => {
          const change = value - before![i]!;
          along += before![i]! * change;
          size += change * change;
        });
        factor = size > 0 ? clamp((-factor * along) / size, LEAST, MOST) : 1;
      }
      before = left.slice();
      return factor;
    },
  };
}
