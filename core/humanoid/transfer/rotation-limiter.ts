import { copyPacked, normalizePacked } from '../../math/packed-quats.ts';
import { clampRotation, createClampScratch } from '../../skeleton/clamp-rotation.ts';
import { createLimitTable, fromLimitFramePacked, toLimitFramePacked, type LimitTable } from '../../skeleton/limit-table.ts';
import type { Limit } from '../../skeleton/limits.ts';

/** The limits of a skeleton, and room for {@link limitRotation}. */
export interface RotationLimiter {
  readonly table: LimitTable;
  readonly inLimit: Float64Array;
  readonly before: Float64Array;
  readonly scratch: Float64Array;
}

export function createRotationLimiter(limits: readonly Limit[]): RotationLimiter {
  return {
    table: createLimitTable(limits),
    inLimit: new Float64Array(4),
    before: new Float64Array(4),
    scratch: createClampScratch(),
  };
}

/** Brings the rest-relative rotation of a joint at `q[at…]` to the nearest one that is allowed; one that is allowed keeps its bytes. */
export function limitRotation(
  { table, inLimit, before, scratch }: RotationLimiter,
  joint: number,
  q: Float64Array,
  at: number,
): void {
  toLimitFramePacked(table, joint, q, at, inLimit, 0);
  copyPacked(inLimit, 0, before, 0);
  if (clampRotation(table, joint, inLimit, before, 0, scratch) === 0) return;
  fromLimitFramePacked(table, joint, inLimit, 0, q, at);
  normalizePacked(q, at);
}
