import type { Quat } from '../../math/quat.ts';
import { dot, scale, subtract, type Vec3 } from '../../math/vec3.ts';

/** A vector seen in a mirror whose unit normal is `across`. */
export function mirrorVector(v: Vec3, across: Vec3): Vec3 {
  return subtract(v, scale(across, 2 * dot(v, across)));
}

/** A rotation seen in a mirror: its axis, a pseudovector, keeps the part along the mirror's normal and loses the sign of the rest. */
export function mirrorTurn(q: Quat, across: Vec3): Quat {
  const [x, y, z] = mirrorVector([q[0], q[1], q[2]], across);
  return [-x, -y, -z, q[3]];
}
