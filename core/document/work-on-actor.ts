import type { Clip } from '../animation/clip.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { rigToData, clipToData, unkeyedToData } from './serialize-parts.ts';
import { readClip } from './read-clips.ts';
import { readRigSettings, readUnkeyed } from './read-settings.ts';
import { jointKeys } from './joint-keys.ts';
import { isSomething, motionOfClip } from './motion-of-clip.ts';
import type { ActorData, ClipData, MotionData } from './project-data.ts';
import { FIRST_ACTOR, type Project } from './project.ts';
import { startReading, unknownNames, type Reading } from './reading.ts';
import { motionInClip } from './motion-in-clip.ts';
import { lastOf } from '../math/last-of.ts';

/** An actor of a scene, as a list shows it. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** All actors of a scene in the order in which they are listed: the first one where it is still there, then those that came to it. */
export function actorsOf({ workedOn, character, place, actors }: Project): readonly Actor[] {
  const present: Actor = { id: workedOn, name: character.name };
  const others = actors.map((actor) => (actor.id === FIRST_ACTOR ? present : { id: actor.id, name: actor.name }));
  const first = actors.find(({ id }) => id === FIRST_ACTOR);
  if (actors.length > 0 && (first?.place ?? place).isOut) return others;
  return [first ? { id: FIRST_ACTOR, name: first.name } : present, ...others];
}

/** The actors of a scene beside the one that is worked on: all that wait but a first one that was taken out of it. */
export function othersOf({ actors }: Project): readonly ActorData[] {
  return actors.some(({ place }) => place.isOut) ? actors.filter(({ place }) => !place.isOut) : actors;
}

/** Id of the actor that a project is opened with: the first one, or the next one where the first was taken out of the scene. */
export function openedActor({ workedOn, place, actors }: Project): string {
  return place.isOut ? (actors[0]?.id ?? workedOn) : workedOn;
}

/** The actor of this id, or else of this name. Throws an `Error` with one sentence where that is none, or several. */
export function namedActor(project: Project, wanted: string): Actor {
  const actors = actorsOf(project);
  const byId = actors.find(({ id }) => id === wanted);
  const named = actors.filter(({ name }) => name === wanted);
  const [found, another] = byId ? [byId] : named;
  if (found && !another) return found;
  const there = (found ? named : actors).map(({ id, name }) => `"${name}" (${id})`).join(', ');
  throw new Error(
    found
      ? `several actors are called "${wanted}", so say which: ${there}`
      : `the project holds no actor "${wanted}", but ${there}`,
  );
}

/** The actor that is worked on as it waits in `actors` while another is; `rig` is its rig. */
export function presentActor(project: Project, rig: Rig): ActorData {
  const { workedOn: id, character, place, pins, unkeyed, clips } = project;
  const keys = jointKeys(rig.skeleton);
  return {
    id,
    ...character,
    place,
    rig: rigToData(project.rig, keys),
    pins,
    unkeyed: unkeyedToData(rig.skeleton, unkeyed, keys),
    motions: Object.fromEntries(clips.flatMap((clip) => entryOf(rig, clip))),
  };
}

/** A clip in which an actor does nothing has no entry. */
function entryOf(rig: Rig, clip: Clip): (readonly [string, MotionData])[] {
  const motion = motionToData(rig, clip);
  return isSomething(motion) ? [[clip.id, motion]] : [];
}

const written = lastOf<Clip, MotionData>();

/** What an actor does in a clip; the same object for the same clip and rig. */
function motionToData(rig: Rig, clip: Clip): MotionData {
  return written(clip, [rig], () => motionOfClip(clipToData(rig.skeleton, clip, jointKeys(rig.skeleton))));
}

/** What all actors share of a clip. */
type Timing = Pick<Clip, 'id' | 'name' | 'duration' | 'fps' | 'loop' | 'markers'>;

function timingOf({ id, name, duration, fps, loop, markers }: Timing): Timing {
  return { id, name, duration, fps, loop, ...(markers && { markers }) };
}

/** A clip with the motion of another actor, as it is written. */
export function clipOfActor(clip: Timing, actor: ActorData): ClipData {
  return { ...timingOf(clip), tracks: [], ...motionInClip(actor.motions, clip.id) };
}

function readClipOf(reading: Reading, clip: Clip, actor: ActorData): Clip {
  return readClip(reading, clipOfActor(clip, actor)) ?? { ...timingOf(clip), tracks: [] };
}

/** A scene, the rig of the actor that is worked on, and sentences about what of it could not be used. */
export interface WorkedOn {
  readonly project: Project;
  readonly rig: Rig;
  readonly warnings: readonly string[];
}

/**
 * The same scene with another actor to work on; `rigOf` gives the rig that an actor asks for. What is there twice, as all poses of the library, is shared.
 * Throws a `RangeError` when there is no such actor.
 */
export function workOn(project: Project, rig: Rig, id: string, rigOf: (actor: ActorData) => Rig): WorkedOn {
  if (id === project.workedOn) return { project, rig, warnings: [] };
  // The first actor stands where the one that is worked on had its place: it goes back there before another one is taken.
  if (id !== FIRST_ACTOR && project.workedOn !== FIRST_ACTOR) {
    const first = workOn(project, rig, FIRST_ACTOR, rigOf);
    return workOn(first.project, first.rig, id, rigOf);
  }
  const actor = project.actors.find((each) => each.id === id);
  if (!actor) throw new RangeError(`there is no actor "${id}"`);
  const next = rigOf(actor);
  const reading = startReading(next.skeleton);
  const present = presentActor(project, rig);
  return {
    project: {
      ...project,
      ...asWorkedOn(reading, project, actor),
      actors: project.actors.map((each) => (each === actor ? present : each)),
      clips: project.clips.map((clip) => readClipOf(reading, clip, actor)),
    },
    rig: next,
    warnings: [...unknownNames(reading), ...reading.warnings],
  };
}

function asWorkedOn(
  reading: Reading,
  { activeClip }: Project,
  { id, name, fileName, hash, place, rig, pins, unkeyed }: ActorData,
): Pick<Project, 'workedOn' | 'character' | 'place' | 'rig' | 'pins' | 'unkeyed'> {
  return {
    workedOn: id,
    character: { name, fileName, hash },
    place,
    rig: readRigSettings(reading, rig),
    pins,
    unkeyed: readUnkeyed(reading, unkeyed, activeClip),
  };
}

/**
 * A scene as another actor sees it who is alone there: for showing it beside the one that is worked on. `rig` is that actor's. Only the clip on the timeline is
 * there.
 */
export function viewOfActor(project: Project, actor: ActorData, rig: Rig): Project {
  const reading = startReading(rig.skeleton);
  const clip = project.clips.find(({ id }) => id === project.activeClip) ?? project.clips[0]!;
  return { ...project, ...asWorkedOn(reading, project, actor), actors: [], clips: [readClipOf(reading, clip, actor)] };
}

/** The scene with the actor that is worked on brought from one rig of its character to another, by the names of its joints. */
export function onOtherRig(project: Project, from: Rig, to: Rig): Omit<WorkedOn, 'rig'> {
  const reading = startReading(to.skeleton);
  const actor = presentActor(project, from);
  const clips = project.clips.map((clip) => readClipOf(reading, clip, actor));
  return {
    project: { ...project, ...asWorkedOn(reading, project, actor), clips },
    warnings: [...unknownNames(reading), ...reading.warnings],
  };
}
