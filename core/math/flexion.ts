import { clamp } from './angles.ts';
import { acos, cos } from './elementary.ts';
import type { Vec3 } from './vec3.ts';

/**
 * Radians by which two bones of lengths a and b are flexed that span d metres from end to end, 0 where they are straight or too short:
 * d² = a² + b² + 2ab cos φ.
 */
export function flexionOf(span: number, a: number, b: number): number {
  return acos(clamp((span * span - a * a - b * b) / (2 * a * b), -1, 1));
}

/** Metres that two bones of lengths a and b span from end to end where they are flexed by φ radians. */
export function spanAt(flexion: number, a: number, b: number): number {
  return Math.sqrt(Math.max(0, a * a + b * b + 2 * a * b * cos(flexion)));
}

/**
 * Metres by which the top of a limb must come down for its end to be within `reach` of it, below 0 where it may go up; as near as it gets where it is too far aside.
 * `way`: from the end to the top. With d down: (y − d)² + x² + z² = reach².
 */
export function dropToReach([x, y, z]: Vec3, reach: number): number {
  return y - Math.sqrt(Math.max(0, reach * reach - x * x - z * z));
}
