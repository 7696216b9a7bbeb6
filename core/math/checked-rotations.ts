// What programmers are given of `quat.ts` and `swing-twist.ts`: the same functions, with a sentence for wrong input. Core itself calls those without
// checks, thousands of times a solve.
import { checkFinite, checkNumbers, checkUnit } from './check-numbers.ts';
import * as quat from './quat.ts';
import type { EulerOrder, Quat } from './quat.ts';
import * as swingTwist from './swing-twist.ts';
import type { SwingTwist } from './swing-twist.ts';
import type { Vec3 } from './vec3.ts';

/** Hamilton product a b, both `[x, y, z, w]`: of unit quaternions, the rotation `b` followed by the rotation `a`. */
export function multiply(a: Quat, b: Quat): Quat {
  checkNumbers(a, 4, 'the first quaternion');
  checkNumbers(b, 4, 'the second quaternion');
  return quat.multiply(a, b);
}

/** The inverse of a unit quaternion. */
export function conjugate(q: Quat): Quat {
  checkUnit(q, 4, 'the quaternion');
  return quat.conjugate(q);
}

/** `v` turned by the unit quaternion `q`: v + 2w(q×v) + 2 q×(q×v). */
export function rotate(q: Quat, v: Vec3): Vec3 {
  checkUnit(q, 4, 'the quaternion');
  checkNumbers(v, 3, 'the vector');
  return quat.rotate(q, v);
}

/** Unit quaternion of the rotation by `angle` radians, right-handed, about the unit vector `axis`: (axis · sin(angle/2), cos(angle/2)). */
export function fromAxisAngle(axis: Vec3, angle: number): Quat {
  checkUnit(axis, 3, 'the axis');
  checkFinite(angle, 'the angle');
  return quat.fromAxisAngle(axis, angle);
}

/**
 * Unit quaternion of three turns about the axes, radians, right-handed: the product of the three in the given order, as three.js and most formats
 * write it. Throws a `RangeError` of one sentence for an order that is none.
 */
export function fromEuler(x: number, y: number, z: number, order: EulerOrder = 'XYZ'): Quat {
  checkFinite(x, 'the angle about x');
  checkFinite(y, 'the angle about y');
  checkFinite(z, 'the angle about z');
  return quat.fromEuler(x, y, z, order);
}

/**
 * Angle in [0, π] radians between two orientations, unit quaternions; the same for `q` and `−q`. 2 atan2(|v|, |w|) of conj(a) b, exact for small
 * angles.
 */
export function angleBetween(a: Quat, b: Quat): number {
  checkUnit(a, 4, 'the first quaternion');
  checkUnit(b, 4, 'the second quaternion');
  return quat.angleBetween(a, b);
}

/**
 * Spherical interpolation of unit quaternions along the short way, exact at `t` = 0 and 1; `t` outside [0, 1] extrapolates at the same speed.
 * Formula: (sin((1−t)θ) a + sin(tθ) b) / sin θ (Shoemake 1985).
 */
export function slerp(a: Quat, b: Quat, t: number): Quat {
  checkUnit(a, 4, 'the first quaternion');
  checkUnit(b, 4, 'the second quaternion');
  checkFinite(t, 'the share');
  return quat.slerp(a, b, t);
}

/**
 * Splits the unit quaternion `q` about the unit vector `axis`: twist = normalise(w, (v·a) a), swing = q · conj(twist).
 *
 * Where the axis is turned to its opposite (swing of π) the twist is undefined; `previousTwist` is kept then.
 * swing · twist gives `q` or −`q`, the same rotation.
 */
export function splitSwingTwist(q: Quat, axis: Vec3, previousTwist: Quat = quat.IDENTITY): SwingTwist {
  checkUnit(q, 4, 'the quaternion');
  checkUnit(axis, 3, 'the axis');
  checkUnit(previousTwist, 4, 'the previous twist');
  return swingTwist.splitSwingTwist(q, axis, previousTwist);
}
