import {
  allTracks,
  keySize,
  poseOffset,
  type Clip,
  type ClipLayer,
  type ClipMarker,
  type ContactSpan,
  type Interpolation,
} from '../../animation/clip.ts';
import { withContacts } from '../../animation/holding/contact-spans.ts';
import { checkDuration, checkFps, deleteKeys, setInterpolation, setKey, snapToFrame } from '../../animation/keys.ts';
import { flattenLayers } from '../../animation/flatten-layers.ts';
import { beneathLayers, withLayers } from '../../animation/layers.ts';
import { withMarkers } from '../../animation/markers.ts';
import { isSameTime } from '../../animation/track-keys.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { KEY_VALUE_ROUNDING } from '../../math/tolerances.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type { ActorData } from '../project-data.ts';
import type { Project } from '../project.ts';
import { withoutSceneMotions } from './motions.ts';
import { without } from './without.ts';

/** The clip on the timeline. */
export function activeClip(project: Project): Clip {
  const clip = project.clips.find(({ id }) => id === project.activeClip) ?? project.clips[0];
  if (!clip) throw new Error('a project has at least one clip');
  return clip;
}

/**
 * Whether the pose that no key holds is what is on screen while the playhead stands at `time`, seconds: at the frame that it was made at, and at every one
 * of a clip without keys, where nothing else could be.
 */
export function showsUnkeyed(project: Project, time: number): boolean {
  const { unkeyed } = project;
  const clip = activeClip(project);
  if (unkeyed?.clip !== clip.id) return false;
  return clip.tracks.length === 0 || Math.round(unkeyed.time * clip.fps) === Math.round(time * clip.fps);
}

/** The project with `edit` applied to the clip on the timeline; the same project when the edit gives the same clip back. */
export function editActiveClip(project: Project, edit: (clip: Clip) => Clip): Project {
  const before = activeClip(project);
  const after = edit(before);
  if (after === before) return project;
  return { ...project, clips: project.clips.map((clip) => (clip === before ? after : clip)) };
}

/** How a clip goes from key to key from its first key on. */
export const FIRST_INTERPOLATION: Interpolation = 'cubic';

/**
 * Keys a pose on the timeline at `time` (seconds, snapped to frames), so that it is played there under the clip's layers; `joints` as in {@link setKey}.
 * The first key makes the clip smooth between keys; a key of all joints takes the place of a pose that no key held there.
 */
export function setKeyAt(project: Project, skeleton: Skeleton, time: number, pose: Pose, joints?: readonly number[]): Project {
  const keyed = editActiveClip(project, (clip) => {
    const at = snapToFrame(clip, time);
    const next = setKey(skeleton, clip, at, beneathLayers(skeleton, clip, at, pose), joints);
    return clip.tracks.length === 0 ? setInterpolation(next, FIRST_INTERPOLATION) : next;
  });
  return joints === undefined && showsUnkeyed(project, time) ? { ...keyed, unkeyed: null } : keyed;
}

/** Keys the pose that no key holds, where it is one of the clip on the timeline. */
export function keyUnkeyed(project: Project, skeleton: Skeleton): Project {
  const { unkeyed } = project;
  const isShown = unkeyed !== null && showsUnkeyed(project, unkeyed.time);
  return isShown ? setKeyAt(project, skeleton, unkeyed.time, unkeyed.pose) : project;
}

/** Whether all joints of the clip on the timeline have keys at `time`, seconds, that hold a pose of the screen but for rounding. */
export function keysHold(project: Project, skeleton: Skeleton, time: number, pose: Pose): boolean {
  const clip = activeClip(project);
  const at = snapToFrame(clip, time);
  const held = beneathLayers(skeleton, clip, at, pose);
  const byJoint = new Map(clip.tracks.map((track) => [track.joint, track]));
  return allTracks(skeleton).every((joint) => {
    const track = byJoint.get(joint);
    const key = track?.times.findIndex((each) => isSameTime(each, at)) ?? -1;
    if (!track || key < 0) return false;
    const size = keySize(joint);
    const from = poseOffset(joint, held);
    // A quaternion and its negative are the same rotation.
    const differs = (sign: number) =>
      track.values
        .slice(size * key, size * (key + 1))
        .some((value, c) => !(Math.abs(value - sign * held[from + c]!) < KEY_VALUE_ROUNDING));
    return !differs(1) || (size === 4 && !differs(-1));
  });
}

/** What is laid over the clip on the timeline. */
export function setClipLayers(project: Project, layers: readonly ClipLayer[]): Project {
  return editActiveClip(project, (clip) => withLayers(clip, layers));
}

/** The moments of the clip on the timeline that have names. */
export function setClipMarkers(project: Project, markers: readonly ClipMarker[]): Project {
  return editActiveClip(project, (clip) => withMarkers(clip, markers));
}

/** The clip on the timeline with its layers in its own tracks, as it is played. */
export function flattenClip(project: Project, rig: Rig): Project {
  return editActiveClip(project, (clip) => flattenLayers(rig, clip, project.pins));
}

export function deleteKey(project: Project, time: number, joints?: readonly number[]): Project {
  return editActiveClip(project, (clip) => deleteKeys(clip, time, joints));
}

export function setClipInterpolation(project: Project, interpolation: Interpolation): Project {
  return editActiveClip(project, (clip) => setInterpolation(clip, interpolation));
}

/** Changes the frame rate; keys keep their times in seconds. */
export function setClipFps(project: Project, fps: number): Project {
  checkFps(fps);
  return editActiveClip(project, (clip) => (clip.fps === fps ? clip : { ...clip, fps }));
}

/** Changes the length of the timeline in seconds; keys behind the end are kept but not played. */
export function setClipDuration(project: Project, duration: number): Project {
  checkDuration(duration);
  return editActiveClip(project, (clip) => (clip.duration === duration ? clip : { ...clip, duration }));
}

export function setClipLoop(project: Project, loop: boolean): Project {
  return editActiveClip(project, (clip) => (clip.loop === loop ? clip : { ...clip, loop }));
}

/** Whether pinned hands and feet stay in their places between keys. */
export function setClipKeepsPins(project: Project, keepsPins: boolean): Project {
  return editActiveClip(project, (clip) => {
    if ((clip.keepsPins ?? false) === keepsPins) return clip;
    return keepsPins ? { ...clip, keepsPins } : without(clip, 'keepsPins');
  });
}

/** What stays in its place on the timeline, and when. */
export function setClipContacts(project: Project, contacts: readonly ContactSpan[]): Project {
  return editActiveClip(project, (clip) => withContacts(clip, contacts));
}

/** Throws a `RangeError` when the name is empty. */
export function setClipName(project: Project, name: string): Project {
  const trimmed = name.trim();
  if (trimmed === '') throw new RangeError('a clip needs a name');
  return editActiveClip(project, (clip) => (clip.name === trimmed ? clip : { ...clip, name: trimmed }));
}

/** Adds a clip and puts it on the timeline. Throws a `RangeError` when its id is taken. */
export function addClip(project: Project, clip: Clip): Project {
  if (project.clips.some(({ id }) => id === clip.id)) throw new RangeError(`there is already a clip "${clip.id}"`);
  const { actors, ...rest } = withoutSceneMotions(project, clip.id);
  return { ...rest, clips: [...rest.clips, clip], actors: withoutMotions(actors, clip.id), activeClip: clip.id };
}

/** The actors without what they do in a clip; the same ones where none of them does anything there. */
function withoutMotions(actors: readonly ActorData[], clip: string): readonly ActorData[] {
  if (!actors.some(({ motions }) => Object.hasOwn(motions, clip))) return actors;
  return actors.map((actor) => ({ ...actor, motions: without(actor.motions, clip) }));
}

/** Removes a clip; the one before it comes onto the timeline. The last clip of a project stays. */
export function deleteClip(project: Project, id: string): Project {
  const at = project.clips.findIndex((clip) => clip.id === id);
  if (at < 0 || project.clips.length === 1) return project;
  const clips = project.clips.toSpliced(at, 1);
  const unkeyed = project.unkeyed?.clip === id ? null : project.unkeyed;
  return {
    ...withoutSceneMotions(project, id),
    clips,
    actors: withoutMotions(project.actors, id),
    sounds: withoutSoundsOf(project.sounds, id),
    unkeyed,
    activeClip: project.activeClip === id ? clips[Math.max(0, at - 1)]!.id : project.activeClip,
  };
}

/** The same list where the clip has none. */
function withoutSoundsOf(sounds: Project['sounds'], clip: string): Project['sounds'] {
  return sounds.some((sound) => sound.clip === clip) ? sounds.filter((sound) => sound.clip !== clip) : sounds;
}

/** Puts another clip onto the timeline. */
export function setActiveClip(project: Project, id: string): Project {
  if (!project.clips.some((clip) => clip.id === id)) throw new RangeError(`there is no clip "${id}"`);
  return id === project.activeClip ? project : { ...project, activeClip: id };
}
