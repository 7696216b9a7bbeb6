import type { Rig } from '../../humanoid/body/rig.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { StandingSpan, Clip, ContactPart } from '../clip.ts';
import { pointPaths, frameTimes, posesAt } from '../joint-paths.ts';
import { contactPoints } from './contact-points.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { checkFinite } from '../../math/check-numbers.ts';
import { checkClip } from '../check-clip.ts';

/** Metres in a frame from which on a point is not held. */
export const SLIDES = 1e-3;
/** Seconds that a contact lasts at least. */
export const SHORTEST_CONTACT = 0.1;

/**
 * The longest part of a contact in which its point stands still, as a heel rises where its leg is too short; itself where that is all the time, null where nothing long
 * enough is left. `poses`: one a frame from the time 0 on.
 */
export function stillPart(rig: Rig, poses: readonly Pose[], fps: number, span: StandingSpan): StandingSpan | null {
  const { part, from, to } = span;
  const point = contactPoints(rig).find((each) => each.part === part);
  if (!point) return null;
  const [first, last] = [Math.round(from * fps), Math.round(to * fps)];
  const [path] = pointPaths(rig.skeleton, poses.slice(first, last + 1), [point]);
  let best: readonly [number, number] = [0, 0];
  for (let begun = 0, at = 0; at <= last - first; at++) {
    if (at > begun && distance(vec3At(path!, at), vec3At(path!, at - 1)) > SLIDES) begun = at;
    if (at - begun > best[1] - best[0]) best = [begun, at];
  }
  if (best[1] - best[0] === last - first) return span;
  const [start, end] = best.map((frame) => (first + frame) / fps) as [number, number];
  return end - start >= SHORTEST_CONTACT - KEY_TIME_TOLERANCE ? { part, from: start, to: end } : null;
}

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
