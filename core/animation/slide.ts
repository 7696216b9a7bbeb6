import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkPoses } from '../skeleton/pose.ts';
import { checkObject, checkArray } from '../math/check-values.ts';
import { hypot } from '../math/elementary.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { Contact } from './contacts.ts';
import { jointPaths } from './joint-paths.ts';

/** How much planted feet move. */
export interface Slide {
  /** Metres that a planted joint moves from one frame to the next, at most and on average. */
  readonly largest: number;
  readonly mean: number;
  /** Steps between planted frames that were measured. */
  readonly steps: number;
}

/** Measures the slide of planted joints through the poses whose frames the contacts speak of. */
export function slideOf(
  skeleton: Skeleton,
  poses: readonly Pose[],
  contacts: readonly Pick<Contact, 'joint' | 'first' | 'last'>[],
): Slide {
  checkSkeleton(skeleton);
  checkPoses(skeleton, poses, 'the poses');
  checkArray(contacts, 'the contacts');
  for (const [i, contact] of contacts.entries()) checkObject(contact, `the contacts: number ${i}`);
  const joints = [...new Set(contacts.map((contact) => contact.joint))];
  const paths = jointPaths(skeleton, poses, joints);
  let largest = 0;
  let sum = 0;
  let steps = 0;
  for (const { joint, first, last } of contacts) {
    const path = paths[joints.indexOf(joint)]!;
    for (let frame = first; frame < last; frame++) {
      const a = 3 * frame;
      const moved = hypot(path[a + 3]! - path[a]!, path[a + 4]! - path[a + 1]!, path[a + 5]! - path[a + 2]!);
      largest = Math.max(largest, moved);
      sum += moved;
      steps += 1;
    }
  }
  return { largest, mean: steps > 0 ? sum / steps : 0, steps };
}
