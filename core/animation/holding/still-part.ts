import type { Rig } from '../../humanoid/body/rig.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { StandingSpan } from '../clip.ts';
import { pointPaths } from '../joint-paths.ts';
import { contactPoints } from './contact-points.ts';

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
