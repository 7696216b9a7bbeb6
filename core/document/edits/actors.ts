import type { Place } from '../../math/place.ts';
import type { ActorData, MotionData } from '../project-data.ts';
import { FIRST_ACTOR, type Project } from '../project.ts';
import { withItem } from './with-item.ts';
import { motionInClip } from '../motion-in-clip.ts';

/** Adds an actor behind all others. Throws a `RangeError` when its id is taken. */
export function addActor(project: Project, actor: ActorData): Project {
  const isTaken = actor.id === FIRST_ACTOR || actor.id === project.workedOn || project.actors.some(({ id }) => id === actor.id);
  if (isTaken) throw new RangeError(`there is already an actor "${actor.id}"`);
  // Whoever was alone is one of the scene from now on, also where others had taken them out of it.
  const { isOut: _, ...place } = project.place;
  return { ...project, ...(project.place.isOut && { place }), actors: [...project.actors, actor] };
}

/**
 * Removes an actor that is not worked on; the same project where there is no such actor. Of the first one stays what the poses of the library are of: its body,
 * out of the scene.
 */
export function removeActor(project: Project, id: string): Project {
  if (id === FIRST_ACTOR) {
    const takeOut = (first: ActorData): ActorData => ({
      ...first,
      place: { ...first.place, isOut: true },
      unkeyed: null,
      motions: {},
    });
    return changeActor(project, id, (first) => (first.place.isOut ? first : takeOut(first)));
  }
  const left = project.actors.filter((actor) => actor.id !== id);
  return left.length === project.actors.length ? project : { ...project, actors: left };
}

/** Calls an actor by another name. Throws a `RangeError` when it is empty. */
export function renameActor(project: Project, id: string, name: string): Project {
  const trimmed = name.trim();
  if (trimmed === '') throw new RangeError('a character needs a name');
  if (id === project.workedOn)
    return project.character.name === trimmed ? project : { ...project, character: { ...project.character, name: trimmed } };
  return changeActor(project, id, (actor) => (actor.name === trimmed ? actor : { ...actor, name: trimmed }));
}

/** Puts an actor somewhere else in the scene; what it does stays as it is, seen from there. */
export function placeActor(project: Project, id: string, place: Place): Project {
  if (![...place.at, place.turn].every(Number.isFinite)) throw new RangeError('a place needs finite numbers');
  return id === project.workedOn ? { ...project, place } : changeActor(project, id, (actor) => ({ ...actor, place }));
}

/** Lets all actors that are not worked on do in the clip `to` what they do in the clip `from`. */
export function copyMotions(project: Project, from: string, to: string): Project {
  const copied = (actor: ActorData): ActorData => {
    const motion: MotionData | undefined = motionInClip(actor.motions, from);
    return motion ? { ...actor, motions: { ...actor.motions, [to]: motion } } : actor;
  };
  return project.actors.length === 0 ? project : { ...project, actors: project.actors.map(copied) };
}

function changeActor(project: Project, id: string, change: (actor: ActorData) => ActorData): Project {
  return withItem(project, 'actors', id, change);
}
