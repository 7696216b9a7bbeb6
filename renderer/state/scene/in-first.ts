import { openedActor, workOn } from '../../../core/document/work-on-actor.ts';
import type { Entry } from '../../../core/document/history.ts';
import { FIRST_ACTOR, type Project } from '../../../core/document/project.ts';
import { firstRig, rigOf } from '../rig/document-rig.ts';
import type { DocumentState } from '../document-state.ts';
import { canWorkOn, withCharacter } from './characters.ts';
import { rigsOf } from './rigs.ts';
import { lastOf } from '../../../core/math/last-of.ts';

const known = lastOf<Project, Project>();

/** A state of the document as it is when its first actor is worked on, as files have it: the same one where that is, and for the same state. */
export function inFirst(document: DocumentState, project: Project): Project {
  return known(project, [], () => workOn(project, rigOf(document, project), FIRST_ACTOR, rigsOf(document)).project);
}

/** The document with its first actor worked on, now and in every step of its history: what others changed is merged with that. */
export function asOfFirst(document: DocumentState): DocumentState {
  const { history, saved } = document;
  const first = (project: Project): Project => inFirst(document, project);
  const step = (entry: Entry): Entry => {
    const project = first(entry.project);
    return project === entry.project ? entry : { ...entry, project };
  };
  const present = first(history.present);
  if (present === history.present && saved.workedOn === FIRST_ACTOR && !hasOthersWorkedOn(document)) return document;
  const steps = { past: history.past.map(step), present, future: history.future.map(step) };
  return { ...withCharacter(document, present), rig: firstRig(document), history: steps, saved: first(saved) };
}

function hasOthersWorkedOn({ history: { past, future } }: DocumentState): boolean {
  return [...past, ...future].some(({ project }) => project.workedOn !== FIRST_ACTOR);
}

/** The document with the actor worked on that was before, or where that is gone who it is opened with; its history stays as it is. */
export function asWorkedOn(document: DocumentState, before: DocumentState): DocumentState {
  const { history, saved } = document;
  const was = before.history.present.workedOn;
  const workedOn = canWorkOn(document, was) ? was : openedActor(history.present);
  if (history.present.workedOn === workedOn || !canWorkOn(document, workedOn)) return document;
  const { project: present, rig } = workOn(history.present, document.rig, workedOn, rigsOf(document));
  return {
    ...withCharacter(document, present),
    rig,
    history: { ...history, present },
    saved: saved === history.present ? present : saved,
  };
}
