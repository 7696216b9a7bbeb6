import { writeAngle, writeSineCosine } from '../math/elementary.ts';
import { nearestOnEllipse } from '../math/ellipse.ts';
import { HALF_TURN_SWING } from '../math/tolerances.ts';
import * as T from './limit-table.ts';

/** Bits of what {@link clampRotation} returns: what it had to bring inside. */
export const SWING_CLAMPED = 1;
export const TWIST_CLAMPED = 2;

/** A twist half-angle vector [z, w], a swing vector [a, b] or a swing's half-angle vector [x, y, w] on its way through a clamp. */
const SCRATCH_SIZE = 3;

/** Scratch of {@link clampRotation}; one for each solver. */
export function createClampScratch(): Float64Array {
  return new Float64Array(SCRATCH_SIZE);
}

/**
 * Brings the limit-frame rotation at `q[at..at+3]` to the nearest one that the joint's limit allows: the swing vector (axis · angle) to the
 * nearest point of its ellipse, the twist to the circularly nearer end of its range. Returns SWING_CLAMPED, TWIST_CLAMPED, both or 0.
 *
 * `before[at..]` is where the joint stands now, inside the limit: a rotation that could only be reached by passing through the forbidden part
 * (tunnelling) ends on the boundary that the way there meets first.
 */
export function clampRotation(
  table: T.LimitTable,
  joint: number,
  q: Float64Array,
  before: Float64Array,
  at: number,
  scratch: Float64Array,
): number {
  const kind = table.kinds[joint]!;
  if (kind === T.KIND_FREE) return 0;
  const n = table.numbers;
  const row = T.LIMIT_STRIDE * joint;
  if (kind === T.KIND_HINGE) {
    return clampHinge(n, row, q, before, at, scratch);
  }
  if (kind === T.KIND_SLIDE) {
    const turned = q[at]! !== 0 || q[at + 1]! !== 0 || q[at + 2]! !== 0;
    q[at] = 0;
    q[at + 1] = 0;
    q[at + 2] = 0;
    q[at + 3] = 1;
    return turned ? SWING_CLAMPED : 0;
  }
  const x = q[at]!;
  const y = q[at + 1]!;
  let tz = q[at + 2]!;
  let tw = q[at + 3]!;
  // swing w: s = √(w² + z²); swing x: (wx − yz)/s; swing y: (wy + xz)/s.
  let s = Math.sqrt(tz * tz + tw * tw);
  if (s > HALF_TURN_SWING) {
    tz /= s;
    tw /= s;
  } else {
    // Special case of a swing of π: the twist is undefined, the present one stays.
    tz = before[at + 2]!;
    tw = before[at + 3]!;
    const norm = Math.sqrt(tz * tz + tw * tw);
    tz = norm > HALF_TURN_SWING ? tz / norm : 0;
    tw = norm > HALF_TURN_SWING ? tw / norm : 1;
    s = 0;
  }
  let sx = tw * x - y * tz;
  let sy = tw * y + x * tz;
  let clamped = 0;
  if (n[row + T.SWING_FREE] === 0) {
    scratch[0] = sx;
    scratch[1] = sy;
    scratch[2] = s;
    if (n[row + T.SWING_WIDE] === 1 && jumpsOver(before, at, scratch)) {
      // The swing stays on its own side: on the boundary in the direction where it was.
      const bz = before[at + 2]!;
      const bw = before[at + 3]!;
      sx = bw * before[at]! - before[at + 1]! * bz;
      sy = bw * before[at + 1]! + before[at]! * bz;
      s = 0;
    }
    if (s < n[row + T.SWING_QUICK]!) {
      const h = Math.sqrt(sx * sx + sy * sy);
      if (n[row + T.SWING_ROUND] === 1) {
        const factor = h > 0 ? n[row + T.SWING_SINE]! / h : 0;
        sx *= factor;
        sy *= factor;
        s = n[row + T.SWING_COSINE]!;
        clamped = SWING_CLAMPED;
      } else if (h > 0) {
        scratch[0] = h;
        scratch[1] = s;
        writeAngle(scratch, 0);
        const perHalf = (2 * scratch[0]) / h;
        scratch[0] = sx * perHalf;
        scratch[1] = sy * perHalf;
        if (clampSwing(n, row, scratch, 0)) {
          const a = scratch[0];
          const b = scratch[1];
          const angle = Math.sqrt(a * a + b * b);
          scratch[0] = angle / 2;
          writeSineCosine(scratch, 0);
          const factor = angle > 0 ? scratch[0] / angle : 0.5;
          sx = a * factor;
          sy = b * factor;
          s = scratch[1];
          clamped = SWING_CLAMPED;
        }
      }
    }
  }
  if (table.couplings !== null) {
    scratch[0] = Math.sqrt(sx * sx + sy * sy);
    scratch[1] = s;
    table.couplings.resolveTwist(table, joint, scratch);
  }
  scratch[0] = tz;
  scratch[1] = tw;
  if (clampTwist(n, row, before, at + 2, scratch)) clamped |= TWIST_CLAMPED;
  if (clamped !== 0) {
    tz = scratch[0]!;
    tw = scratch[1]!;
    // swing · twist
    q[at] = sx * tw + sy * tz;
    q[at + 1] = sy * tw - sx * tz;
    q[at + 2] = s * tz;
    q[at + 3] = s * tw;
  }
  return clamped;
}

function clampHinge(
  n: Float64Array,
  row: number,
  q: Float64Array,
  before: Float64Array,
  at: number,
  scratch: Float64Array,
): number {
  const z = q[at + 2]!;
  const w = q[at + 3]!;
  const norm = Math.sqrt(z * z + w * w);
  const turned = q[at] !== 0 || q[at + 1] !== 0;
  scratch[0] = norm > HALF_TURN_SWING ? z / norm : 0;
  scratch[1] = norm > HALF_TURN_SWING ? w / norm : 1;
  const outside = clampTwist(n, row, before, at + 2, scratch);
  if (!turned && !outside) return 0;
  q[at] = 0;
  q[at + 1] = 0;
  q[at + 2] = scratch[0]!;
  q[at + 3] = scratch[1]!;
  return (turned ? SWING_CLAMPED : 0) | (outside ? TWIST_CLAMPED : 0);
}

/**
 * Clamps the swing vector (a, b) at `swings[at..at+1]`, radians, to its ellipse: the nearest point in the plane of swing vectors, whose distances are
 * swing angles. The ellipse is convex, so there is exactly one, and it moves continuously with (a, b). False when it was inside.
 */
export function clampSwing(n: Float64Array, row: number, swings: Float64Array, at: number): boolean {
  const a = swings[at]!;
  const b = swings[at + 1]!;
  const atA = row + T.SWING + (a >= 0 ? 0 : 1);
  const atB = row + T.SWING + (b >= 0 ? 2 : 3);
  // Nothing is inside an ellipse without width: the sum is infinite, or no number.
  if ((a / n[atA]!) ** 2 + (b / n[atB]!) ** 2 <= 1) return false;
  nearestOnEllipse(n, atA, atB, swings, at);
  return true;
}

/** Brings the displacement `slides[at]` of a sliding joint, metres, into its range; `row` is where its limit's numbers begin. */
export function clampSlide(n: Float64Array, row: number, slides: Float64Array, at: number): void {
  const middle = n[row + T.TWIST_MIDDLE]!;
  const half = n[row + T.TWIST_HALF]!;
  slides[at] = Math.max(middle - half, Math.min(middle + half, slides[at]!));
}

/**
 * Clamps the twist in `twist` = [z, w] (unit) to the range, seen from its middle: inside when the cosine of half its distance is large enough.
 * A twist that is nearer to the present one (`before[at]`, `before[at + 1]`, any length) across the forbidden part than inside the range would tunnel.
 */
export function clampTwist(n: Float64Array, row: number, before: Float64Array, at: number, twist: Float64Array): boolean {
  const limit = n[row + T.TWIST_COSINE]!;
  if (limit === -1) return false;
  const mz = n[row + T.TWIST_MIDDLE_SINE]!;
  const mw = n[row + T.TWIST_MIDDLE_COSINE]!;
  let z = twist[0]! * mw - twist[1]! * mz;
  let w = twist[1]! * mw + twist[0]! * mz;
  if (w < 0) {
    z = -z;
    w = -w;
  }
  let end = w < limit ? Math.sign(z) || 1 : 0;
  if (limit < Math.SQRT1_2) {
    let bz = before[at]! * mw - before[at + 1]! * mz;
    let bw = before[at + 1]! * mw + before[at]! * mz;
    if (bw < 0) {
      bz = -bz;
      bw = -bw;
    }
    if (z * bz + w * bw < 0) end = Math.sign(bz);
  }
  if (end === 0) return false;
  z = end * n[row + T.TWIST_SINE]!;
  twist[0] = z * mw + limit * mz;
  twist[1] = limit * mw - z * mz;
  return true;
}

/** Whether the short way from the swing of `before` to `swing` leads over the direction opposite to the cone's centre. */
function jumpsOver(before: Float64Array, at: number, swing: Float64Array): boolean {
  const sx = swing[0]!;
  const sy = swing[1]!;
  const s = swing[2]!;
  const bx = before[at]!;
  const by = before[at + 1]!;
  const bz = before[at + 2]!;
  const bw = before[at + 3]!;
  const s0 = Math.sqrt(bz * bz + bw * bw);
  // At half a turn there is no side to stay on.
  if (s0 < HALF_TURN_SWING) return false;
  const across = sx * (bw * bx - by * bz) + sy * (bw * by + bx * bz);
  // Both swings together exceed π: cos(θ₀/2) cos(θ/2) < sin(θ₀/2) sin(θ/2).
  return across < 0 && s0 * s < Math.sqrt(Math.max(0, (1 - s0 * s0) * (1 - s * s)));
}
