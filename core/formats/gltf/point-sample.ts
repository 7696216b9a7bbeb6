import { hypot } from '../../math/elementary.ts';

/** Points, three numbers each. */
type Places = ArrayLike<number>;

/** An even sample of what is drawn, however much there is. */
export interface PointSample {
  /** Takes a point that belongs to no surface. */
  addPoint(places: Places, point: number): void;
  /**
   * Takes points of a triangle, as many as its area asks for: of those the ones that are nearest to one of the corners that are its own, of
   * which `own` has the bits: 1, 2 and 4.
   */
  addTriangle(places: Places, a: number, b: number, c: number, own: number): void;
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
  /** Where the numbers of a triangle's corners begin, the sides across from them, and the corners by the lengths of these. */
  const corners = new Uint32Array(3);
  const across = new Float64Array(3);
  const ordered = new Uint8Array(3);
  const keep = (px: number, py: number, pz: number): void => {
    kept.push(px, py, pz);
    if (kept.length <= 3 * MOST_POINTS) return;
    let count = 0;
    for (let i = 0; i < kept.length; i += 6) for (let k = 0; k < 3; k++) kept[count++] = kept[i + k]!;
    kept.length = count;
    stride *= 2;
    share *= 2;
  };
  return {
    addPoint: (places, point) => {
      if (seen++ % stride === 0) keep(places[3 * point]!, places[3 * point + 1]!, places[3 * point + 2]!);
    },
    addTriangle: (places, a, b, c, own) => {
      corners[0] = 3 * a;
      corners[1] = 3 * b;
      corners[2] = 3 * c;
      order(places, corners, across, ordered);
      const [first, second, third] = [ordered[0]!, ordered[1]!, ordered[2]!];
      const [p, q, r] = [corners[first]!, corners[second]!, corners[third]!];
      const area = areaOf(places, p, q, r);
      if (!(area > 0 && area < Infinity)) return;
      if (share === 0) share = area / FIRST_POINTS;
      carried += area;
      for (; carried >= share; carried -= share) {
        x = (x + STEP_X) % 1;
        y = (y + STEP_Y) % 1;
        const v = x + y > 1 ? 1 - x : x;
        const w = x + y > 1 ? 1 - y : y;
        const u = 1 - v - w;
        const nearest = u >= v && u >= w ? first : v >= w ? second : third;
        if ((own & (1 << nearest)) === 0) continue;
        const at = (k: number) => u * places[p + k]! + v * places[q + k]! + w * places[r + k]!;
        keep(at(0), at(1), at(2));
      }
    },
    points: () => kept,
  };
}

/** Orders the corners of a triangle by the lengths of the sides across from them, so that its mirror image has them in the same order. */
function order(places: Places, corners: Uint32Array, across: Float64Array, ordered: Uint8Array): void {
  for (let k = 0; k < 3; k++) across[k] = distance(places, corners[(k + 1) % 3]!, corners[(k + 2) % 3]!);
  for (let k = 0; k < 3; k++) {
    let at = k;
    for (; at > 0 && across[ordered[at - 1]!]! > across[k]!; at--) ordered[at] = ordered[at - 1]!;
    ordered[at] = k;
  }
}

/** |(q − p) × (r − p)| / 2, of the points whose numbers begin there. */
function areaOf(places: Places, p: number, q: number, r: number): number {
  const [px, py, pz] = [places[p]!, places[p + 1]!, places[p + 2]!];
  const [ax, ay, az] = [places[q]! - px, places[q + 1]! - py, places[q + 2]! - pz];
  const [bx, by, bz] = [places[r]! - px, places[r + 1]! - py, places[r + 2]! - pz];
  return hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2;
}

function distance(places: Places, p: number, q: number): number {
  return hypot(places[p]! - places[q]!, places[p + 1]! - places[q + 1]!, places[p + 2]! - places[q + 2]!);
}
