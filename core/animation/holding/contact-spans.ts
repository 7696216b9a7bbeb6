import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { checkArray } from '../../math/check-values.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { checkClip } from '../check-clip.ts';
import { HANDLE_NAMES, handlesOf } from '../../humanoid/body/handles.ts';
import { CONTACT_PARTS, type Clip, type ContactSpan, type StandingSpan, type TouchingSpan } from '../clip.ts';
import { checkContact } from './check-contact.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { isSameTime } from '../track-keys.ts';
import { slideOf, type PlantedPoint, type Slide } from '../slide.ts';
import { contactPoints } from './contact-points.ts';

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
