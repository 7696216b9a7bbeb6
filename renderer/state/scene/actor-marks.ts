import { actorsOf } from '../../../core/document/work-on-actor.ts';
import { keepView } from '../saving/journal.ts';
import type { ActorMarks } from '../session-state.ts';
import type { Studio, StudioState } from '../studio.ts';
import { canWorkOn } from './characters.ts';
import { workOnActor } from './work-on.ts';

/** Whether an actor beside the one that is worked on is in the picture: not hidden, and one of those that are shown alone, where there are such. */
export function isActorShown({ document, session }: StudioState, id: string): boolean {
  const { hidden, solo } = session.actors;
  const isChosen = (): boolean => solo.has(id) || !actorsOf(document!.history.present).some((actor) => solo.has(actor.id));
  return !hidden.has(id) && (solo.size === 0 || isChosen());
}

/** Whether an actor is kept from being worked on, and so from every change; who is worked on is not. */
export function isActorLocked({ document, session }: StudioState, id: string): boolean {
  return session.actors.locked.has(id) && id !== document?.history.present.workedOn;
}

/** Whether an actor can be worked on: its file is there, and it is not locked. */
export function isActorFree(state: StudioState, id: string): boolean {
  return state.document !== null && canWorkOn(state.document, id) && !isActorLocked(state, id);
}

/** Who is worked on once an actor is gone or locked: the one before it in the list, or the next one; null where nobody is free. */
export function nextToWorkOn(state: StudioState, id: string): string | null {
  const ids = state.document ? actorsOf(state.document.history.present).map((actor) => actor.id) : [];
  const at = ids.indexOf(id);
  return [...ids.slice(0, at).reverse(), ...ids.slice(at + 1)].find((each) => isActorFree(state, each)) ?? null;
}

/** The next actor in the order of the list that is free, or the one before, is worked on. */
export function workOnNext(studio: Studio, by: 1 | -1): void {
  const state = studio.getState();
  if (!state.document) return;
  const { present } = state.document.history;
  const ids = actorsOf(present).map(({ id }) => id);
  const at = ids.indexOf(present.workedOn);
  const behind = [...ids.slice(at + 1), ...ids.slice(0, at)];
  const next = (by === 1 ? behind : behind.toReversed()).find((id) => isActorFree(state, id));
  if (next !== undefined) workOnActor(studio, next);
}

/** Whether an actor is left out of the picture while another one is worked on. */
export function setActorHidden(studio: Studio, id: string, hides: boolean): void {
  mark(studio, 'hidden', id, hides);
}

/** Keeps an actor as it is, or frees it. Who is worked on makes room for another one; where nobody else is free it stays unlocked. */
export function setActorLocked(studio: Studio, id: string, locks: boolean): void {
  const state = studio.getState();
  if (locks && state.document?.history.present.workedOn === id) {
    const next = nextToWorkOn(state, id);
    if (next === null) return;
    workOnActor(studio, next);
  }
  mark(studio, 'locked', id, locks);
}

/** Frees all actors. */
export function unlockActors(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, actors: { ...session.actors, locked: new Set() } } });
}

/** Whether an actor of the scene is locked. */
export function hasLockedActors(state: StudioState): boolean {
  return state.document !== null && actorsOf(state.document.history.present).some(({ id }) => isActorLocked(state, id));
}

/** Shows an actor alone, or with others that are shown alone; the first one that is chosen is worked on. */
export function setActorSolo(studio: Studio, id: string, isSolo: boolean): void {
  const state = studio.getState();
  const isFirst = isSolo && state.session.actors.solo.size === 0;
  if (isFirst && isActorFree(state, id)) workOnActor(studio, id);
  mark(studio, 'solo', id, isSolo);
}

/** Whether the actor that is worked on is shown alone, or with others. */
export function isPresentSolo({ document, session }: StudioState): boolean {
  return document !== null && session.actors.solo.has(document.history.present.workedOn);
}

/** Takes all marks off an actor: who comes to a scene may have the id of one that is gone. */
export function unmarkActor(studio: Studio, id: string): void {
  for (const what of ['hidden', 'locked', 'solo'] as const) mark(studio, what, id, false);
}

function mark(studio: Studio, what: keyof ActorMarks, id: string, isMarked: boolean): void {
  const { session } = studio.getState();
  const marked = new Set(session.actors[what]);
  if (isMarked) marked.add(id);
  else marked.delete(id);
  studio.setState({ session: { ...session, actors: { ...session.actors, [what]: marked } } });
  keepView(studio);
}
