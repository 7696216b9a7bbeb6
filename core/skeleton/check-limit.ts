import { checkUnit } from '../math/check-numbers.ts';
import { MOST_METRES } from '../math/tolerances.ts';
import type { Limit } from './limits.ts';

const TURN = 2 * Math.PI;

/** Throws a `RangeError` that begins with `where` when the limit's numbers cannot be used. */
export function checkLimit(limit: Limit, where: string): void {
  switch (limit.kind) {
    case 'free':
      return;
    case 'hinge':
      checkUnit(limit.axis, 3, `${where}: the hinge axis`);
      checkRange([limit.min, limit.max], TURN, `${where}: the hinge range in radians`);
      return;
    case 'prismatic':
      checkUnit(limit.axis, 3, `${where}: the sliding axis`);
      checkRange([limit.min, limit.max], MOST_METRES, `${where}: the sliding range in metres`);
      return;
    case 'swingTwist':
      checkUnit(limit.parentFrame, 4, `${where}: the cone's frame`);
      checkUnit(limit.childFrame, 4, `${where}: the bone's frame`);
      if (limit.swing.length !== 4 || !limit.swing.every((half) => half >= 0 && half <= Math.PI)) {
        throw new RangeError(
          `${where}: swing half-angles must be four numbers from 0 to π radians, got ${limit.swing.join(', ')}`,
        );
      }
      checkRange(limit.twist, Math.PI, `${where}: the twist range in radians`);
      return;
    default:
      throw new RangeError(
        `${where}: a limit must be free, hinge, swingTwist or prismatic, got "${(limit as { kind: unknown }).kind as string}"`,
      );
  }
}

function checkRange(range: readonly number[], most: number, what: string): void {
  const slack = 1e-9;
  const [min, max] = range;
  if (range.length !== 2 || !(min! <= max! && min! >= -most - slack && max! <= most + slack)) {
    throw new RangeError(`${what} must be finite, rising and inside [${-most}, ${most}], got [${range.join(', ')}]`);
  }
}
