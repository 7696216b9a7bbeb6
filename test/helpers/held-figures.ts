import type { Clip } from '../../core/animation/clip.ts';
import { contactPoints, footPoints, solePointsOf } from '../../core/animation/holding/contact-points.ts';
import { sampleClip } from '../../core/animation/sampling.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { matrixKinematics, positionOf, transformPoint } from './matrix-kinematics.ts';

/** How well a clip holds its contacts, metres. */
export interface HeldFigures {
  /** The most that a contact point moves from one frame to the next. */
  readonly slide: number;
  /** The most that a point of a sole is under the floor, or under the lowest place that a contact stands on. */
  readonly sunk: number;
}

/** Bars of the product: a contact point moves less than this in a frame, and no sole is farther under the floor. Metres. */
export const HELD_BAR = 1e-3;

/** What `shown` does with the contacts of `clip`, on every frame; places by matrices. */
export function heldFigures(rig: Rig, clip: Clip, shown: Clip): HeldFigures {
  const { skeleton, report } = rig;
  const contacts = clip.contacts ?? [];
  const points = contactPoints(rig);
  const soles = footPoints(rig).flatMap(solePointsOf);
  const worlds = Array.from({ length: Math.round(shown.duration * shown.fps) + 1 }, (_, frame) =>
    matrixKinematics(skeleton, sampleClip(skeleton, shown, frame / shown.fps)),
  );
  const placeOf = ({ joint, offset }: { joint: number; offset: readonly number[] }, frame: number) =>
    transformPoint(worlds[frame]![joint]!, offset);
  let [slide, stand] = [0, report.floor];
  for (const { part, from, to } of contacts) {
    const point = points.find((each) => each.part === part)!;
    const last = Math.min(Math.round(to * shown.fps), worlds.length - 1);
    for (let frame = Math.round(from * shown.fps); frame <= last; frame++) {
      const place = placeOf(point, frame);
      if (!part.endsWith('Hand') && !part.endsWith('Ball')) stand = Math.min(stand, place[1]!);
      if (frame === last) continue;
      const next = placeOf(point, frame + 1);
      slide = Math.max(slide, Math.hypot(...place.map((value, c) => next[c]! - value)));
    }
  }
  const lowest = Math.min(...worlds.flatMap((_, frame) => soles.map((sole) => placeOf(sole, frame)[1]!)), Infinity);
  return { slide, sunk: Math.max(0, stand - lowest) };
}

/** The most that a joint is elsewhere in one clip than in another, on any frame, metres; places by matrices. */
export function farthestJoint({ skeleton }: Rig, a: Clip, b: Clip): number {
  const frames = Array.from({ length: Math.round(a.duration * a.fps) + 1 }, (_, frame) => frame / a.fps);
  return Math.max(
    ...frames.map((time) => {
      const [from, to] = [a, b].map((clip) => matrixKinematics(skeleton, sampleClip(skeleton, clip, time)).map(positionOf));
      return Math.max(...from!.map((place, joint) => Math.hypot(...place.map((value, c) => value - to![joint]![c]!))));
    }),
  );
}
