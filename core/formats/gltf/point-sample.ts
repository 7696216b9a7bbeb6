import { cross, distance, length, subtract, type Vec3 } from '../../math/vec3.ts';

type Corner = 0 | 1 | 2;

/** An even sample of what is drawn, however much there is. */
export interface PointSample {
  /** Takes a point that belongs to no surface. */
  addPoint(point: Vec3): void;
  /** Takes points of a triangle, as many as its area asks for: of those the ones that are nearest to one of the corners that are its own. */
  addTriangle(corners: readonly [Vec3, Vec3, Vec3], own: readonly [boolean, boolean, boolean]): void;
  /** 3 × n, at most {@link MOST_POINTS} points. */
  points(): readonly number[];
}

/** Points that tell the shape of a limb, a hand or a head. Our choice. */
export const MOST_POINTS = 256;
/** Points on the first surface that is taken: more than it takes to tell a shape, where there is no other. */
const FIRST_POINTS = 64;
/** Steps of the two-dimensional sequence R₂ with 1/g and 1/g², g³ = g + 1 (Roberts, The unreasonable effectiveness of quasirandom sequences, 2018). */
const STEP_X = 0.7548776662466927;
const STEP_Y = 0.5698402909980532;

/**
 * Takes everything until there is no room, then drops every second point and from then on takes half as many: of loose points every second one, of surfaces
 * a point each for twice the area.
 */
export function createPointSample(): PointSample {
  const kept: number[] = [];
  let stride = 1;
  let seen = 0;
  /** Area that a point stands for, 0 before there is any; and what was taken of the next point's. */
  let share = 0;
  let carried = 0;
  let x = 0.5;
  let y = 0.5;
  const keep = (point: Vec3): void => {
    kept.push(...point);
    if (kept.length <= 3 * MOST_POINTS) return;
    let count = 0;
    for (let i = 0; i < kept.length; i += 6) for (let k = 0; k < 3; k++) kept[count++] = kept[i + k]!;
    kept.length = count;
    stride *= 2;
    share *= 2;
  };
  return {
    addPoint: (point) => {
      if (seen++ % stride === 0) keep(point);
    },
    addTriangle: (corners, own) => {
      const [first, second, third] = ordered(corners);
      const [a, b, c] = [corners[first], corners[second], corners[third]];
      const area = length(cross(subtract(b, a), subtract(c, a))) / 2;
      if (!(area > 0 && area < Infinity)) return;
      if (share === 0) share = area / FIRST_POINTS;
      for (carried += area; carried >= share; carried -= share) {
        [x, y] = [(x + STEP_X) % 1, (y + STEP_Y) % 1];
        const [v, w] = x + y > 1 ? [1 - x, 1 - y] : [x, y];
        const u = 1 - v - w;
        const nearest = u >= v && u >= w ? first : v >= w ? second : third;
        if (own[nearest]) keep([u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1], u * a[2] + v * b[2] + w * c[2]]);
      }
    },
    points: () => kept,
  };
}

/** The corners of a triangle by the lengths of the sides across from them, so that its mirror image has them in the same order. */
function ordered([a, b, c]: readonly [Vec3, Vec3, Vec3]): [Corner, Corner, Corner] {
  const sides = [distance(b, c), distance(c, a), distance(a, b)] as const;
  return ([0, 1, 2] as [Corner, Corner, Corner]).sort((one, other) => sides[one] - sides[other]);
}
