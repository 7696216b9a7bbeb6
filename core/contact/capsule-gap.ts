import type { Vec3 } from '../math/vec3.ts';
import type { Surface, Touch } from './touch.ts';

/** Places of a segment that are looked at. */
const PLACES = 5;
/** Metres by which the gap that is found may be larger than the least, and steps towards that at most. */
const EXACT = 1e-5;
const STEPS = 10;
/** Share of a segment by which a surface must be farther away than asked for to go on along it: else the nearest points are looked for. */
const STRIDE = 1 / 8;

/**
 * Metres between a surface and all that is within a radius of a segment; negative where they are in each other. `touch` is then of the place with that gap.
 * Gives `best` at once where it cannot be less.
 *
 * The gap changes by no more than the way along the segment: a place whose gap is larger than the least so far by the way to the places beside it rules out
 * all up to those. And it changes at the slope n·(b − a) for a normal n: between two places whose slopes lead towards each other the least lies above where
 * their tangents meet, and the next place is there (Kelley 1960). That is exact where the surface is convex; elsewhere it is the least about a few places of
 * the segment.
 */
export function capsuleGap(surface: Surface, start: Vec3, end: Vec3, radius: number, touch: Touch, best = Infinity): number {
  const [wx, wy, wz] = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const long = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const point = [0, 0, 0];
  let slope = 0;
  let last = 0;
  let [least, at] = [best, -1];
  /** The gap at a place; no more than a lower bound of it where that is at least `within`. */
  const gapAt = (share: number, within = Infinity): number => {
    point[0] = start[0] + share * wx;
    point[1] = start[1] + share * wy;
    point[2] = start[2] + share * wz;
    surface.nearest(point, touch, within + radius);
    const gap = -touch.depth[0]! - radius;
    slope = touch.normal[0]! * wx + touch.normal[1]! * wy + touch.normal[2]! * wz;
    last = share;
    if (gap < least) [least, at] = [gap, share];
    return gap;
  };
  /** Whether all of the segment is at least `best` away: from place to place by as much as each is farther away. */
  const isClear = (): boolean => {
    const beyond = best + STRIDE * long;
    const middle = (gapAt(0.5, beyond) - best) / long;
    if (middle >= 0.5) return true;
    if (!(middle >= STRIDE)) return false;
    for (const way of [-1, 1])
      for (let gone = middle; gone < 0.5;) {
        const stride = (gapAt(0.5 + way * gone, beyond) - best) / long;
        if (!(stride >= STRIDE)) return false;
        gone += stride;
      }
    return true;
  };
  const narrow = (from: number, fromGap: number, fromSlope: number, to: number, toGap: number, toSlope: number): void => {
    let [a, gapA, slopeA, b, gapB, slopeB] = [from, fromGap, fromSlope, to, toGap, toSlope];
    for (let step = 0; step < STEPS && slopeA < 0 && slopeB > 0; step++) {
      const meet = (gapB - gapA + slopeA * a - slopeB * b) / (slopeA - slopeB);
      const bound = gapA + slopeA * (meet - a);
      if (bound >= Math.min(best, least - EXACT)) return;
      const share = meet > a && meet < b ? meet : (a + b) / 2;
      const gap = gapAt(share);
      if (slope < 0) [a, gapA, slopeA] = [share, gap, slope];
      else [b, gapB, slopeB] = [share, gap, slope];
    }
  };
  if (best < Infinity && isClear()) return best;
  const apart = long / (PLACES - 1);
  let [gap, slopeThere] = [gapAt(0, least + apart), slope];
  for (let i = 1; i < PLACES && long > 0; i++) {
    const [before, slopeBefore] = [gap, slopeThere];
    [gap, slopeThere] = [gapAt(i / (PLACES - 1), least + apart), slope];
    const isBetween = before < least + apart && gap < least + apart;
    if (isBetween) narrow((i - 1) / (PLACES - 1), before, slopeBefore, i / (PLACES - 1), gap, slopeThere);
  }
  if (at < 0) return best;
  if (last !== at) gapAt(at);
  return least;
}
