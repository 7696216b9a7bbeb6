import { distance, length } from '../../math/vec3.ts';
import { ROOT_TRACK, type Clip } from '../clip.ts';
import { stretches } from '../contacts.ts';
import type { BodyMotion } from './body-motion.ts';
import type { FrameRange } from './joint-motion.ts';

/** Metres within which the centre of mass stays, and seconds for which it does, where a body stands still: it would fall farther. */
const STILL = 0.02;
const STANDING = 0.5;

/** Stretches in which a body stands still though its centre of mass is all the while more than `bar` metres outside what carries it. */
export function unsupportedStands(motion: BodyMotion, clip: Clip, bar: number): FrameRange[] {
  const { centres, ontoSupport, isUpright, fps } = motion;
  const still = stretches(
    centres.length,
    (frame, first) => isUpright[frame] === 1 && (first < 0 || distance(centres[frame]!, centres[first]!) < STILL),
  );
  return still.flatMap(([first, last]): FrameRange[] => {
    if (last - first < STANDING * fps || isHeldElsewhere(clip, first / fps, last / fps)) return [];
    const outside = ontoSupport.slice(first, last + 1).map(length);
    const amount = Math.min(...outside);
    const frame = first + outside.indexOf(Math.max(...outside));
    return amount > bar ? [{ issue: { kind: 'balance', joint: ROOT_TRACK, frame, amount }, first, last }] : [];
  });
}

/** Whether more than feet on the floor holds the body at some time between two, in seconds. */
function isHeldElsewhere({ contacts = [] }: Clip, from: number, to: number): boolean {
  return contacts.some((each) => !each.isMuted && each.from < to && each.to > from && (each.on || each.part.endsWith('Hand')));
}
