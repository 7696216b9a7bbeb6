import { isNumberFrom } from '../../math/check-numbers.ts';
import { checkArray, isList } from '../../math/check-values.ts';
import { hypot } from '../../math/elementary.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { checkPlace, refuse } from './check-parts.ts';
import type { CentreOfMassGoal } from './goals.ts';

/** Throws a `RangeError` of one sentence unless the masses and the support of a goal for the centre of mass can be used. */
export function checkMasses(skeleton: Skeleton, goal: CentreOfMassGoal, index: number): void {
  const { masses, centres, support } = goal;
  const counts = `there must be ${skeleton.count} masses and ${3 * skeleton.count} numbers of centres`;
  if (!isList(masses) || !isList(centres)) refuse(index, counts, isList(masses) ? centres : masses);
  if (masses.length !== skeleton.count || centres.length !== 3 * skeleton.count) {
    throw new RangeError(`goal ${index}: ${counts}, got ${masses.length} and ${centres.length}`);
  }
  let total = 0;
  for (let j = 0; j < skeleton.count; j++) {
    const mass = masses[j]!;
    if (!isNumberFrom(mass, 0, Number.MAX_VALUE)) refuse(index, 'masses must be finite and not negative', mass);
    total += mass;
  }
  if (!(total > 0 && total < Infinity)) refuse(index, 'the masses must have a finite sum above 0', total);
  checkPlace(centres, 3 * skeleton.count, index, 'the centres');
  checkArray(support, `goal ${index}: the support`);
  if (support.length === 0) refuse(index, 'the support must have at least one point', support);
  for (const point of support) checkPlace(point, 2, index, 'each corner of the support');
  if (support.length > 3 && !isConvex(support)) {
    refuse(index, 'the corners of the support must go once round a convex polygon, in order', support);
  }
}

/** Radians, as a sine, by which rounding may turn a corner the other way. */
const STRAIGHT = 1e-9;

/** Whether the corners go once round a convex polygon: every turn is to the same side, and the way goes east once and west once. */
function isConvex(corners: readonly (readonly [x: number, z: number])[]): boolean {
  const count = corners.length;
  let side = 0;
  let heading = 0;
  let changes = 0;
  let [fromX, fromZ] = [0, 0];
  // Twice round, so that every edge has one before it; headings are counted the second time.
  for (let i = 0; i < 2 * count; i++) {
    const [x, z] = corners[i % count]!;
    const [nextX, nextZ] = corners[(i + 1) % count]!;
    const length = hypot(nextX - x, nextZ - z);
    // Corners that coincide make an edge without direction.
    if (length === 0) continue;
    const toX = (nextX - x) / length;
    const toZ = (nextZ - z) / length;
    const turn = fromX * toZ - fromZ * toX;
    if (Math.abs(turn) > STRAIGHT) {
      if (side !== 0 && Math.sign(turn) !== side) return false;
      side = Math.sign(turn);
    }
    if (toX !== 0) {
      if (i >= count && Math.sign(toX) !== heading) changes++;
      heading = Math.sign(toX);
    }
    fromX = toX;
    fromZ = toZ;
  }
  return changes <= 2;
}
