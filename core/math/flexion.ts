import { clamp } from './angles.ts';
import { acos } from './elementary.ts';

/**
 * Radians by which two bones of lengths a and b are flexed that span d metres from end to end, 0 where they are straight or too short:
 * d² = a² + b² + 2ab cos φ.
 */
export function flexionOf(span: number, a: number, b: number): number {
  return acos(clamp((span * span - a * a - b * b) / (2 * a * b), -1, 1));
}
