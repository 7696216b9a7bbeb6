import { workOn } from '../../../core/document/actors.ts';
import { replacePresent } from '../../../core/document/history.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { DocumentState } from '../document-state.ts';
import { journalEdit } from '../journal.ts';
import { notify } from '../notices.ts';
import { NOTHING_HIDDEN, NOTHING_SELECTED } from '../session-state.ts';
import type { Studio } from '../studio.ts';
import { tellOfUnkeyed } from '../unkeyed-pose.ts';
import { characterOf, withCharacter } from './characters.ts';
import { rigOfActor } from './rigs.ts';

/** Whether an actor of the scene can be worked on: it is another one, and its character's file is there. */
export function canWorkOn(document: DocumentState, id: string): boolean {
  const actor = document.history.present.actors.find((each) => each.id === id);
  return actor !== undefined && characterOf(document, actor.hash) !== null;
}

/** Hands, feet and keys are those of another actor from now on; what is on screen stays. No step that can be undone. */
export function workOnActor(studio: Studio, id: string): void {
  const { document, session } = studio.getState();
  if (!document || !canWorkOn(document, id)) return;
  const { history, saved } = document;
  const { project, rig, warnings } = workOn(history.present, document.rig, id, rigsOf(document));
  const next: DocumentState = {
    ...withCharacter(document, project),
    history: replacePresent(history, project),
    rig,
    // To look at another actor is no change of what is saved.
    saved: saved === history.present ? project : saved,
  };
  studio.setState({
    document: next,
    session: { ...session, selection: NOTHING_SELECTED, alsoSelected: [], keyboardHandle: null, hidden: NOTHING_HIDDEN },
    transient: { preview: null, feedback: null },
  });
  if (next.saved !== project) journalEdit(studio, `Work on ${project.character.name}`, document, next);
  for (const warning of warnings) notify(studio, 'warning', warning);
  tellOfUnkeyed(studio);
}

/** The rigs of a document's actors, all of whose characters are there. */
export function rigsOf(document: DocumentState): (actor: ActorData) => Rig {
  return (actor) => {
    const rig = rigOfActor(document, actor);
    if (!rig) throw new Error(`the character "${actor.name}" is not there`);
    return rig;
  };
}
