import type { Clip, ContactPart, ContactSpan } from '../../../core/animation/clip.ts';
import { contactPoints } from '../../../core/animation/holding/contact-points.ts';
import { sameSpan, slideOfContacts } from '../../../core/animation/holding/contact-spans.ts';
import { stillRange } from '../../../core/animation/holding/still-part.ts';
import { findContacts } from '../../../core/animation/holding/find-contacts.ts';
import { clipKeyTimes } from '../../../core/animation/sampling.ts';
import type { Slide } from '../../../core/animation/slide.ts';
import { activeClip, setClipContacts } from '../../../core/document/edits/clips.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import { chosenKeys } from '../keys/chosen-keys.ts';
import { frameAt, shownClip } from './clips.ts';
import { commitEdit } from '../editing.ts';
import { notify } from '../window/notify.ts';
import { hasPlayRange, pause, playRange, showFrame } from './playback.ts';
import { selectedHandle } from '../selection.ts';
import type { DocumentState } from '../document-state.ts';
import { rigsBeside } from '../scene/rigs.ts';
import type { Studio, StudioState } from '../studio.ts';
import { setTimelineSession } from './set-timeline-session.ts';
import { rangeInSentence } from '../window/times.ts';
import { sideOf } from '../../../core/humanoid/body/found-bones.ts';
import { lastOf } from '../../../core/math/last-of.ts';

const NOTHING: readonly ContactSpan[] = [];

/** What is held in the clip on the timeline, and when. */
export function clipContacts(state: StudioState): readonly ContactSpan[] {
  return shownClip(state)?.contacts ?? NOTHING;
}

/** "left heel". */
export function contactName(part: ContactSpan['part']): string {
  return part.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
}

/** The contact that was chosen last, while the clip has it. */
export function chosenContact(state: StudioState): ContactSpan | null {
  const { contact } = state.session.timeline;
  return (contact && clipContacts(state).find((each) => sameSpan(each, contact))) ?? null;
}

export function chooseContact(studio: Studio, contact: ContactSpan | null): void {
  setTimelineSession(studio, { contact });
}

/** Looks for what stands still near the floor and holds it, in place of what the clip holds in the world. */
export function findClipContacts(studio: Studio): void {
  const { document } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!document || !clip) return;
  const found = findContacts(document.rig, clip);
  if (found.length === 0) {
    notify(
      studio,
      'info',
      'No heel, ball, toe or hand stands still near the floor. A walk in place can travel with its feet.',
      'clip.travel',
    );
    return;
  }
  commitEdit(studio, `Find ${counted(found.length)}`, (project) =>
    setClipContacts(project, [...found, ...(activeClip(project).contacts ?? []).filter(({ on }) => on)]),
  );
}

/** The parts of the body that the selected handle can hold: of a foot the heel, the ball and the toe. */
export function holdableParts(state: StudioState): readonly ContactPart[] {
  const handle = selectedHandle(state);
  const { document } = state;
  if (!document || !handle) return [];
  const side = sideOf(handle);
  const wanted: readonly string[] = handle.endsWith('Foot')
    ? [`${side}Heel`, `${side}Ball`, `${side}Toe`]
    : handle.endsWith('Hand')
      ? [handle]
      : [];
  return contactPoints(document.rig).flatMap(({ part }) => (wanted.includes(part) ? [part] : []));
}

/**
 * Holds the selected hand or foot: between the first and the last selected key, in the range that is played, or from the key at or before the playhead to the next
 * one. Where motion is keyed in every frame, as captured motion is, it is held for as long as it is nearly still.
 */
export function addContact(studio: Studio): void {
  const state = studio.getState();
  const clip = shownClip(state);
  const parts = holdableParts(state);
  const range = clip && parts.length > 0 ? rangeToHold(state, clip, parts) : null;
  if (!clip || parts.length === 0) return;
  if (!range) {
    notify(studio, 'info', 'It moves at this frame. Select keys, or a range to play, to hold it all the same.');
    return;
  }
  const [from, to] = range;
  const name = parts.length === 1 ? contactName(parts[0]!) : `${sideOf(parts[0]!)} foot`;
  const held = rangeInSentence(state.session.settings.times, frameAt(clip, from), frameAt(clip, to), clip.fps);
  commitEdit(studio, `Hold ${name}, ${held}`, (project) =>
    setClipContacts(project, [...(activeClip(project).contacts ?? []), ...parts.map((part) => ({ part, from, to }))]),
  );
}

/** Frames between two keys up to which motion counts as captured. */
const DENSE = 2;

type Range = readonly [from: number, to: number];

function rangeToHold(state: StudioState, clip: Clip, parts: readonly ContactPart[]): Range | null {
  const chosen = chosenKeys(state).map(({ time }) => time);
  const [first, last] = [Math.min(...chosen), Math.max(...chosen)];
  if (chosen.length > 0 && last > first) return [first, last];
  if (hasPlayRange(state)) return playRange(state);
  const between = rangeBetweenKeys(state, clip);
  if (!between || (between[1] - between[0]) * clip.fps > DENSE + 0.5) return between;
  const { rig } = state.document!;
  const ranges = parts.map((part) => stillRange(rig, clip, part, state.session.playback.time)).filter((range) => range !== null);
  return ranges.length === 0 ? null : [Math.max(...ranges.map(([from]) => from)), Math.min(...ranges.map(([, to]) => to))];
}

function rangeBetweenKeys(state: StudioState, clip: Clip): Range | null {
  const times = clipKeyTimes(clip);
  const at = state.session.playback.time + 0.5 / clip.fps;
  const from = times.findLast((time) => time <= at) ?? 0;
  const to = times.find((time) => time > at) ?? clip.duration;
  return to > from ? [from, to] : null;
}

/** Puts a contact elsewhere in time, by its frames; it is the chosen one then. */
export function moveContact(studio: Studio, contact: ContactSpan, first: number, last: number): void {
  const clip = shownClip(studio.getState());
  if (!clip || !(last > first)) return;
  const moved = { ...contact, from: Math.max(0, first) / clip.fps, to: last / clip.fps };
  changeContact(studio, contact, `Move contact of ${contactName(contact.part)}`, moved);
}

/** Puts others in the place of a contact; the first of them is the chosen one then. */
export function changeContact(studio: Studio, contact: ContactSpan, label: string, ...others: readonly ContactSpan[]): void {
  if (others.length === 1 && sameSpan(others[0]!, contact)) return;
  commitEdit(studio, label, (project) =>
    setClipContacts(
      project,
      (activeClip(project).contacts ?? []).flatMap((each) => (sameSpan(each, contact) ? others : each)),
    ),
  );
  chooseContact(studio, others[0] ?? null);
}

export function deleteContact(studio: Studio, contact: ContactSpan): void {
  changeContact(studio, contact, `Delete contact of ${contactName(contact.part)}`);
}

export function deleteAllContacts(studio: Studio): void {
  const { length } = clipContacts(studio.getState());
  commitEdit(studio, `Delete ${counted(length)}`, (project) => setClipContacts(project, []));
  chooseContact(studio, null);
}

/** How much the contacts of the clip on the timeline move as it is played; found once for each played clip. */
export function slideNow(document: DocumentState): Slide {
  const { history, rig } = document;
  const clip = activeClip(history.present);
  const shown = playedActiveClip(history.present, rig, rigsBeside(document));
  return slides(shown, [rig, clip], () => slideOfContacts(rig, clip, shown));
}

const slides = lastOf<Clip, Slide>();

/** Goes to the frame in which a contact slides most. */
export function showWorstSlide(studio: Studio): void {
  const { document } = studio.getState();
  if (!document) return;
  pause(studio);
  showFrame(studio, slideNow(document).worst);
}

function counted(count: number): string {
  return count === 1 ? '1 contact' : `${count} contacts`;
}
