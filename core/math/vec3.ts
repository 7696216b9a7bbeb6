import { hypot } from './elementary.ts';

/** A vector or point as `[x, y, z]`. Functions return new ones. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** The origin, and the axes of the space. */
export const ZERO: Vec3 = [0, 0, 0];
export const UNIT_X: Vec3 = [1, 0, 0];
export const UNIT_Y: Vec3 = [0, 1, 0];
export const UNIT_Z: Vec3 = [0, 0, 1];

/** Reads the vector that starts at element `3 * index` of a packed array. */
export function vec3At(packed: ArrayLike<number>, index: number): Vec3 {
  const o = 3 * index;
  return [packed[o]!, packed[o + 1]!, packed[o + 2]!];
}

/** a + b. */
export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** a − b. */
export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** `a` times a factor. */
export function scale(a: Vec3, factor: number): Vec3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/** a ⊙ b: axis by axis. */
export function timesEach(a: Vec3, b: Vec3): Vec3 {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
}

/** a · b: the product of the lengths and the cosine of the angle between them. */
export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** a × b, right-handed: perpendicular to both, as long as the parallelogram between them is large. */
export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** |a|. */
export function length(a: Vec3): number {
  return hypot(a[0], a[1], a[2]);
}

/** |a − b|, of points in metres: metres. */
export function distance(a: Vec3, b: Vec3): number {
  return hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Unit vector along `a`, or `fallback` when `a` has no direction (length 0 or not finite). */
export function normalize(a: Vec3, fallback: Vec3 = ZERO): Vec3 {
  const n = length(a);
  return n > 0 && Number.isFinite(n) ? scale(a, 1 / n) : fallback;
}

/** `a` at parameter 0, `b` at parameter 1. */
export function lerp(a: Vec3, b: Vec3, t: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** The middle of points, or the mean of vectors; 0 of none. */
export function meanOf(points: readonly Vec3[]): Vec3 {
  return scale(points.reduce(add, ZERO), 1 / Math.max(1, points.length));
}

/** The part of `a` perpendicular to the unit vector `axis`. */
export function rejectFrom(a: Vec3, axis: Vec3): Vec3 {
  return subtract(a, scale(axis, dot(a, axis)));
}

/** A unit vector perpendicular to the unit vector `a`: built from its smallest component, so it is never degenerate. */
export function perpendicular(a: Vec3): Vec3 {
  const x = Math.abs(a[0]);
  const y = Math.abs(a[1]);
  const z = Math.abs(a[2]);
  const other = x <= y && x <= z ? UNIT_X : y <= z ? UNIT_Y : UNIT_Z;
  return normalize(cross(a, other));
}
