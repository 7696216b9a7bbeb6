import type { Vec3 } from '../math/vec3.ts';
import type { Surface, Touch } from './touch.ts';

/** Places of a segment that are looked at first, and steps that narrow the best of them. */
const PLACES = 5;
const STEPS = 8;
/** (√5 − 1) / 2: the golden section. */
const GOLDEN = 0.6180339887498949;

/**
 * Metres between a surface and all that is within a radius of a segment; negative where they are in each other. Among a few places of the segment the deepest
 * is narrowed by golden section, which is exact where the surface is convex there. `touch` is then of the place with that gap. Gives `best` at once where it
 * cannot be less.
 */
export function capsuleGap(surface: Surface, start: Vec3, end: Vec3, radius: number, touch: Touch, best = Infinity): number {
  const point = [0, 0, 0];
  const gapAt = (share: number): number => {
    for (let k = 0; k < 3; k++) point[k] = start[k]! + share * (end[k]! - start[k]!);
    surface.nearest(point, touch);
    return -touch.depth[0]! - radius;
  };
  const long = Math.sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2 + (end[2] - start[2]) ** 2);
  let [least, at] = [gapAt(0.5), 0.5];
  if (least - long / 2 >= best) return best;
  const spacing = 1 / (PLACES - 1);
  for (let i = 0; i < PLACES; i++) {
    if (2 * i === PLACES - 1) continue;
    const gap = gapAt(i * spacing);
    if (gap < least) [least, at] = [gap, i * spacing];
  }
  let [from, to] = [Math.max(0, at - spacing), Math.min(1, at + spacing)];
  let [low, high] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
  let [lowGap, highGap] = [gapAt(low), gapAt(high)];
  for (let i = 0; i < STEPS; i++) {
    if (lowGap < highGap) {
      [to, high, highGap] = [high, low, lowGap];
      low = to - GOLDEN * (to - from);
      lowGap = gapAt(low);
    } else {
      [from, low, lowGap] = [low, high, highGap];
      high = from + GOLDEN * (to - from);
      highGap = gapAt(high);
    }
  }
  if (lowGap < least) [least, at] = [lowGap, low];
  if (highGap < least) [least, at] = [highGap, high];
  return Math.min(best, gapAt(at));
}
