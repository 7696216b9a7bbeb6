import type { Rig } from '../../humanoid/body/rig.ts';
import { add, scale, subtract, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import { rootTranslationOf } from '../../skeleton/pose.ts';
import { freePath } from '../foot-path.ts';
import { createFrameWorlds, fillFrameWorlds } from '../frame-worlds.ts';
import { ROOT_TRACK, type Clip } from '../clip.ts';
import { footPoints } from '../holding/contact-points.ts';
import { limbAlong, solveLimbs, type PlannedLimb } from '../holding/solve-limbs.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { flightsOf, parabolaOf, type Flight } from '../lint/flights.ts';
import { withSolvedKeys } from '../solved-keys.ts';

/** Seconds before a flight in which the body gathers the speed that it leaves with, and after it in which it gives it up. */
const EASING = 0.2;

/**
 * The clip whose flight that lasts at frame `at` is a free fall: the body is carried so that its centre of mass goes along the parabola from where it leaves the floor to
 * where it comes back to it. Before and after that it goes down a little, as far as the speeds of that parabola ask, and the feet stay where they stand.
 * The same clip where nothing flies then.
 */
export function flyFreely(rig: Rig, clip: Clip, at: number): Clip {
  const times = frameTimes(clip);
  const poses = posesAt(rig.skeleton, clip, times);
  const flight = flightsOf(rig, poses, clip.fps).find(({ first, last }) => at >= first && at <= last);
  if (!flight) return clip;
  const moves = movesOf(flight, poses.length, clip.fps);
  const moved = poses.map((pose, frame) => {
    const move = moves.get(frame);
    if (!move) return pose;
    const carried = pose.slice();
    carried.set(add(rootTranslationOf(pose), move));
    return carried;
  });
  const roots = new Map([...moves.keys()].map((frame) => [times[frame]!, [...rootTranslationOf(moved[frame]!)]]));
  const carried = withSolvedKeys(rig, clip, new Map([[ROOT_TRACK, roots]]));
  const before = fillFrameWorlds(rig.skeleton, poses, createFrameWorlds(rig.skeleton, poses.length));
  const after = fillFrameWorlds(rig.skeleton, moved, createFrameWorlds(rig.skeleton, poses.length));
  const stays = (frame: number) => frame <= flight.first || frame >= flight.last;
  const worlds = before.map((world, frame) => (stays(frame) ? world : after[frame]!));
  const legs = footPoints(rig).map(({ limb, toes }): PlannedLimb => {
    const path = freePath(limb, toes, worlds);
    const isHeld = (frame: number) => stays(frame) && moves.has(frame);
    return limbAlong(limb, toes, path, (frame) =>
      isHeld(frame) ? [{ joint: limb.end, offset: ZERO, place: vec3At(path.positions, frame), priority: 1 }] : [],
    );
  });
  return solveLimbs(rig, carried, legs, moved, 0);
}

/** By frame, the world metres by which the body is carried. */
function movesOf({ first, last, centres, leaving, landing }: Flight, count: number, fps: number): ReadonlyMap<number, Vec3> {
  const fall = parabolaOf({ centres }, fps);
  const moves = new Map<number, Vec3>();
  fall.forEach((place, i) => moves.set(first + i, subtract(place, centres[i]!)));
  const lacking = subtract(subtract(fall[1]!, fall[0]!), leaving);
  const left = subtract(subtract(fall.at(-1)!, fall.at(-2)!), landing);
  const before = Math.min(first, Math.round(EASING * fps));
  const after = Math.min(count - 1 - last, Math.round(EASING * fps));
  // h v (u³ − u²) leaves 0 without speed and comes to 0 with the speed v, and its mirror image the other way.
  const bump = (u: number) => u * u * (u - 1);
  for (let i = 1; i < before; i++) moves.set(first - i, scale(lacking, before * bump(1 - i / before)));
  for (let i = 1; i < after; i++) moves.set(last + i, scale(left, -after * bump(1 - i / after)));
  return moves;
}
