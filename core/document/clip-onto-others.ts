import type { Clip, Track } from '../animation/clip.ts';
import { frameTimes } from '../animation/joint-paths.ts';
import { retargetClip } from '../animation/retarget-clip.ts';
import { trackValue, wrapTime } from '../animation/sampling.ts';
import type { Steps } from '../animation/steps.ts';
import { trackOf } from '../animation/track-keys.ts';
import type { Rig } from '../humanoid/body/rig.ts';
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
}

/**
 * What the actor that is worked on does in the clip on the timeline, as it is played, on these other actors: each `frames` later than the one before in `ids`. They
 * begin in the first pose and stay in the last, and the clip becomes as long as that takes; a loop stays as long, and they do it later in the loop. Actors
 * whose rig is not there are left out.
 */
export function* ontoOthersSteps(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  ids: readonly string[],
  frames: number,
): Steps<GivenMotions> {
  const { id, duration, fps, loop } = activeClip(project);
  const shown = playedClipOf(project, rig, rigOf, project.workedOn)!;
  const motions = new Map<string, MotionData>();
  for (const each of ids) {
    const actor = project.actors.find((other) => other.id === each);
    const own = actor && rigOf(actor);
    if (!own) continue;
    const { clip } = retargetClip(rig, shown, own, { limits: true });
    const delay = (frames * (motions.size + 1)) / fps;
    const tracks = clip.tracks.map((track) => (loop ? laterInLoop(shown, track, delay) : later(track, delay)));
    const { skeleton } = own;
    motions.set(actor.id, motionOfClip(clipToData(skeleton, { ...clip, tracks }, jointKeys(skeleton))));
    yield motions.size / ids.length;
  }
  const longer = loop ? 0 : (frames * motions.size) / fps;
  return { clip: id, duration: duration + longer, motions };
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
export function withGivenMotions(project: Project, { clip, duration, motions }: GivenMotions): Project {
  if (activeClip(project).id !== clip) return project;
  const actors = project.actors.map((actor) => {
    const motion = motions.get(actor.id);
    const unkeyed = actor.unkeyed?.clip === clip ? null : actor.unkeyed;
    return motion ? { ...actor, unkeyed, motions: { ...actor.motions, [clip]: motion } } : actor;
  });
  return setClipDuration({ ...project, actors }, duration);
}
