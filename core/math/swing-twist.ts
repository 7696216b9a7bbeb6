import { atan2, hypot } from './elementary.ts';
import { conjugate, IDENTITY, multiply, type Quat } from './quat.ts';
import { HALF_TURN_SWING } from './tolerances.ts';
import type { Vec3 } from './vec3.ts';

/** A rotation split as swing · twist: the twist turns about an axis, the swing moves that axis and has no part along it. */
export interface SwingTwist {
  /** w ≥ 0. */
  readonly swing: Quat;
  /** w ≥ 0: the twist angle lies in (−π, π]. */
  readonly twist: Quat;
}

/**
 * Splits the unit quaternion `q` about the unit vector `axis`: twist = normalise(w, (v·a) a), swing = q · conj(twist).
 *
 * Where the axis is turned to its opposite (swing of π) the twist is undefined; `previousTwist` is kept then.
 * swing · twist gives `q` or −`q`, the same rotation.
 */
export function splitSwingTwist(q: Quat, axis: Vec3, previousTwist: Quat = IDENTITY): SwingTwist {
  const along = q[0] * axis[0] + q[1] * axis[1] + q[2] * axis[2];
  const norm = hypot(along, q[3]);
  let twist: Quat = previousTwist;
  if (norm > HALF_TURN_SWING) {
    // The sign of the quaternion is free: the one with w ≥ 0 has its angle in (−π, π], where −π is written π.
    const sign = q[3] < 0 || (q[3] === 0 && along < 0) ? -1 / norm : 1 / norm;
    twist = [axis[0] * along * sign, axis[1] * along * sign, axis[2] * along * sign, q[3] * sign];
  }
  const swing = multiply(q, conjugate(twist));
  return { swing: swing[3] < 0 ? [-swing[0], -swing[1], -swing[2], -swing[3]] : swing, twist };
}

/** The signed angle in (−π, π] of a twist about `axis`. */
export function twistAngle(twist: Quat, axis: Vec3): number {
  const along = twist[0] * axis[0] + twist[1] * axis[1] + twist[2] * axis[2];
  const angle = 2 * atan2(along, twist[3]);
  return angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}
