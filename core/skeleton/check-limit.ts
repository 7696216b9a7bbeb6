import { areNumbersFrom, checkUnit } from '../math/check-numbers.ts';
import { checkObject, isList, spellOut } from '../math/check-values.ts';
import { MOST_METRES } from '../math/tolerances.ts';
import type { Limit } from './limits.ts';

/** Radians of four turns, the most that a hinge turns to either side: what is beyond are degrees. */
export const MOST_TURNS = 8 * Math.PI;

/** Throws a `RangeError` that begins with `where` when the limit's numbers cannot be used. */
export function checkLimit(limit: Limit, where: string): void {
  checkObject(limit, `${where}: the limit`);
  switch (limit.kind) {
    case 'free':
      return;
    case 'hinge':
      checkUnit(limit.axis, 3, `${where}: the hinge axis`);
      checkRange([limit.min, limit.max], MOST_TURNS, `${where}: the hinge range in radians`);
      return;
    case 'prismatic':
      checkUnit(limit.axis, 3, `${where}: the sliding axis`);
      checkRange([limit.min, limit.max], MOST_METRES, `${where}: the sliding range in metres`);
      return;
    case 'swingTwist':
      checkUnit(limit.parentFrame, 4, `${where}: the cone's frame`);
      checkUnit(limit.childFrame, 4, `${where}: the bone's frame`);
      if (!areNumbersFrom(limit.swing, 4, 0, Math.PI)) {
        throw new RangeError(
          `${where}: swing half-angles must be four numbers from 0 to π radians, got ${spellOut(limit.swing)}${degreesHint(limit.swing)}`,
        );
      }
      checkRange(limit.twist, Math.PI, `${where}: the twist range in radians`);
      return;
    default:
      throw new RangeError(
        `${where}: a limit must be free, hinge, swingTwist or prismatic, got ${spellOut((limit as { kind: unknown }).kind)}`,
      );
  }
}

function checkRange(range: readonly number[], most: number, what: string): void {
  const slack = 1e-9;
  if (areNumbersFrom(range, 2, -most - slack, most + slack) && range[0]! <= range[1]!) return;
  const hint = most === MOST_METRES ? '' : degreesHint(range);
  throw new RangeError(`${what} must be finite, rising and inside [${-most}, ${most}], got [${spellOut(range)}]${hint}`);
}

/** Angles that a limit states: no more of a list are looked at, however long it says it is. */
const MOST_ANGLES = 4;

/** What to write instead of angles that are degrees; nothing where none is larger than a turn. */
export function degreesHint(angles: readonly number[]): string {
  if (!isList(angles)) return '';
  const most = Math.min(angles.length, MOST_ANGLES);
  for (let i = 0; i < most; i++)
    if (Number.isFinite(angles[i]) && Math.abs(angles[i]!) > 2 * Math.PI) return `: of degrees write toRadians(${angles[i]})`;
  return '';
}
