import { checkNumber } from './check-numbers.ts';
import { atan2 } from './elementary.ts';
import { cross, dot, type Vec3 } from './vec3.ts';

/** Radians in a degree: `90 * DEGREES` is a right angle. */
export const DEGREES = Math.PI / 180;

/** Degrees of an angle in radians. */
export function toDegrees(radians: number): number {
  checkNumber(radians, 'the radians');
  return radians / DEGREES;
}

/** Radians of an angle in degrees. */
export function toRadians(degrees: number): number {
  checkNumber(degrees, 'the degrees');
  return degrees * DEGREES;
}

/** What {@link wrapAngle} computes in. */
const wrapped = /* @__PURE__ */ new Float64Array(1);

/** The equivalent angle in (−π, π]. */
export function wrapAngle(angle: number): number {
  wrapped[0] = angle;
  wrapIn(wrapped, 0);
  return wrapped[0];
}

/** Replaces the angle `v[at]` by the equivalent one in (−π, π]. For hot paths, like `writeAngle`. */
export function wrapIn(v: Float64Array, at: number): void {
  const angle = v[at]!;
  const turns = angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));
  v[at] = turns <= -Math.PI ? Math.PI : turns;
}

/** The value in [`min`, `max`] that is nearest to `value`. */
export function clamp(value: number, min: number, max: number): number {
  return value < min ? min : value > max ? max : value;
}

/** Radians by which `from` turns about the unit vector `axis` to `to`, both perpendicular to it and of any length. */
export function angleAbout(axis: Vec3, from: Vec3, to: Vec3): number {
  return atan2(dot(axis, cross(from, to)), dot(from, to));
}
