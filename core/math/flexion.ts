import { clamp } from './angles.ts';
import { acos } from './elementary.ts';

/**
 * Radians by which two bones of lengths a and b are flexed that span d metres from end to end, 0 where they are straight or too short. Where they turn about a hinge that
 * is not square to them, a and b are their lengths square to it and w is the length of both along it: d² = a² + b² + 2ab cos φ + w².
 */
export function flexionOf(span: number, a: number, b: number, along = 0): number {
  return acos(clamp((span * span - along * along - a * a - b * b) / (2 * a * b), -1, 1));
}
