import { atan2 } from '../../math/elementary.ts';
import { NO_ROOM } from '../../math/tolerances.ts';
import * as T from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { BLOCKED_DOWN, BLOCKED_UP, CONE_STRIDE, type Freedoms } from './freedoms.ts';

/**
 * Writes how far each listed freedom may go down and up before its limit ends, radians or metres; infinity where it has none. A swing has an end outward
 * only: along its first freedom.
 */
export function writeRooms(freedoms: Freedoms, ws: Workspace, downs: Float64Array, ups: Float64Array): void {
  const { joints, blocked, cones, count, groups, starts } = freedoms;
  const { mechanism, now } = ws;
  const { kinds, numbers } = mechanism.limits;
  for (let d = 0; d < count; d++) {
    downs[d] = Infinity;
    ups[d] = Infinity;
  }
  for (let group = 0; group < groups; group++) {
    const d = starts[group]!;
    const j = joints[d]!;
    if (j < 0) continue;
    const row = T.LIMIT_STRIDE * j;
    const kind = kinds[j]!;
    if (kind === T.KIND_SLIDE) {
      ups[d] = numbers[row + T.TWIST_MIDDLE]! + numbers[row + T.TWIST_HALF]! - now.slides[j]!;
      downs[d] = 2 * numbers[row + T.TWIST_HALF]! - ups[d];
    } else if (kind === T.KIND_HINGE) writeTwistRoom(numbers, row, now.rotations, 4 * j + 2, d, downs, ups);
    else if (kind === T.KIND_CONE) {
      ups[d] = outward(numbers, row, cones, CONE_STRIDE * j);
      writeTwistRoom(numbers, row, cones, CONE_STRIDE * j + 2, d + 2, downs, ups);
    }
  }
  // Rounding leaves no room where an end blocks.
  for (let d = 0; d < count; d++) {
    if ((blocked[d]! & BLOCKED_DOWN) !== 0) downs[d] = 0;
    if ((blocked[d]! & BLOCKED_UP) !== 0) ups[d] = 0;
  }
}

/** The room of freedom `d`, a twist whose half-angle has the sine and cosine that stand at `from[at]`, seen from the middle of its range. */
function writeTwistRoom(
  n: Float64Array,
  row: number,
  from: Float64Array,
  at: number,
  d: number,
  downs: Float64Array,
  ups: Float64Array,
): void {
  if (n[row + T.TWIST_COSINE] === -1) return;
  const z = from[at]!;
  const w = from[at + 1]!;
  const mz = n[row + T.TWIST_MIDDLE_SINE]!;
  const mw = n[row + T.TWIST_MIDDLE_COSINE]!;
  const cosine = w * mw + z * mz;
  const sine = z * mw - w * mz;
  const angle = 2 * atan2(cosine < 0 ? -sine : sine, Math.abs(cosine));
  downs[d] = Math.max(0, n[row + T.TWIST_HALF]! + angle);
  ups[d] = Math.max(0, n[row + T.TWIST_HALF]! - angle);
}

/** From a swing to its ellipse in the direction of its first freedom e: the positive s with |(v + s e) / halves| = 1. */
function outward(n: Float64Array, row: number, cones: Float64Array, cone: number): number {
  if (n[row + T.SWING_FREE] === 1) return Infinity;
  const a = cones[cone]!;
  const b = cones[cone + 1]!;
  const halfA = n[row + T.SWING + (a >= 0 ? 0 : 1)]!;
  const halfB = n[row + T.SWING + (b >= 0 ? 2 : 3)]!;
  // Special case of a line or a point: what blocks its axes is known.
  if (halfA < NO_ROOM || halfB < NO_ROOM) return Infinity;
  const x = cones[cone + 4]! / halfA;
  const y = cones[cone + 5]! / halfB;
  const p = a / halfA;
  const q = b / halfB;
  const square = x * x + y * y;
  const half = p * x + q * y;
  const root = half * half - square * (p * p + q * q - 1);
  return Math.max(0, (Math.sqrt(Math.max(0, root)) - half) / square);
}
