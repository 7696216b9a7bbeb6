import { NO_ROOM } from '../../math/tolerances.ts';
import * as T from '../../skeleton/limit-table.ts';

/** Radians from an end at which a freedom counts as standing on it. */
const ON_END = 1e-9;

/** Bits of `Freedoms.blocked`: the end below, the end above. */
export const BLOCKED_DOWN = 1;
export const BLOCKED_UP = 2;

/** Whether freedom `d` would leave its range by its step: it stands on an end, and the step leads over it. */
export function goesOut({ blocked, step }: { readonly blocked: Uint8Array; readonly step: Float64Array }, d: number): boolean {
  return (blocked[d]! & (step[d]! > 0 ? BLOCKED_UP : BLOCKED_DOWN)) !== 0;
}

/** Which ends of its range a joint stands on that has slid by `slides[j]` metres. */
export function slideEnds(n: Float64Array, row: number, slides: Float64Array, j: number): number {
  const half = n[row + T.TWIST_HALF]! - ON_END;
  const from = slides[j]! - n[row + T.TWIST_MIDDLE]!;
  return (from <= -half ? BLOCKED_DOWN : 0) | (from >= half ? BLOCKED_UP : 0);
}

/**
 * Which ends of its range a twist stands on whose half-angle has its sine and cosine at `twist[at]`. Seen from the middle of the range, the cosine is
 * at its least there.
 */
export function twistEnds(n: Float64Array, row: number, twist: Float64Array, at: number): number {
  const z = twist[at]!;
  const w = twist[at + 1]!;
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
    const endsA = (a <= -halfA + ON_END ? BLOCKED_DOWN : 0) | (a >= halfA - ON_END ? BLOCKED_UP : 0);
    const endsB = (b <= -halfB + ON_END ? BLOCKED_DOWN : 0) | (b >= halfB - ON_END ? BLOCKED_UP : 0);
    return endsA + 4 * endsB;
  }
  const x = a / (halfA * halfA);
  const y = b / (halfB * halfB);
  const norm = 1 / Math.sqrt(x * x + y * y);
  cones[at + 4] = x * norm;
  cones[at + 5] = y * norm;
  return (a / halfA) ** 2 + (b / halfB) ** 2 > 1 - ON_END ? BLOCKED_UP : 0;
}
