import { checkCoordinates } from '../math/check-numbers.ts';
import { copyPacked, normalizePacked } from '../math/packed-quats.ts';
import { quatAt, type Quat } from '../math/quat.ts';
import { checkLimit } from './check-limit.ts';
import { clampRotation, createClampScratch } from './clamp-rotation.ts';
import { createLimitTable, fromLimitFramePacked, toLimitFramePacked, type LimitTable } from './limit-table.ts';
import type { Limit } from './limits.ts';

/**
 * The rotation allowed by `limit` that is nearest to the rest-relative rotation `q`: the swing vector goes to the nearest point of its
 * ellipse, the twist to the circularly nearer end. `q` itself when it is allowed. `present` is where the joint stands: the result is never
 * on the other side of a forbidden part (default: `q`). A sliding joint does not turn: identity. Quaternions may have any length above 0.
 * Throws a `RangeError` of one sentence when the limit or a number of a rotation cannot be used.
 */
export function projectOntoLimit(limit: Limit, q: Quat, present: Quat = q): Quat {
  checkCoordinates(q, 4, 'the rotation');
  checkCoordinates(present, 4, 'the present rotation');
  return limitProjector(limit)(q, present);
}

/**
 * {@link projectOntoLimit} for many rotations of one joint: the limit is checked and prepared once, the rotations are taken as they are. Throws a
 * `RangeError` of one sentence when the limit cannot be used.
 */
export function limitProjector(limit: Limit): (q: Quat, present?: Quat) => Quat {
  checkLimit(limit, 'the limit');
  const table = createLimitTable([limit]);
  const rotations = new Float64Array(8);
  return (q, present = q) => {
    for (let i = 0; i < 4; i++) {
      rotations[i] = q[i]!;
      rotations[4 + i] = present[i]!;
    }
    return projectPacked(table, 0, rotations, 0, rotations, 4) ? quatAt(rotations, 0) : q;
  };
}

/** Scratch of projections: a rotation and the present one in the limit's frame, and what clamps them. */
const framed = /* @__PURE__ */ new Float64Array(4);
const framedPresent = /* @__PURE__ */ new Float64Array(4);
const clampScratch = /* @__PURE__ */ createClampScratch();

/**
 * {@link projectOntoLimit} of the rotation at `q[at…]`, in place, by the limit of a joint of the table; the present rotation is at `present[from…]`. For what
 * is done with many joints: nothing is allocated. False when the rotation is allowed; then it stays as it is.
 */
export function projectPacked(
  table: LimitTable,
  joint: number,
  q: Float64Array,
  at: number,
  present: Float64Array,
  from: number,
): boolean {
  frame(table, joint, q, at, framed);
  frame(table, joint, present, from, framedPresent);
  if (clampRotation(table, joint, framed, framedPresent, 0, clampScratch) === 0) return false;
  fromLimitFramePacked(table, joint, framed, 0, q, at);
  normalizePacked(q, at);
  return true;
}

/** Writes the rotation at `q[at…]`, of any length above 0, in the limit's frame. */
function frame(table: LimitTable, joint: number, q: Float64Array, at: number, into: Float64Array): void {
  copyPacked(q, at, into, 0);
  normalizePacked(into, 0);
  toLimitFramePacked(table, joint, into, 0, into, 0);
}
