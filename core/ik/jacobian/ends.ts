import { NO_ROOM } from '../../math/tolerances.ts';
import * as T from '../../skeleton/limit-table.ts';

/** Radians from an end at which a freedom counts as standing on it. */
const ON_END = 1e-9;

/** Bits of `Freedoms.blocked`: the end below, the end above. */
export const BLOCKED_DOWN = 1;
export const BLOCKED_UP = 2;

/** Whether a freedom whose ends block it so would leave its range when it is pulled `toward`. */
export function goesOut(blocked: number, toward: number): boolean {
  return (blocked & (toward > 0 ? BLOCKED_UP : BLOCKED_DOWN)) !== 0;
}

/** Which ends of its range a joint stands on that has slid by `slide` metres. */
export function slideEnds(n: Float64Array, row: number, slide: number): number {
  return rangeEnds(slide - n[row + T.TWIST_MIDDLE]!, n[row + T.TWIST_HALF]!);
}

/**
 * Which ends of its range a twist stands on whose half-angle has the sine `z` and the cosine `w`. Seen from the middle of the range, the cosine is at
 * its least there.
 */
export function twistEnds(n: Float64Array, row: number, z: number, w: number): number {
  const limit = n[row + T.TWIST_COSINE]!;
  if (limit === -1) return 0;
  const mz = n[row + T.TWIST_MIDDLE_SINE]!;
  const mw = n[row + T.TWIST_MIDDLE_COSINE]!;
  const c = w * mw + z * mz;
  if (n[row + T.TWIST_HALF]! < NO_ROOM) return BLOCKED_DOWN | BLOCKED_UP;
  // sin(half/2) · ON_END is the slope of the cosine at the end; rounding in q adds 1e-15.
  if (Math.abs(c) > limit + n[row + T.TWIST_SINE]! * ON_END + 1e-15) return 0;
  const s = z * mw - w * mz;
  return s * c > 0 ? BLOCKED_UP : BLOCKED_DOWN;
}

/**
 * Which ends of its cone a swing stands on, for the cone that starts at `cones[at]`: those of its first freedom, plus four times those of its second.
 * Unless the swing is well inside, turns the direction of the first freedom straight out of the ellipse through it.
 */
export function swingEnds(cones: Float64Array, at: number, n: Float64Array, row: number): number {
  if (n[row + T.SWING_FREE] === 1 || cones[at + 7]! > n[row + T.SWING_QUICK]! + ON_END) return 0;
  const a = cones[at]!;
  const b = cones[at + 1]!;
  const halfA = n[row + T.SWING + (a >= 0 ? 0 : 1)]!;
  const halfB = n[row + T.SWING + (b >= 0 ? 2 : 3)]!;
  if (halfA < NO_ROOM || halfB < NO_ROOM) {
    // Special case of a line or a point: each axis has ends of its own.
    cones[at + 4] = 1;
    cones[at + 5] = 0;
    return rangeEnds(a, halfA) + 4 * rangeEnds(b, halfB);
  }
  const x = a / (halfA * halfA);
  const y = b / (halfB * halfB);
  const norm = 1 / Math.sqrt(x * x + y * y);
  cones[at + 4] = x * norm;
  cones[at + 5] = y * norm;
  return (a / halfA) ** 2 + (b / halfB) ** 2 > 1 - ON_END ? BLOCKED_UP : 0;
}

/** Which ends of a range of ± `half` a value stands on. */
function rangeEnds(value: number, half: number): number {
  return (value <= -half + ON_END ? BLOCKED_DOWN : 0) | (value >= half - ON_END ? BLOCKED_UP : 0);
}
