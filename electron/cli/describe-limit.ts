import { toDegrees } from '../../core/math/angles.ts';
import type { Limit } from '../../core/skeleton/limits.ts';

/** A limit in a few words, in degrees: `hinge 0..150`, `cone 90/40/60/60, twist -45..45`. */
export function describeLimit(limit: Limit): string {
  const degrees = (radians: number) => String(Math.round(toDegrees(radians)) + 0);
  switch (limit.kind) {
    case 'free':
      return 'free';
    case 'hinge':
      return `hinge ${degrees(limit.min)}..${degrees(limit.max)}`;
    case 'prismatic':
      return `slide ${(1000 * limit.min).toFixed(0)}..${(1000 * limit.max).toFixed(0)} mm`;
    case 'swingTwist':
      return `cone ${limit.swing.map(degrees).join('/')}, twist ${degrees(limit.twist[0])}..${degrees(limit.twist[1])}`;
  }
}
