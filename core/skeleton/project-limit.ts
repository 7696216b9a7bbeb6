import { checkCoordinates } from '../math/check-numbers.ts';
import { normalizeQuat, type Quat } from '../math/quat.ts';
import { checkLimit } from './check-limit.ts';
import { clampRotation, createClampScratch } from './clamp-rotation.ts';
import { createLimitTable, fromLimitFrame, toLimitFrame } from './limit-table.ts';
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
  const l = new Float64Array(4);
  const before = new Float64Array(4);
  const scratch = createClampScratch();
  return (q, present = q) => {
    l.set(toLimitFrame(table, 0, normalizeQuat(q)));
    before.set(toLimitFrame(table, 0, normalizeQuat(present)));
    const clamped = clampRotation(table, 0, l, before, 0, scratch);
    return clamped === 0 ? q : normalizeQuat(fromLimitFrame(table, 0, [l[0]!, l[1]!, l[2]!, l[3]!]));
  };
}
