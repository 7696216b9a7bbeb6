import { atan2, cos, hypot, sin } from '../../math/elementary.ts';
import { add, cross, dot, perpendicular, scale, subtract, type Vec3 } from '../../math/vec3.ts';

/** A capsule in the world, metres. */
export interface FittedCapsule {
  readonly start: Vec3;
  readonly end: Vec3;
  readonly radius: number;
}

/** Fewest points that tell a shape. */
export const FEWEST = 8;
/** Share of the points beyond which they may be anything: a seam, a strap. */
const OUTLYING = 0.04;
/** A part this many times as wide as thick is two capsules side by side. */
const FLAT = 1.3;

/** The capsule about the segment `from`–`to` of a limb: moved aside to the middle of its points, its radius their mean distance. Null where there are too few. */
export function fitRound(points: readonly Vec3[], from: Vec3, to: Vec3): FittedCapsule | null {
  const way = subtract(to, from);
  const square = dot(way, way);
  const near = points.filter((point) => {
    const share = dot(subtract(point, from), way) / square;
    return share >= 0 && share <= 1;
  });
  if (near.length < FEWEST) return null;
  const axis = scale(way, 1 / Math.sqrt(square));
  const u = perpendicular(axis);
  const v = cross(axis, u);
  const across = (along: Vec3) => near.map((point) => dot(subtract(point, from), along));
  const [us, vs] = [across(u), across(v)];
  const [cu, cv] = [extentOf(us).middle, extentOf(vs).middle];
  const radius = us.reduce((sum, x, i) => sum + hypot(x - cu, vs[i]! - cv), 0) / us.length;
  const aside = add(scale(u, cu), scale(v, cv));
  return { start: add(from, aside), end: add(to, aside), radius };
}

/** One or two capsules along `axis` about the points of a hand, a foot or a head: two side by side where it is flat. None where there are too few points. */
export function fitSolid(points: readonly Vec3[], axis: Vec3): FittedCapsule[] {
  if (points.length < FEWEST) return [];
  const origin = points[0]!;
  const first = perpendicular(axis);
  const second = cross(axis, first);
  const spread = (along: Vec3) => points.map((point) => dot(subtract(point, origin), along));
  const turn = principalAngle(spread(first), spread(second));
  const wide = add(scale(first, cos(turn)), scale(second, sin(turn)));
  const thick = cross(axis, wide);
  const [lengthwise, breadth, depth] = [extentOf(spread(axis)), extentOf(spread(wide)), extentOf(spread(thick))];
  const isFlat = breadth.half > FLAT * depth.half;
  const radius = isFlat ? depth.half : (breadth.half + depth.half) / 2;
  const half = Math.max(0, lengthwise.half - radius);
  const at = (along: number, across: number): Vec3 =>
    add(
      origin,
      add(scale(axis, lengthwise.middle + along), add(scale(wide, breadth.middle + across), scale(thick, depth.middle))),
    );
  const aside = isFlat ? breadth.half - radius : 0;
  const sides = isFlat ? [-aside, aside] : [0];
  return sides.map((across) => ({ start: at(-half, across), end: at(half, across), radius }));
}

/** The capsule that lies across a slice of the trunk, along the wider of the two directions. Null where there are too few points. */
export function fitSlice(points: readonly Vec3[], centre: Vec3, left: Vec3, forward: Vec3): FittedCapsule | null {
  if (points.length < FEWEST) return null;
  const across = (along: Vec3) => extentOf(points.map((point) => dot(subtract(point, centre), along)));
  const [width, depth] = [across(left), across(forward)];
  const middle = add(centre, add(scale(left, width.middle), scale(forward, depth.middle)));
  const radius = Math.min(width.half, depth.half);
  const half = scale(width.half > depth.half ? left : forward, Math.abs(width.half - depth.half));
  return { start: subtract(middle, half), end: add(middle, half), radius };
}

/** The middle and half the size of all numbers but the outlying ones. */
function extentOf(values: readonly number[]): { readonly middle: number; readonly half: number } {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  const [low, high] = [at(OUTLYING), at(1 - OUTLYING)];
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}

/** The angle from the first axis to the direction in which the points spread most: tan 2θ = 2 σ₁₂ / (σ₁₁ − σ₂₂). */
function principalAngle(first: readonly number[], second: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(first), mean(second)];
  let [aa, ab, bb] = [0, 0, 0];
  first.forEach((value, i) => {
    const [x, y] = [value - a, second[i]! - b];
    aa += x * x;
    ab += x * y;
    bb += y * y;
  });
  return atan2(2 * ab, aa - bb) / 2;
}
