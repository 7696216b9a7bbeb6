import { hypot } from '../math/elementary.ts';
import { shortestArc, toRotationVector } from '../math/quat.ts';
import { scale, ZERO, type Vec3 } from '../math/vec3.ts';

/**
 * The turn, as a rotation vector, after which the end of `arm` is `above` metres higher than its beginning, straight up or down from where it is; by
 * `most` radians at most, and none where the arm stands upright.
 */
export function pitchTo([x, y, z]: Vec3, above: number, most = Math.PI): Vec3 {
  const [length, along] = [hypot(x, y, z), hypot(x, z)];
  if (!(along > 0.05 * length)) return ZERO;
  const height = Math.max(-0.98 * length, Math.min(0.98 * length, above));
  const level = Math.sqrt(length * length - height * height) / along;
  const turn = toRotationVector(shortestArc([x, y, z], [x * level, height, z * level]));
  const angle = hypot(...turn);
  return angle > most ? scale(turn, most / angle) : turn;
}
