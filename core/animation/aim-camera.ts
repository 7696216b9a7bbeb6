import { atan2, hypot } from '../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../math/quat.ts';
import { subtract, UNIT_X, UNIT_Y, type Vec3 } from '../math/vec3.ts';
import { AIM_DISTANCES, sightOf, type Shot } from './camera-motion.ts';

/** Which way a camera looks. */
export interface Sight {
  /** Radians about +Y; 0: along −Z. */
  readonly yaw: number;
  /** Radians below the horizon. */
  readonly pitch: number;
}

/** Sine of the angle to the vertical below which a sight is straight up or down. */
const STRAIGHT = 1e-6;

/** The rotation of a camera that looks there, level: Ry(yaw) · Rx(−pitch). */
export function levelRotation({ yaw, pitch }: Sight): Quat {
  return multiply(fromAxisAngle(UNIT_Y, yaw), fromAxisAngle(UNIT_X, -pitch));
}

/** Which way a camera looks that is rotated like this. */
export function sightAngles(rotation: Quat): Sight {
  const [x, y, z] = sightOf({ rotation });
  const level = hypot(x, z);
  const right = rotate(rotation, UNIT_X);
  // Special case for looking straight up or down: the right of the picture tells which way it is turned.
  const yaw = level < STRAIGHT ? atan2(-right[2], right[0]) : atan2(-x, -z);
  return { yaw, pitch: atan2(-y, level) };
}

/** The rotation with the same roll that looks elsewhere. */
export function turnedTo(rotation: Quat, sight: Sight): Quat {
  const roll = multiply(conjugate(levelRotation(sightAngles(rotation))), rotation);
  return multiply(levelRotation(sight), roll);
}

/** A shot turned to aim at a point, its roll kept; null where that is nearer or farther than a camera aims. */
export function aimedAt(shot: Shot, point: Vec3): Shot | null {
  const [x, y, z] = subtract(point, shot.position);
  const distance = hypot(x, y, z);
  if (!(distance >= AIM_DISTANCES[0] && distance <= AIM_DISTANCES[1])) return null;
  const level = hypot(x, z);
  const yaw = level < STRAIGHT * distance ? sightAngles(shot.rotation).yaw : atan2(-x, -z);
  return { ...shot, rotation: turnedTo(shot.rotation, { yaw, pitch: atan2(-y, level) }), distance };
}
