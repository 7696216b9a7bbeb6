import { writeAngle } from '../../math/elementary.ts';
import * as T from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { writeOutward } from './cone-boundary.ts';
import { BLOCKED_DOWN, BLOCKED_UP } from './ends.ts';
import { CONE_STRIDE, type Freedoms } from './freedoms.ts';

/**
 * Writes how far each listed freedom may go down and up before its limit ends, radians or metres; infinity where it has no end. A swing has one
 * outward only, along its first freedom.
 */
export function writeBounds(freedoms: Freedoms, ws: Workspace, downs: Float64Array, ups: Float64Array): void {
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
    } else if (kind === T.KIND_HINGE) writeTwistBounds(numbers, row, now.rotations, 4 * j + 2, d, downs, ups, ws.clamp);
    else if (kind === T.KIND_CONE) {
      writeOutward(numbers, row, cones, CONE_STRIDE * j, ups, d);
      writeTwistBounds(numbers, row, cones, CONE_STRIDE * j + 2, d + 2, downs, ups, ws.clamp);
    }
  }
  // Where an end blocks, rounding must leave nothing.
  for (let d = 0; d < count; d++) {
    if ((blocked[d]! & BLOCKED_DOWN) !== 0) downs[d] = 0;
    if ((blocked[d]! & BLOCKED_UP) !== 0) ups[d] = 0;
  }
}

/** The bounds of freedom `d`, a twist whose half-angle has the sine and cosine that stand at `from[at]`, seen from the middle of its range. */
function writeTwistBounds(
  n: Float64Array,
  row: number,
  from: Float64Array,
  at: number,
  d: number,
  downs: Float64Array,
  ups: Float64Array,
  scratch: Float64Array,
): void {
  if (n[row + T.TWIST_COSINE] === -1) return;
  const z = from[at]!;
  const w = from[at + 1]!;
  const mz = n[row + T.TWIST_MIDDLE_SINE]!;
  const mw = n[row + T.TWIST_MIDDLE_COSINE]!;
  const cosine = w * mw + z * mz;
  const sine = z * mw - w * mz;
  scratch[0] = cosine < 0 ? -sine : sine;
  scratch[1] = Math.abs(cosine);
  writeAngle(scratch, 0);
  const angle = 2 * scratch[0];
  downs[d] = Math.max(0, n[row + T.TWIST_HALF]! + angle);
  ups[d] = Math.max(0, n[row + T.TWIST_HALF]! - angle);
}
