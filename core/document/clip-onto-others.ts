import type { Clip, Track } from '../animation/clip.ts';
import { frameTimes } from '../animation/joint-paths.ts';
import { retargetSteps } from '../animation/retarget-clip.ts';
import { trackValue, wrapTime } from '../animation/sampling.ts';
import { between, type Steps } from '../animation/steps.ts';
import { trackOf } from '../animation/track-keys.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { fromPlace, shortTurn, type Place } from '../math/place.ts';
import { scale, type Vec3 } from '../math/vec3.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { headingOf } from './contact-of-touch.ts';
import { activeClip, setClipDuration } from './edits/clips.ts';
import { jointKeys } from './joint-keys.ts';
import { motionOfClip } from './motion-of-clip.ts';
import { playedClipOf, type RigOfActor } from './played-scene.ts';
import type { MotionData } from './project-data.ts';
import type { Project } from './project.ts';
import { clipToData } from './serialize-parts.ts';

/** What actors of a scene do in one of its clips, in place of what they did in it. */
export interface GivenMotions {
  readonly clip: string;
  /** Seconds that the clip lasts then. */
  readonly duration: number;
  /** By the ids of the actors. */
  readonly motions: ReadonlyMap<string, MotionData>;
  /** Where they stand from then on, by the same; who is missing stays. */
  readonly places: ReadonlyMap<string, Place>;
}

/** By how much each of the others is elsewhere than the one before; the first of them than the one that is worked on. */
export interface Offsets {
  /** Frames that it begins later. */
  readonly frames: number;
  /** Metres that it stands to the left and behind, turned alike. Default: all stay where they stand. */
  readonly beside?: readonly [left: number, behind: number] | undefined;
}

/**
 * What the actor that is worked on does in the clip on the timeline, as it is played, on these other actors, in the order of `ids`. They begin in the first pose and
 * stay in the last, and the clip becomes as long as that takes; a loop stays as long, and they do it later in the loop. Who has the same skeleton gets the same
 * keys, others and all in a loop one on every frame. Actors whose rig is not there are left out.
 */
export function* ontoOthersSteps(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  ids: readonly string[],
  { frames, beside }: Offsets,
): Steps<GivenMotions> {
  const { id, duration, fps, loop } = activeClip(project);
  const shown = playedClipOf(project, rig, rigOf, project.workedOn)!;
  const motions = new Map<string, MotionData>();
  const places = new Map<string, Place>();
  for (const [i, each] of ids.entries()) {
    const actor = project.actors.find((other) => other.id === each);
    const own = actor && rigOf(actor);
    if (!own) continue;
    const { skeleton } = own;
    const isTwin = !loop && areTwins(rig.skeleton, skeleton);
    const clip = isTwin
      ? shown
      : (yield* between(i / ids.length, (i + 1) / ids.length, retargetSteps(rig, shown, own, { limits: true }))).clip;
    const number = motions.size + 1;
    const delay = (frames * number) / fps;
    const tracks = clip.tracks.map((track) => (loop ? laterInLoop(shown, track, delay) : later(track, delay)));
    motions.set(actor.id, motionOfClip(clipToData(skeleton, { ...alone(clip), tracks }, jointKeys(skeleton))));
    if (beside) places.set(actor.id, placeBeside(project.place, rig, own, beside, number));
    yield (i + 1) / ids.length;
  }
  const longer = loop ? 0 : (frames * motions.size) / fps;
  return { clip: id, duration: duration + longer, motions, places };
}

/** The clip with nothing but its tracks: what it holds is in them as it is played. */
function alone({ id, name, duration, fps, loop, tracks }: Clip): Clip {
  return { id, name, duration, fps, loop, tracks };
}

/** Whether keys of the one are keys of the other as they stand. */
function areTwins(one: Skeleton, other: Skeleton): boolean {
  const texts = ({ names, offsets, rest, expressions = [] }: Skeleton): string =>
    JSON.stringify([names, [...offsets], [...rest], expressions]);
  return one === other || texts(one) === texts(other);
}

function placeBeside(place: Place, rig: Rig, own: Rig, [left, behind]: readonly [number, number], number: number): Place {
  const [x, , z] = rig.report.facing;
  const way: Vec3 = [z * left - x * behind, 0, -x * left - z * behind];
  return { at: fromPlace(place, scale(way, number)), turn: shortTurn(place.turn + headingOf(rig) - headingOf(own)) };
}

function later(track: Track, delay: number): Track {
  return { ...track, times: track.times.map((time) => time + delay) };
}

/** The track with one key on every frame, which goes on at the beginning of the loop behind its end. */
function laterInLoop(clip: Clip, track: Track, delay: number): Track {
  const keys = frameTimes(clip).map((time) => ({ time, value: trackValue(track, wrapTime(clip, time - delay)) }));
  return trackOf({ joint: track.joint, interpolation: 'linear' }, keys);
}

/** The project with what its actors were given to do in the clip on the timeline; the same one where that is another clip by now. */
export function withGivenMotions(project: Project, { clip, duration, motions, places }: GivenMotions): Project {
  if (activeClip(project).id !== clip) return project;
  const actors = project.actors.map((actor) => {
    const motion = motions.get(actor.id);
    const unkeyed = actor.unkeyed?.clip === clip ? null : actor.unkeyed;
    const place = { ...actor.place, ...places.get(actor.id) };
    return motion ? { ...actor, place, unkeyed, motions: { ...actor.motions, [clip]: motion } } : actor;
  });
  return setClipDuration({ ...project, actors }, duration);
}
