import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { checkFinite } from '../../math/check-numbers.ts';
import { checkArray, checkObject, spellOut } from '../../math/check-values.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { checkClip } from '../check-clip.ts';
import { CONTACT_PARTS, type Clip, type ContactSpan } from '../clip.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { slideOf, type PlantedPoint, type Slide } from '../slide.ts';
import { contactPoints } from './contact-points.ts';

/** How much the contacts of a clip move as it is played, which is `shown`. */
export function slideOfContacts(rig: Rig, clip: Clip, shown: Clip): Slide {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkClip(shown, 'the shown');
  const points = contactPoints(rig);
  const poses = posesAt(rig.skeleton, shown, frameTimes(shown));
  const planted = (clip.contacts ?? []).flatMap(({ part, from, to }): PlantedPoint[] => {
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
  for (const [i, contact] of contacts.entries()) {
    checkObject(contact, `the contacts: number ${i}`);
    const { part, from, to } = contact;
    checkFinite(from, 'the start of a contact');
    checkFinite(to, 'the end of a contact');
    if (!CONTACT_PARTS.includes(part)) {
      throw new RangeError(`a contact must be of one of ${CONTACT_PARTS.join(', ')}, got ${spellOut(part)}`);
    }
    if (!(from >= 0 && to > from))
      throw new RangeError(`a contact must end after it begins, from 0 on, got ${spellOut(from)} to ${spellOut(to)}`);
  }
  const { contacts: before = [], ...without } = clip;
  const tidy = tidySpans(contacts);
  if (tidy.length === before.length && tidy.every((span, i) => sameSpan(span, before[i]!))) return clip;
  return tidy.length === 0 ? without : { ...without, contacts: tidy };
}

/** The clip with its contacts where another time of theirs is said; those that `place` puts nowhere, or at no length, go. */
export function withContactsAt(clip: Clip, contacts: readonly ContactSpan[], place: (time: number) => number): Clip {
  const moved = contacts.map(({ part, from, to }) => {
    const [a, b] = [place(from), place(to)];
    return { part, from: Math.max(0, Math.min(a, b)), to: Math.max(a, b) };
  });
  return withContacts(
    clip,
    moved.filter(({ from, to }) => to - from > KEY_TIME_TOLERANCE),
  );
}

/** Whether two contacts are of one part and of the same time. */
export function sameSpan(a: ContactSpan, b: ContactSpan): boolean {
  return a.part === b.part && isNear(a.from, b.from) && isNear(a.to, b.to);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < KEY_TIME_TOLERANCE;
}

/** By part, then by time; those of one part that touch or overlap become one. */
function tidySpans(spans: readonly ContactSpan[]): ContactSpan[] {
  return CONTACT_PARTS.flatMap((part) => {
    const joined: ContactSpan[] = [];
    for (const span of spans.filter((each) => each.part === part).sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && span.from <= last.to + KEY_TIME_TOLERANCE) {
        joined[joined.length - 1] = { part, from: last.from, to: Math.max(last.to, span.to) };
      } else {
        joined.push({ part, from: span.from, to: span.to });
      }
    }
    return joined;
  });
}
