import { clamp } from './angles.ts';
import { exp } from './elementary.ts';

/**
 * Soft stretch: the distance that is spanned for a `wanted` one. All of it up to `firm`, and from there on ever less of what is added, so that
 * firm + `room` is approached and never passed: d′ = a + r (1 − e^(−(d − a)/r)) for d = wanted, a = firm, r = room > 0. Its slope is 1 at the join.
 * Lengths in metres.
 */
export function softStretch(wanted: number, firm: number, room: number): number {
  if (wanted <= firm) return wanted;
  return firm + room * (1 - exp(-(wanted - firm) / room));
}

/** 0 up to 0, 1 from 1 on, and 3x² − 2x³ between them. */
export function smooth(x: number): number {
  const t = clamp(x, 0, 1);
  return t * t * (3 - 2 * t);
}

/** 0 far below 0 and x far above it: (x + √(x² + s²)) / 2. */
export function softRamp(x: number, soft: number): number {
  return (x + Math.sqrt(x * x + soft * soft)) / 2;
}
