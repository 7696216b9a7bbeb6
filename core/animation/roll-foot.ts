import { acos, atan2 } from '../math/elementary.ts';
import { fromAxisAngle, multiply, rotate, type Quat } from '../math/quat.ts';
import { add, cross, dot, normalize, subtract, UNIT_X, UNIT_Y, type Vec3 } from '../math/vec3.ts';

/** A foot that stands: its ankle, world metres, and its rotation, world. */
export interface FootStand {
  readonly place: Vec3;
  readonly rotation: Quat;
}

/** The foot with its heel raised by `rise` radians over a point that stays in its place: `arm` from the ankle, world, metres. */
export function rollFoot({ place, rotation }: FootStand, arm: Vec3, rise: number): FootStand {
  const turn = fromAxisAngle(acrossFoot(arm), rise);
  return { place: add(place, subtract(arm, rotate(turn, arm))), rotation: multiply(turn, rotation) };
}

/** The axis about which a foot pitches its toes down. */
function acrossFoot(arm: Vec3): Vec3 {
  return normalize(cross(UNIT_Y, arm), UNIT_X);
}

/**
 * The least angle by which the foot rolls over a point so that the ankle comes within `reach` of the top of its leg, in radians, or as near as it gets;
 * `top` and `arm`: from the ankle to the top and to the point, metres.
 */
export function riseWithin(top: Vec3, arm: Vec3, reach: number): number {
  if (dot(top, top) <= reach * reach) return 0;
  // With t from the point to the top and R(θ) the turn: |t + R(θ) arm|² = t² + arm² + 2 m cos(θ − φ) is to be reach².
  const fromPoint = subtract(top, arm);
  const sideways = cross(acrossFoot(arm), arm);
  const [along, across] = [dot(fromPoint, arm), dot(fromPoint, sideways)];
  const m = Math.sqrt(along * along + across * across);
  if (!(m > 0)) return 0;
  const cosine = (reach * reach - dot(fromPoint, fromPoint) - dot(arm, arm)) / (2 * m);
  const rise = atan2(across, along) + acos(Math.max(-1, Math.min(1, cosine)));
  return Math.max(0, rise);
}
