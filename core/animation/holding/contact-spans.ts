import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { checkArray, checkOneOf, checkObject, checkText, spellOut } from '../../math/check-values.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { checkClip } from '../check-clip.ts';
import { HANDLE_NAMES, handlesOf, checkHandle } from '../../humanoid/body/handles.ts';
import { CONTACT_PARTS, type Clip, type ContactSpan, type StandingSpan, type TouchingSpan, type TouchedPlace } from '../clip.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { isSameTime } from '../track-keys.ts';
import { slideOf, type PlantedPoint, type Slide } from '../slide.ts';
import { contactPoints } from './contact-points.ts';
import { GIVE_WAYS } from '../../humanoid/bodies/body-contact.ts';
import { checkCoordinates, checkFinite, checkUnit, isNumberFrom } from '../../math/check-numbers.ts';
import { clipKeyTimes } from '../sampling.ts';

/** What a clip holds in the world. */
export function standingSpans({ contacts = [] }: Pick<Clip, 'contacts'>): readonly StandingSpan[] {
  return contacts.filter((each): each is StandingSpan => each.on === undefined && !each.isMuted);
}

/** What a clip holds on something that may move. */
export function touchingSpans({ contacts = [] }: Pick<Clip, 'contacts'>): readonly TouchingSpan[] {
  return contacts.filter((each): each is TouchingSpan => each.on !== undefined && !each.isMuted);
}

/** How much what a clip holds in the world moves as it is played, which is `shown`. */
export function slideOfContacts(rig: Rig, clip: Clip, shown: Clip): Slide {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkClip(shown, 'the shown');
  const points = contactPoints(rig);
  const poses = posesAt(rig.skeleton, shown, frameTimes(shown));
  const planted = standingSpans(clip).flatMap(({ part, from, to }): PlantedPoint[] => {
    const point = points.find((each) => each.part === part);
    const [first, last] = [from, Math.min(to, shown.duration)].map((time) => Math.round(time * shown.fps)) as [number, number];
    return point && first < last ? [{ joint: point.joint, offset: point.offset, first, last }] : [];
  });
  return slideOf(rig.skeleton, poses, planted);
}

/** The clip with other contacts: put in order, and those of one part that touch joined. Throws a `RangeError` when one cannot be used. */
export function withContacts(clip: Clip, contacts: readonly ContactSpan[]): Clip {
  checkClip(clip, 'the clip');
  checkArray(contacts, 'the contacts');
  for (const [i, contact] of contacts.entries()) checkContact(contact, `the contacts: number ${i}`);
  const { contacts: before = [], ...without } = clip;
  const tidy = tidySpans(contacts);
  if (tidy.length === before.length && tidy.every((span, i) => sameSpan(span, before[i]!))) return clip;
  return tidy.length === 0 ? without : { ...without, contacts: tidy };
}

/** The clip with its contacts where another time of theirs is said; those that `place` puts nowhere, or at no length, go. */
export function withContactsAt(clip: Clip, contacts: readonly ContactSpan[], place: (time: number) => number): Clip {
  const moved = contacts.map((contact) => {
    const [a, b] = [place(contact.from), place(contact.to)];
    return { ...contact, from: Math.max(0, Math.min(a, b)), to: Math.max(a, b) };
  });
  return withContacts(
    clip,
    moved.filter(({ from, to }) => to - from > KEY_TIME_TOLERANCE),
  );
}

/** The clip with more contacts, in whose stretches those of before that hold the same part give way. */
export function overContacts(clip: Clip, contacts: readonly ContactSpan[]): Clip {
  if (contacts.length === 0) return clip;
  const isOver = (a: ContactSpan, b: ContactSpan) => a.part === b.part && (a.on === undefined) === (b.on === undefined);
  const left = contacts.reduce<readonly ContactSpan[]>(
    (spans, over) => spans.flatMap((span) => (isOver(span, over) ? besides(span, over) : [span])),
    clip.contacts ?? [],
  );
  return withContacts(clip, [...left, ...contacts.filter(({ from, to }) => to - from > KEY_TIME_TOLERANCE)]);
}

/** The clip with what it holds of parts whose joints are among these let go in a stretch, in seconds: what moves there instead stands by itself. */
export function letGoWithin(rig: Rig, clip: Clip, joints: readonly number[], stretch: Stretch): Clip {
  if (!clip.contacts) return clip;
  const holding = new Map<string, number>(handlesOf(rig).map(({ name, joint }) => [name, joint]));
  const standing = new Map<string, number>(contactPoints(rig).map(({ part, joint }) => [part, joint]));
  const isLetGo = ({ part, on }: ContactSpan) => joints.includes((on === undefined ? standing : holding).get(part) ?? NaN);
  return withContacts(
    clip,
    clip.contacts.flatMap((span) => (isLetGo(span) ? besides(span, stretch) : [span])),
  );
}

/** Seconds. */
type Stretch = Pick<ContactSpan, 'from' | 'to'>;

/** What is left of a contact before and after a stretch. */
function besides(span: ContactSpan, stretch: Stretch): readonly ContactSpan[] {
  if (span.to <= stretch.from || span.from >= stretch.to) return [span];
  const rests = [
    { ...span, to: Math.min(span.to, stretch.from) },
    { ...span, from: Math.max(span.from, stretch.to) },
  ];
  return rests.filter(({ from, to }) => to - from > KEY_TIME_TOLERANCE);
}

/** Whether two contacts are of one part and of the same time, and hold alike. */
export function sameSpan(a: ContactSpan, b: ContactSpan): boolean {
  return a.part === b.part && isSameTime(a.from, b.from) && isSameTime(a.to, b.to) && holdAlike(a, b);
}

function holdAlike(a: ContactSpan, b: ContactSpan): boolean {
  const told = ({ from: _from, to: _to, ...rest }: ContactSpan) => JSON.stringify(rest);
  return a === b || told(a) === told(b);
}

/** By part, then by time. Of those of one part, ones that hold alike and touch or overlap become one, and others end where the next begins. */
function tidySpans(spans: readonly ContactSpan[]): ContactSpan[] {
  const of = (isStanding: boolean, parts: readonly string[]) =>
    parts.flatMap((part) => tidyPart(spans.filter((each) => each.part === part && (each.on === undefined) === isStanding)));
  return [...of(true, CONTACT_PARTS), ...of(false, HANDLE_NAMES)];
}

function tidyPart(spans: readonly ContactSpan[]): ContactSpan[] {
  const tidy: ContactSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = tidy.at(-1);
    if (last && span.from <= last.to + KEY_TIME_TOLERANCE) {
      const isOne = holdAlike(span, last);
      tidy[tidy.length - 1] = { ...last, to: isOne ? Math.max(last.to, span.to) : span.from };
      if (isOne) continue;
    }
    tidy.push({ ...span });
  }
  return tidy.filter(({ from, to }) => to - from > KEY_TIME_TOLERANCE);
}

/** Throws a `RangeError` of one sentence unless it is a contact; one about its fields begins with `what`. */
export function checkContact(contact: ContactSpan, what: string): void {
  checkObject(contact, what);
  const { part, from, to, on } = contact;
  checkFinite(from, 'the start of a contact');
  checkFinite(to, 'the end of a contact');
  if (on === undefined && !CONTACT_PARTS.includes(part))
    throw new RangeError(`a contact must be of one of ${CONTACT_PARTS.join(', ')}, got ${spellOut(part)}`);
  if (!(from >= 0 && to > from))
    throw new RangeError(`a contact must end after it begins, from 0 on, got ${spellOut(from)} to ${spellOut(to)}`);
  if (on === undefined) return;
  checkHandle(contact.part);
  if (contact.fade !== undefined && !isNumberFrom(contact.fade, 0, Infinity))
    throw new RangeError(`${what}: the fade must be seconds from 0 on, got ${spellOut(contact.fade)}`);
  checkTouched(on, what);
}

function checkTouched(on: TouchedPlace, what: string): void {
  checkObject(on, `${what}: on`);
  checkObject(on.by, `${what}: what it is on`);
  for (const name of Object.values(on.by)) checkText(name, `${what}: what it is on`);
  checkCoordinates(on.position, 3, `${what}: the position`);
  checkUnit(on.rotation, 4, `${what}: the rotation`);
  if (on.point !== undefined) checkCoordinates(on.point, 3, `${what}: the point`);
  if (on.gives !== undefined) checkOneOf(on.gives, GIVE_WAYS, `${what}: gives`);
}

/**
 * A clip whose keys were moved, with its contacts moved along: an end that stood on a key stands on it again, one between two keys keeps its share of the way between
 * them. `placed` says where a key of before stands now; null: where it was. Contacts stay as they are where keys have passed each other.
 */
export function contactsAlong(before: Clip, moved: Clip, placed: (time: number) => number | null): Clip {
  const { contacts } = before;
  const times = clipKeyTimes(before);
  const places = times.map((time) => placed(time) ?? time);
  const isMoved = times.some((time, i) => !isSameTime(time, places[i]!));
  const isInOrder = places.every((place, i) => i === 0 || place > places[i - 1]!);
  if (!contacts || !isMoved || !isInOrder) return moved;
  return withContactsAt(moved, contacts, (time) => {
    const after = times.findIndex((each) => each > time || isSameTime(each, time));
    if (after < 0 || isSameTime(times[after]!, time)) return after < 0 ? time : places[after]!;
    if (after === 0) return time;
    const share = (time - times[after - 1]!) / (times[after]! - times[after - 1]!);
    const place = places[after - 1]! + share * (places[after]! - places[after - 1]!);
    return Math.round(place * before.fps) / before.fps;
  });
}
