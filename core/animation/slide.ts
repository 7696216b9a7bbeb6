import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkPoses } from '../skeleton/pose.ts';
import { checkObject, checkArray, spellOut } from '../math/check-values.ts';
import { checkNumbers, isNumberFrom } from '../math/check-numbers.ts';
import { hypot } from '../math/elementary.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { Contact } from './contacts.ts';
import { pointPaths, type CarriedPoint } from './joint-paths.ts';

/** How much planted feet move. */
export interface Slide {
  /** Metres that a planted joint moves from one frame to the next, at most and on average. */
  readonly largest: number;
  readonly mean: number;
  /** Steps between planted frames that were measured. */
  readonly steps: number;
  /** The frame after which it is largest; 0 where nothing moves. */
  readonly worst: number;
}

/** A stretch of frames in which a joint, or a point that it carries, should stand still. */
export type PlantedPoint = Pick<Contact, 'joint' | 'first' | 'last'> & CarriedPoint;

/**
 * Measures the slide of planted joints, or of points that they carry, through the poses whose frames the contacts speak of. Throws a `RangeError` of one
 * sentence when a contact is of no joint of the skeleton or of frames that the poses do not have.
 */
export function slideOf<Names>(
  skeleton: Skeleton<Names>,
  poses: readonly Pose<Names>[],
  contacts: readonly PlantedPoint[],
): Slide {
  checkSkeleton(skeleton);
  checkPoses(skeleton, poses, 'the poses');
  checkArray(contacts, 'the contacts');
  for (const [i, contact] of contacts.entries()) checkPlanted(contact, skeleton, poses.length, `the contacts: number ${i}`);
  const paths = pointPaths(skeleton, poses, contacts);
  let largest = 0;
  let worst = 0;
  let sum = 0;
  let steps = 0;
  contacts.forEach(({ first, last }, k) => {
    const path = paths[k]!;
    for (let frame = first; frame < last; frame++) {
      const a = 3 * frame;
      const moved = hypot(path[a + 3]! - path[a]!, path[a + 4]! - path[a + 1]!, path[a + 5]! - path[a + 2]!);
      if (moved > largest) {
        largest = moved;
        worst = frame;
      }
      sum += moved;
      steps += 1;
    }
  });
  return { largest, mean: steps > 0 ? sum / steps : 0, steps, worst };
}

function checkPlanted(contact: PlantedPoint, { count }: Skeleton, frames: number, what: string): void {
  checkObject(contact, what);
  const { joint, first, last, offset } = contact;
  if (!isIndex(joint, count)) throw new RangeError(`${what} must be of a joint from 0 to ${count - 1}, got ${spellOut(joint)}`);
  if (!isIndex(first, frames) || !isIndex(last, frames) || last < first)
    throw new RangeError(
      `${what} must go from a frame to the same or a later one of ${frames}, got ${spellOut(first)} to ${spellOut(last)}`,
    );
  if (offset !== undefined) checkNumbers(offset, 3, `${what}: the offset`);
}

function isIndex(value: unknown, count: number): boolean {
  return Number.isInteger(value) && isNumberFrom(value, 0, count - 1);
}
