import type { Rig } from '../../humanoid/body/rig.ts';
import { length, meanOf, scale, vec3At } from '../../math/vec3.ts';
import type { Clip } from '../clip.ts';
import { fadeBetween } from '../fade-between.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { bodyMotionOf } from '../lint/body-motion.ts';
import { finish } from '../steps.ts';
import { carryBody } from './carry-body.ts';
import { moveBy } from '../../skeleton/pose.ts';

/** Metres by which the centre of mass is brought inside what carries the body. */
const INSIDE = 0.01;
/**
 * By how much of its own way a body with standing feet takes its centre of mass along (de Leva's masses): hips and all above go whole (0.678 of it), thighs
 * 0.795 of it (0.283), shins 0.28 (0.087), feet not.
 */
const TAKEN_ALONG = 0.678 + 0.283 * 0.795 + 0.087 * 0.28;
/** Seconds over which it goes there and comes back. */
const EASING = 0.4;

/** The clip whose body stands over its feet from frame `first` to `last`: hips and all above them go there, and the feet stay. */
export function standOverFeet(rig: Rig, clip: Clip, first: number, last: number): Clip {
  const poses = posesAt(rig.skeleton, clip, frameTimes(clip));
  const { ontoSupport } = finish(bodyMotionOf(rig, poses, clip.fps));
  const outside = ontoSupport.slice(first, last + 1).filter((way) => length(way) > 0);
  const mean = meanOf(outside);
  if (length(mean) === 0) return clip;
  const moves = new Float64Array(3 * poses.length);
  const held = new Uint8Array(poses.length);
  const move = scale(mean, (1 + INSIDE / length(mean)) / TAKEN_ALONG);
  for (let frame = first; frame <= last; frame++) {
    moves.set(move, 3 * frame);
    held[frame] = 1;
  }
  fadeBetween(moves, held, Math.round(EASING * clip.fps));
  const carried = new Map(
    poses.flatMap((pose, frame) => {
      const by = vec3At(moves, frame);
      return length(by) > 0 ? [[frame, moveBy(pose, by)] as const] : [];
    }),
  );
  return carryBody(rig, clip, { poses, carried, stays: () => true });
}
