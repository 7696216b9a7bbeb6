import type { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Quat } from '../../core/math/quat.ts';
import type { Vec3 } from '../../core/math/vec3.ts';

/**
 * The only conversion between Limber's space and Babylon's. Limber: right-handed, +Y up, metres, quaternions x y z w.
 * The scene is switched to a right-handed system, so axes and quaternions carry over number by number.
 */
export const USE_RIGHT_HANDED_SYSTEM = true;

export function writeVector(from: Vec3, to: Vector3): Vector3 {
  return to.set(from[0], from[1], from[2]);
}

export function readVector(from: Vector3): Vec3 {
  return [from.x, from.y, from.z];
}

export function writeQuaternion(from: Quat, to: Quaternion): Quaternion {
  return to.set(from[0], from[1], from[2], from[3]);
}

/** The translation of a world matrix. */
export function originOf(matrix: Matrix): Vec3 {
  const m = matrix.m;
  return [m[12]!, m[13]!, m[14]!];
}
