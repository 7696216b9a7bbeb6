import { normalizeQuat, quatAt, type Quat } from '../../math/quat.ts';
import { clampRotation, createClampScratch } from '../../skeleton/clamp-rotation.ts';
import { createLimitTable, fromLimitFrame, toLimitFrame } from '../../skeleton/limit-table.ts';
import type { Limit } from '../../skeleton/limits.ts';

/** A function that gives the nearest allowed rest-relative rotation of a joint; one that is allowed keeps its bytes. */
export function rotationLimiter(limits: readonly Limit[]): (joint: number, q: Quat) => Quat {
  const table = createLimitTable(limits);
  const scratch = createClampScratch();
  const inLimit = new Float64Array(4);
  const before = new Float64Array(4);
  return (joint, q) => {
    inLimit.set(toLimitFrame(table, joint, q));
    before.set(inLimit);
    if (clampRotation(table, joint, inLimit, before, 0, scratch) === 0) return q;
    return normalizeQuat(fromLimitFrame(table, joint, quatAt(inLimit, 0)));
  };
}
