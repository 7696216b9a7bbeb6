import { writeAngle } from '../math/elementary.ts';
import { AT_LIMIT, CLAMP_TOLERANCE, NO_ROOM } from '../math/tolerances.ts';
import { clampSwing, createClampScratch } from './clamp-rotation.ts';
import * as T from './limit-table.ts';

/** Outside the limit by more than CLAMP_TOLERANCE. */
export const OUTSIDE = 1;
/** Within AT_LIMIT of a boundary, or beyond it; boundaries that leave no room at all do not count. */
export const ON_BOUNDARY = 2;

/** Scratch: sine and cosine of half a swing, or the point of a swing ellipse nearest to a swing outside it. */
const nearest = createClampScratch();

/**
 * Where the limit-frame rotation `q[at..at+3]` (unit) and the displacement `slides[joint]` stand with respect to the limit of `joint`: OUTSIDE,
 * ON_BOUNDARY, both or 0. Compares cosines of half angles, with a margin of ε radians worth sin(half/2) · ε/2, and needs no inverse
 * trigonometry but for ellipses.
 */
export function limitFlags(table: T.LimitTable, joint: number, q: Float64Array, at: number, slides: Float64Array): number {
  const kind = table.kinds[joint]!;
  if (kind === T.KIND_FREE) return 0;
  const n = table.numbers;
  const row = T.LIMIT_STRIDE * joint;
  const x = q[at]!;
  const y = q[at + 1]!;
  const z = q[at + 2]!;
  const w = q[at + 3]!;
  if (kind === T.KIND_SLIDE) {
    const half = n[row + T.TWIST_HALF]!;
    const from = Math.abs(slides[joint]! - n[row + T.TWIST_MIDDLE]!);
    const turned = 2 * Math.sqrt(x * x + y * y + z * z) > CLAMP_TOLERANCE;
    return (
      (turned || from > half + CLAMP_TOLERANCE ? OUTSIDE : 0) | (half > NO_ROOM && from >= half - AT_LIMIT ? ON_BOUNDARY : 0)
    );
  }
  const s = Math.sqrt(z * z + w * w);
  const h = Math.sqrt(x * x + y * y);
  nearest[0] = h;
  nearest[1] = s;
  table.couplings?.resolveTwist(table, joint, nearest);
  let flags = twistFlags(n, row, q, at);
  if (kind === T.KIND_HINGE) return 2 * h > CLAMP_TOLERANCE ? flags | OUTSIDE : flags;
  if (n[row + T.SWING_FREE] === 1) return flags;
  const quick = n[row + T.SWING_QUICK]!;
  if (s > quick + AT_LIMIT / 2) return flags;
  if (n[row + T.SWING_ROUND] === 1) {
    const sine = n[row + T.SWING_SINE]!;
    // 2h is the swing angle itself when the cone is closed.
    if (sine < NO_ROOM) return 2 * h > CLAMP_TOLERANCE ? flags | OUTSIDE : flags;
    if (s < quick - (sine * CLAMP_TOLERANCE) / 2) flags |= OUTSIDE;
    return s < quick + (sine * AT_LIMIT) / 2 ? flags | ON_BOUNDARY : flags;
  }
  if (h === 0) return flags;
  // The swing vector: its direction is (wx − yz, wy + xz), the sign of w making no difference.
  writeAngle(nearest, 0);
  const per = (2 * nearest[0]) / (h * s || 1);
  const a = (w * x - y * z) * per;
  const b = (w * y + x * z) * per;
  const halfA = n[row + T.SWING + (a >= 0 ? 0 : 1)]!;
  const halfB = n[row + T.SWING + (b >= 0 ? 2 : 3)]!;
  // Special case of an ellipse without width: the ends of the line that is left.
  if (halfA <= NO_ROOM || halfB <= NO_ROOM) {
    const beyond = Math.max(Math.abs(a) - halfA, Math.abs(b) - halfB);
    const atEnd = isAtEnd(a, halfA) || isAtEnd(b, halfB);
    return (beyond > CLAMP_TOLERANCE ? flags | OUTSIDE : flags) | (atEnd ? ON_BOUNDARY : 0);
  }
  const level = Math.sqrt((a / halfA) ** 2 + (b / halfB) ** 2);
  if (level <= 1) return Math.sqrt(a * a + b * b) * (1 / level - 1) <= AT_LIMIT ? flags | ON_BOUNDARY : flags;
  // Outside by the distance to the nearest point: along the ray to the centre it is far greater where the ellipse is thin.
  nearest[0] = a;
  nearest[1] = b;
  clampSwing(n, row, nearest, 0);
  const beyond = (a - nearest[0]) ** 2 + (b - nearest[1]) ** 2;
  return beyond > CLAMP_TOLERANCE * CLAMP_TOLERANCE ? flags | OUTSIDE | ON_BOUNDARY : flags | ON_BOUNDARY;
}

/** Whether a coordinate of a swing stands at the end of a half-angle that leaves it room, or beyond; the cone's centre never does. Radians. */
export function isAtEnd(coordinate: number, half: number): boolean {
  return half > NO_ROOM && coordinate !== 0 && Math.abs(coordinate) >= half - AT_LIMIT;
}

/** Flags of the twist of the rotation at `q[at..at+3]` in its range, seen from the middle of the range. */
function twistFlags(n: Float64Array, row: number, q: Float64Array, at: number): number {
  const z = q[at + 2]!;
  const w = q[at + 3]!;
  const s = Math.sqrt(z * z + w * w);
  const limit = n[row + T.TWIST_COSINE]!;
  if (limit === -1 || s === 0) return 0;
  const c = Math.abs(w * n[row + T.TWIST_MIDDLE_COSINE]! + z * n[row + T.TWIST_MIDDLE_SINE]!) / s;
  const sine = n[row + T.TWIST_SINE]!;
  if (sine < NO_ROOM) return c < 1 - 1e-13 ? OUTSIDE : 0;
  const outside = c < limit - (sine * CLAMP_TOLERANCE) / 2 ? OUTSIDE : 0;
  return c < limit + (sine * AT_LIMIT) / 2 ? outside | ON_BOUNDARY : outside;
}
