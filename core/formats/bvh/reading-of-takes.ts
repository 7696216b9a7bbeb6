import type { Bvh } from './bvh.ts';
import { chooseReading, type BvhReading } from './bvh-reading.ts';

/** Frames of one take that are looked at: evenly spread, from its first on. */
const FRAMES_OF_TAKE = 300;

/** Whether two files hold takes of one skeleton: joints of the same names, parents, offsets and channels. */
export function haveSameSkeleton(a: Bvh, b: Bvh): boolean {
  return (
    a.joints.length === b.joints.length &&
    a.joints.every((joint, j) => {
      const other = b.joints[j]!;
      return (
        joint.name === other.name &&
        joint.parent === other.parent &&
        joint.offset.every((value, k) => value === other.offset[k]) &&
        joint.channels.join() === other.channels.join()
      );
    })
  );
}

/**
 * What the takes of one skeleton say together of how each of them is to be read: its axis, its unit, what its positions mean and how the figure rests. A take
 * in which nobody stands is read as the others are. For `readBvhCharacter`; the takes are those of one skeleton, in an order that does not depend on which is read.
 */
export function readingOfTakes(takes: readonly Bvh[]): Partial<BvhReading> {
  const moving = takes.filter(({ frameCount }) => frameCount > 0);
  const [one] = moving;
  if (!one) return {};
  const rows = moving.flatMap(({ values, frameCount, channelCount }) => {
    const count = Math.min(frameCount, FRAMES_OF_TAKE);
    return Array.from({ length: count }, (_, i) => {
      const frame = Math.floor((i * frameCount) / count);
      return values.subarray(frame * channelCount, (frame + 1) * channelCount);
    });
  });
  const values = new Float64Array(rows.length * one.channelCount);
  rows.forEach((row, i) => values.set(row, i * one.channelCount));
  const joined: Bvh = { ...one, frameCount: rows.length, values };
  const { skipFirstFrame: _, rest, ...reading } = chooseReading(joined, { skipFirstFrame: false }).reading;
  if (rest === 'zero' || 'values' in rest) return { ...reading, rest };
  return { ...reading, rest: { values: [...rows[rest.frame]!] } };
}
