import { checkFunction, checkObject } from '../math/check-values.ts';

/** What a query of a surface writes: numbers in arrays, so that nothing is allocated. */
export interface Touch {
  /** Where the surface is, metres. */
  readonly point: Float64Array;
  /** Unit vector out of what is solid there. */
  readonly normal: Float64Array;
  /** One number: metres that the asked point lies inside of the surface; negative outside. */
  readonly depth: Float64Array;
}

/** A record to write to. */
export function createTouch(): Touch {
  return { point: new Float64Array(3), normal: new Float64Array(3), depth: new Float64Array(1) };
}

/** What can be touched, in a space of its own, metres. Queries allocate nothing; one surface serves one query at a time. */
export interface Surface {
  /**
   * The nearest point of the surface to a point. The normal is the way from there to a point outside, or from a point inside to there; on the surface itself
   * the mean of those that meet there. Where the point is known to be `within` metres or more outside, or below 0 at most so deep, the depth may tell just
   * that, and point and normal be of another query: so a surface need not look for what is too far to matter. Default infinite.
   */
  readonly nearest: (point: ArrayLike<number>, touch: Touch, within?: number) => void;
  /**
   * Whether the straight way from one point to another enters what is solid, however long it is, and where first. The depth is how far its end lies below the
   * tangent plane there. What is left on the way out blocks nothing.
   */
  readonly enters: (from: ArrayLike<number>, to: ArrayLike<number>, touch: Touch) => boolean;
}

/** Throws a `RangeError` that begins with `what` unless the value is a surface. */
export function checkSurface(value: unknown, what: string): asserts value is Surface {
  checkObject(value, what);
  for (const query of ['nearest', 'enters'] as const) checkFunction((value as Surface)[query], `${what}: ${query}`);
}

/** Lengths, metres, below which a point lies on a surface: its direction from there would be rounding. */
const ON_SURFACE = 1e-9;

/**
 * Finishes a touch that has the nearest point of the surface already, and there a normal of any length that points outwards. Writes how deep the
 * point `p` is and the unit normal.
 */
export function finishTouch(p: ArrayLike<number>, touch: Touch): void {
  const { point, normal, depth } = touch;
  const x = p[0]! - point[0]!;
  const y = p[1]! - point[1]!;
  const z = p[2]! - point[2]!;
  const away = Math.sqrt(x * x + y * y + z * z);
  const sign = x * normal[0]! + y * normal[1]! + z * normal[2]! < 0 ? -1 : 1;
  depth[0] = -sign * away;
  if (away > ON_SURFACE) {
    normal[0] = (sign * x) / away;
    normal[1] = (sign * y) / away;
    normal[2] = (sign * z) / away;
    return;
  }
  const size = Math.sqrt(normal[0]! * normal[0]! + normal[1]! * normal[1]! + normal[2]! * normal[2]!);
  for (let k = 0; k < 3; k++) normal[k]! /= size;
}

/** Writes how far `to` lies below the tangent plane of the place that was entered. */
export function finishEntry(to: ArrayLike<number>, { point, normal, depth }: Touch): true {
  depth[0] = (point[0]! - to[0]!) * normal[0]! + (point[1]! - to[1]!) * normal[1]! + (point[2]! - to[2]!) * normal[2]!;
  return true;
}
