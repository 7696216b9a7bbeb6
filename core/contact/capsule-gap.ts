import type { Vec3 } from '../math/vec3.ts';
import type { Surface, Touch } from './touch.ts';

/** Places of a segment that are looked at. */
const PLACES = 5;
/** Metres by which the gap that is found may be larger than the least, and steps towards that at most. */
const EXACT = 1e-5;
const STEPS = 10;

/**
 * Metres between a surface and all that is within a radius of a segment; negative where they are in each other. `touch` is then of the place with that gap.
 * Gives `best` at once where it cannot be less.
 *
 * The gap changes by no more than the way along the segment, at the slope n·(b − a) for a normal n. Between two places whose slopes lead towards each other the
 * least lies above where their tangents meet: the next place is there (Kelley 1960). That is exact where the surface is convex; elsewhere it is the
 * least about a few places of the segment.
 */
export function capsuleGap(surface: Surface, start: Vec3, end: Vec3, radius: number, touch: Touch, best = Infinity): number {
  const [wx, wy, wz] = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const point = [0, 0, 0];
  let slope = 0;
  let last = 0;
  let [least, at] = [Infinity, 0];
  const gapAt = (share: number): number => {
    point[0] = start[0] + share * wx;
    point[1] = start[1] + share * wy;
    point[2] = start[2] + share * wz;
    surface.nearest(point, touch);
    const gap = -touch.depth[0]! - radius;
    slope = touch.normal[0]! * wx + touch.normal[1]! * wy + touch.normal[2]! * wz;
    last = share;
    if (gap < least) [least, at] = [gap, share];
    return gap;
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
  const long = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const middle = gapAt(0.5);
  if (middle - long / 2 >= best) return best;
  if (long === 0) return Math.min(best, middle);
  let [gap, slopeThere] = [gapAt(0), slope];
  for (let i = 1; i < PLACES; i++) {
    const [before, slopeBefore] = [gap, slopeThere];
    [gap, slopeThere] = [gapAt(i / (PLACES - 1)), slope];
    narrow((i - 1) / (PLACES - 1), before, slopeBefore, i / (PLACES - 1), gap, slopeThere);
  }
  if (last !== at) gapAt(at);
  return Math.min(best, least);
}
