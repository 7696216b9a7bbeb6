import { atan2, cos, sin } from '../math/elementary.ts';

/**
 * Writes swing · twist to `q[at..at+3]`: the swing turns by √(a² + b²) radians about (a, b, 0), the twist about z by the angle whose half has sine
 * `tz` and cosine `tw`.
 */
export function writeSwingTwist(a: number, b: number, tz: number, tw: number, q: Float64Array, at: number): void {
  const angle = Math.sqrt(a * a + b * b);
  const factor = angle > 1e-8 ? sin(angle / 2) / angle : 0.5;
  const sx = a * factor;
  const sy = b * factor;
  const s = cos(angle / 2);
  q[at] = sx * tw + sy * tz;
  q[at + 1] = sy * tw - sx * tz;
  q[at + 2] = s * tz;
  q[at + 3] = s * tw;
}

/**
 * Writes the coordinates of the unit quaternion `q[from..from+3]` to `into[at..at+2]`: the swing vector a, b of {@link writeSwingTwist} and the
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
