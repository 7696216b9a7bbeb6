import { openedActor, workOn } from '../../../core/document/work-on-actor.ts';
import { replacePresent } from '../../../core/document/history.ts';
import type { DocumentState } from '../document-state.ts';
import { journalEdit } from '../saving/journal.ts';
import { notify } from '../window/notify.ts';
import { NOTHING_HIDDEN, NOTHING_SELECTED } from '../session-state.ts';
import type { Studio } from '../studio.ts';
import { tellOfUnkeyed } from '../posing/unkeyed-pose.ts';
import { canWorkOn, withCharacter } from './characters.ts';
import { rigsOf } from './rigs.ts';

/** Works on an actor of a project that was just opened; where that is not in its scene, on the one that it is opened with. */
export function workOnOpened(studio: Studio, id: string | undefined): void {
  const { document } = studio.getState();
  if (!document) return;
  workOnActor(studio, id !== undefined && canWorkOn(document, id) ? id : openedActor(document.history.present));
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
