import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { checkFinite } from '../../math/check-numbers.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import { checkClip } from '../check-clip.ts';
import type { Clip, ContactPart } from '../clip.ts';
import { frameTimes, pointPaths, posesAt } from '../joint-paths.ts';
import { contactPoints } from './contact-points.ts';

/** Metres a second up to which a part is nearly still: twice what a planted foot of captured motion shows. Our choice. */
const SLOW = 0.3;
/** Metres that it may drift from where it is at the time. Our choice. */
const DRIFT = 0.06;

/** From when to when, in seconds of the clip, a part of the body is nearly still around `time`; null where it moves then, or for less than two frames. */
export function stillRange(rig: Rig, clip: Clip, part: ContactPart, time: number): readonly [from: number, to: number] | null {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkFinite(time, 'the time');
  const point = contactPoints(rig).find((each) => each.part === part);
  if (!point) return null;
  const times = frameTimes(clip);
  const [path] = pointPaths(rig.skeleton, posesAt(rig.skeleton, clip, times), [point]);
  const at = Math.min(Math.max(0, Math.round(time * clip.fps)), times.length - 1);
  const isStill = (frame: number, next: number) =>
    next >= 0 &&
    next < times.length &&
    distance(vec3At(path!, frame), vec3At(path!, next)) * clip.fps <= SLOW &&
    distance(vec3At(path!, at), vec3At(path!, next)) <= DRIFT;
  let [first, last] = [at, at];
  while (isStill(first, first - 1)) first--;
  while (isStill(last, last + 1)) last++;
  return last - first < 2 ? null : [times[first]!, times[last]!];
}
