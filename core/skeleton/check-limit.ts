import { UNIT_LENGTH_TOLERANCE } from '../math/tolerances.ts';
import type { Limit } from './limits.ts';

const TURN = 2 * Math.PI;

/** Throws a `RangeError` that begins with `where` when the limit's numbers cannot be used. */
export function checkLimit(limit: Limit, where: string): void {
  switch (limit.kind) {
    case 'free':
      return;
    case 'hinge':
      checkUnit(limit.axis, `${where}: the hinge axis`);
      checkRange(limit.min, limit.max, -TURN, TURN, `${where}: the hinge range in radians`);
      return;
    case 'prismatic':
      checkUnit(limit.axis, `${where}: the sliding axis`);
      checkRange(limit.min, limit.max, -Infinity, Infinity, `${where}: the sliding range in metres`);
      return;
    case 'swingTwist':
      checkUnit(limit.parentFrame, `${where}: the cone's frame`);
      checkUnit(limit.childFrame, `${where}: the bone's frame`);
      for (const half of limit.swing) {
        if (!(half >= 0 && half <= Math.PI)) {
          throw new RangeError(`${where}: swing half-angles must be from 0 to π radians, got ${half}`);
        }
      }
      checkRange(limit.twist[0], limit.twist[1], -Math.PI, Math.PI, `${where}: the twist range in radians`);
  }
}

function checkUnit(values: readonly number[], what: string): void {
  const norm = Math.hypot(...values);
  if (!(Math.abs(norm - 1) < UNIT_LENGTH_TOLERANCE)) throw new RangeError(`${what} must have length 1, got ${norm}`);
}

function checkRange(min: number, max: number, lowest: number, highest: number, what: string): void {
  const slack = 1e-9;
  if (!(min <= max && min >= lowest - slack && max <= highest + slack && Number.isFinite(max - min))) {
    throw new RangeError(`${what} must be finite, rising and inside [${lowest}, ${highest}], got [${min}, ${max}]`);
  }
}
