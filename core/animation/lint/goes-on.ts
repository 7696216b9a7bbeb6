import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { hypot } from '../../math/elementary.ts';
import { ROOT_TRACK, type Clip } from '../clip.ts';
import { trackValue } from '../sampling.ts';

/** Leg lengths along the floor from which on a body goes on instead of standing in its place. */
const STEP = 0.25;

/** Whether the body of a clip ends so far from where it began that it goes on along the floor. */
export function goesOn(rig: Rig, clip: Clip): boolean {
  const track = clip.tracks.find(({ joint }) => joint === ROOT_TRACK);
  if (!track) return false;
  const [first, last] = [trackValue(track, 0), trackValue(track, clip.duration)];
  return hypot(last[0]! - first[0]!, last[2]! - first[2]!) > STEP * legLength(rig);
}
