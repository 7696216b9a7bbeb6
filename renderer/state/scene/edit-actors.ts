import { actorsOf, presentActor } from '../../../core/document/work-on-actor.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { addActor, placeActor, removeActor, renameActor } from '../../../core/document/edits/actors.ts';
import { freeNumber } from '../../../core/document/ids.ts';
import type { Project, RigSettings } from '../../../core/document/project.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { shortTurn, type Place } from '../../../core/math/place.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';
import { commitEdit } from '../editing.ts';
import type { Studio, StudioState } from '../studio.ts';
import { nextToWorkOn, unmarkActor } from './actor-marks.ts';
import { characterOf } from './characters.ts';
import { freeName } from './free-name.ts';
import { placeBeside, turnLike } from './free-place.ts';
import { plainSettings, rigOfCharacter } from './rigs.ts';
import { previewPlace, shownPlace } from './shown-place.ts';
import { releasedAt } from '../props/edit-props.ts';
import { workOnActor } from './work-on.ts';

/** Puts a character into the scene, beside those that are there, and works on it. */
export function addCharacter(studio: Studio, character: OpenedCharacter, corrections: RigSettings['corrections'] = {}): void {
  const { document } = studio.getState();
  if (!document) return;
  const { rig, actor } = freshActor(character, corrections);
  bringCharacter(studio, character);
  const place = placeBeside(document, rig, turnLike(document, rig));
  const name = freeName(namesIn(document.history.present), actor.name);
  addAndWorkOn(studio, document, `Add ${actor.name}`, { ...actor, name, place });
}

/** A character as an actor that does nothing yet. */
export function freshActor(
  { scene, name, fileName, hash }: OpenedCharacter,
  corrections: RigSettings['corrections'],
): { readonly rig: Rig; readonly actor: ActorData } {
  const rig = rigOfCharacter(scene, plainSettings(corrections));
  return { rig, actor: presentActor(createProject(rig, { name, fileName, hash }, corrections), rig) };
}

/** Has a character at hand for the actors that have it. */
export function bringCharacter(studio: Studio, character: OpenedCharacter): void {
  const { document } = studio.getState();
  if (!document || characterOf(document, character.hash)) return;
  studio.setState({ document: { ...document, others: [...document.others, character] } });
}

/** Puts a second actor beside the one that is worked on, who does the same, and works on it. */
export function duplicateActor(studio: Studio): void {
  const { document } = studio.getState();
  if (!document) return;
  const { present } = document.history;
  const actor = presentActor(present, document.rig);
  const place = placeBeside(document, document.rig, present.place.turn);
  addAndWorkOn(studio, document, `Duplicate ${actor.name}`, { ...actor, name: freeName(namesIn(present), actor.name), place });
}

function addAndWorkOn(studio: Studio, { revisions, history }: DocumentState, label: string, actor: ActorData): void {
  const id = newActorId(history.present, revisions);
  commitEdit(studio, label, (project) => addActor(project, { ...actor, id }));
  unmarkActor(studio, id);
  workOnActor(studio, id);
}

/** An id for another actor, which nobody has; `others` come beside it. */
export function newActorId(
  project: Project,
  revisions: DocumentState['revisions'],
  others: readonly { readonly id: string }[] = [],
): string {
  return `actor-${freeNumber('actors', [...actorsOf(project), ...others], revisions)}`;
}

export function namesIn(project: Project): readonly string[] {
  return actorsOf(project).map(({ name }) => name);
}

/** Whether the actor that is worked on can be deleted: another one must be there to work on. */
export function canDeleteActor(state: StudioState): boolean {
  return state.document !== null && nextToWorkOn(state, state.document.history.present.workedOn) !== null;
}

/** Takes an actor out of the scene. Who was before it in the list is worked on, where it was that itself. */
export function deleteActor(studio: Studio, id: string): void {
  const { document } = studio.getState();
  const actor = document && actorsOf(document.history.present).find((each) => each.id === id);
  if (!actor) return;
  if (document.history.present.workedOn === id) {
    const next = nextToWorkOn(studio.getState(), id);
    if (next === null) return;
    workOnActor(studio, next);
  }
  const state = studio.getState();
  commitEdit(studio, `Delete ${actor.name}`, (project) =>
    removeActor(
      releasedAt(state, project, (by) => 'actor' in by && by.actor === id),
      id,
    ),
  );
}

/** Calls an actor by another name; an empty one leaves it as it is. */
export function nameActor(studio: Studio, id: string, name: string): void {
  if (name.trim() !== '') commitEdit(studio, 'Rename character', (project) => renameActor(project, id, name));
}

/** Puts the actor that is worked on somewhere else: metres, and radians about the vertical. */
export function standAt(studio: Studio, place: Place): void {
  const { document } = studio.getState();
  if (!document) return;
  const { workedOn, character } = document.history.present;
  const turn = shortTurn(place.turn);
  commitEdit(studio, `Place ${character.name}`, (project) => placeActor(project, workedOn, { ...place, turn }));
}

/** Keeps the actor that is worked on where it was dragged to, as one step. */
export function keepPlace(studio: Studio): void {
  const place = shownPlace(studio.getState());
  previewPlace(studio, null);
  standAt(studio, place);
}
