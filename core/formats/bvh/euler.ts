import type { Quat } from '../../math/quat.ts';
import { asin, atan2, hypot } from '../../math/elementary.ts';

/** Angles in radians about Z, X and Y, applied so that the rotation is Z · X · Y (X and Y turn with what came before). */
export type EulerZxy = readonly [z: number, x: number, y: number];

/** How near to ±1 the sine of the middle angle is when the outer two can no longer be told apart. */
const GIMBAL = 1 - 1e-12;

/** The angles of a rotation nearest to the angles `near`: of the two solutions and their full turns the one that moves least. */
export function toEulerZxy([x, y, z, w]: Quat, near: EulerZxy = [0, 0, 0]): EulerZxy {
  // R = Rz(a) Rx(b) Ry(c) has R₂₁ = sin b, R₀₁ = −sin a cos b, R₁₁ = cos a cos b, R₂₀ = −cos b sin c, R₂₂ = cos b cos c.
  const sine = Math.min(1, Math.max(-1, 2 * (y * z + w * x)));
  const r01 = 2 * (x * y - w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r20 = 2 * (x * z - w * y);
  const r22 = 1 - 2 * (x * x + y * y);
  // Special case for b ≅ ±90°: only a ± c is determined, c keeps its last value.
  if (Math.abs(sine) > GIMBAL) {
    const r10 = 2 * (x * y + w * z);
    const r00 = 1 - 2 * (y * y + z * z);
    const sum = atan2(r10, r00);
    const c = near[2];
    const a = sine > 0 ? sum - c : sum + c;
    return unwound([a, asin(sine), c], near);
  }
  // General case.
  const b = atan2(sine, hypot(r01, r11));
  const first = unwound([atan2(-r01, r11), b, atan2(-r20, r22)], near);
  const second = unwound([first[0] + Math.PI, Math.PI - b, first[2] + Math.PI], near);
  return moved(first, near) <= moved(second, near) ? first : second;
}

function unwound(angles: EulerZxy, near: EulerZxy): EulerZxy {
  const turn = 2 * Math.PI;
  const nearest = (i: 0 | 1 | 2) => angles[i] - turn * Math.round((angles[i] - near[i]) / turn);
  return [nearest(0), nearest(1), nearest(2)];
}

function moved(a: EulerZxy, b: EulerZxy): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
}
