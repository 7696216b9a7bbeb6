import { atan2, writeSineCosine } from '../math/elementary.ts';

/**
 * Replaces the numbers a, b, tz, tw at `q[at..at+3]` by the quaternion swing · twist: the swing turns by √(a² + b²) radians about (a, b, 0), the twist
 * about z by the angle whose half has sine tz and cosine tw.
 */
export function composeSwingTwist(q: Float64Array, at: number): void {
  const a = q[at]!;
  const b = q[at + 1]!;
  const tz = q[at + 2]!;
  const tw = q[at + 3]!;
  const angle = Math.sqrt(a * a + b * b);
  q[at] = angle / 2;
  writeSineCosine(q, at);
  const factor = angle > 1e-8 ? q[at] / angle : 0.5;
  const sx = a * factor;
  const sy = b * factor;
  const s = q[at + 1]!;
  q[at] = sx * tw + sy * tz;
  q[at + 1] = sy * tw - sx * tz;
  q[at + 2] = s * tz;
  q[at + 3] = s * tw;
}

/**
 * Writes the coordinates of the unit quaternion `q[from..from+3]` to `into[at..at+2]`: the swing vector a, b of {@link composeSwingTwist} and the
 * twist's angle in (−π, π], radians. A swing of half a turn leaves the twist undefined: it is written 0.
 */
export function readSwingTwist(q: Float64Array, from: number, into: Float64Array, at: number): void {
  const z = q[from + 2]!;
  const w = q[from + 3]!;
  const s = Math.sqrt(z * z + w * w);
  // The sign that makes the twist's w positive belongs to the whole quaternion.
  const sign = w < 0 ? -1 : 1;
  const tz = s > 0 ? (sign * z) / s : 0;
  const tw = s > 0 ? (sign * w) / s : 1;
  const sx = sign * (q[from]! * tw - q[from + 1]! * tz);
  const sy = sign * (q[from + 1]! * tw + q[from]! * tz);
  const sine = Math.sqrt(sx * sx + sy * sy);
  const per = sine > 1e-12 ? (2 * atan2(sine, s)) / sine : 2;
  into[at] = sx * per;
  into[at + 1] = sy * per;
  into[at + 2] = 2 * atan2(tz, tw);
}
