import type { ContactSpan, TouchingSpan } from '../../../core/animation/clip.ts';
import type { GiveWay } from '../../../core/humanoid/bodies/body-contact.ts';
import type { Studio, StudioState } from '../studio.ts';
import { changeContact, chosenContact, contactName } from './contacts.ts';
import { isActorLocked } from '../scene/actor-marks.ts';
import { frameAt, shownClip } from './clips.ts';

/** The chosen contact where it is one with something that may move. */
export function chosenTouching(state: StudioState): TouchingSpan | null {
  const contact = chosenContact(state);
  return contact?.on ? contact : null;
}

/** Whether somebody may give way in the chosen contact: it is one with another character, who stays as it is where it is locked. */
export function canGiveWay(state: StudioState, gives: GiveWay): boolean {
  const by = chosenTouching(state)?.on.by;
  return by !== undefined && 'actor' in by && (gives === 'from' || !isActorLocked(state, by.actor));
}

/** Who gives way in the chosen contact. */
export function givesWay(state: StudioState): GiveWay | null {
  const contact = chosenTouching(state);
  return contact && (contact.on.gives ?? 'from');
}

export function setGivesWay(studio: Studio, gives: GiveWay): void {
  changeTouching(studio, 'Change who gives way at', (contact) => ({ ...contact, on: { ...contact.on, gives } }));
}

/** Whether the chosen contact keeps its direction. */
export function keepsItsDirection(state: StudioState): boolean {
  return chosenTouching(state)?.on.turns ?? false;
}

export function toggleItsDirection(studio: Studio): void {
  changeTouching(studio, 'Change the direction of', (contact) => {
    const { turns, ...on } = contact.on;
    return { ...contact, on: turns ? on : { ...on, turns: true } };
  });
}

/** Seconds over which the chosen contact comes in and goes out; null: as usual. */
export function setFade(studio: Studio, fade: number | null): void {
  changeTouching(studio, 'Fade', ({ fade: _fade, ...contact }) => (fade === null ? contact : { ...contact, fade }));
}

function changeTouching(studio: Studio, what: string, change: (contact: TouchingSpan) => TouchingSpan): void {
  const contact = chosenTouching(studio.getState());
  if (contact) changeContact(studio, contact, `${what} contact of ${contactName(contact.part)}`, change(contact));
}

export function toggleContactMuted(studio: Studio): void {
  const contact = chosenContact(studio.getState());
  if (!contact) return;
  const { isMuted, ...rest } = contact;
  const changed = (isMuted ? rest : { ...contact, isMuted: true }) as ContactSpan;
  changeContact(studio, contact, `${isMuted ? 'Unmute' : 'Mute'} contact of ${contactName(contact.part)}`, changed);
}

/** The frames by which the chosen contact would be split at the playhead: the last of the one before it, and the first of the one after; null where it is not within. */
function splitAt(state: StudioState): readonly [number, number] | null {
  const contact = chosenContact(state);
  const clip = shownClip(state);
  if (!contact || !clip) return null;
  const [first, last, at] = [contact.from, contact.to, state.session.playback.time].map((time) => frameAt(clip, time)) as [
    number,
    number,
    number,
  ];
  return at > first && at + 1 < last ? [at, at + 1] : null;
}

export function canSplitContact(state: StudioState): boolean {
  return splitAt(state) !== null;
}

/** Splits the chosen contact at the playhead, so that each part can be moved, muted or deleted on its own. */
export function splitContact(studio: Studio): void {
  const state = studio.getState();
  const contact = chosenContact(state);
  const frames = splitAt(state);
  const clip = shownClip(state);
  if (!contact || !frames || !clip) return;
  const [before, after] = frames.map((frame) => frame / clip.fps) as [number, number];
  changeContact(
    studio,
    contact,
    `Split contact of ${contactName(contact.part)}`,
    { ...contact, to: before },
    { ...contact, from: after },
  );
}
