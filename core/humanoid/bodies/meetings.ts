import { add, scale, subtract } from '../../math/vec3.ts';
import type { Frame } from '../../math/frame.ts';
import type { PosedActor } from '../body/actor.ts';
import type { ContactEnd, MeetingEnds } from './body-contact.ts';
import { meetingOf, metAgain, turnedBetween, type Meeting } from './meeting.ts';
import { clamp } from '../../math/angles.ts';

/** Places that contacts are brought to, world: they change from round to round, until what is solved by them is there. */
export interface Meetings {
  /** Where contact number `c` is brought to in this round; null where whoever gives way goes to where the other is by then. */
  of(contact: number): Frame | null;
  /** To be called when every body was built towards them. */
  afterBuilding(): void;
  /** To be called when every body was solved to them. */
  afterRound(): void;
}

/**
 * The places of contacts for bodies that are solved in an `order`. Where both give way they meet. Where one goes to another that is solved after it,
 * because that one goes to it too, it goes to where the other is thought to be; `at` says where a side is by now.
 */
export function createMeetings(
  actors: readonly PosedActor[],
  contacts: readonly MeetingEnds[],
  order: readonly number[],
  at: (end: ContactEnd) => Frame,
): Meetings {
  const rank = actors.map((_, a) => order.indexOf(a));
  const goesAhead = contacts.map(({ from, on }) => {
    if (from.gives && on.gives) return null;
    const [own, other] = from.gives ? [from, on] : [on, from];
    return rank[own.actor]! < rank[other.actor]! ? other : null;
  });
  const met = contacts.map((ends) => (ends.from.gives && ends.on.gives ? meetingOf(actors, ends) : null));
  const ahead = goesAhead.map((other) => other && at(other));
  const relaxation = createRelaxation();
  const renew = (again: (meeting: Meeting, ends: MeetingEnds) => Meeting): void => {
    for (const [c, meeting] of met.entries()) if (meeting) met[c] = again(meeting, contacts[c]!);
  };
  return {
    of: (contact) => met[contact] ?? ahead[contact]!,
    afterBuilding() {
      renew((meeting, { from, on, turns }) => (turns ? turnedBetween(meeting, at(from), at(on)) : meeting));
    },
    afterRound() {
      renew((meeting, { from, on, turns }) => metAgain(meeting, at(from), at(on), turns));
      const left = goesAhead.map((other, c) => (other ? subtract(at(other).position, ahead[c]!.position) : null));
      const all = left.flatMap((way) => way ?? []);
      const factor = all.length > 0 ? relaxation.next(all) : 1;
      goesAhead.forEach((other, c) => {
        if (!other) return;
        ahead[c] = { position: add(ahead[c]!.position, scale(left[c]!, factor)), rotation: at(other).rotation };
      });
    },
  };
}

/** How much further than what was found the next try goes: at least and at most. */
const [LEAST, MOST] = [0.3, 12] as const;

/** How far a repeated approach goes beyond what it found. */
interface Relaxation {
  /** The factor on what is left for the next try: what each component of it was, before and now. */
  next(left: readonly number[]): number;
}

/**
 * Aitken's relaxation: bodies that go to each other come nearer by the same share each time, so the sum of all that is left to go can be told from two
 * steps. With r what is left and ω the factor,
 *
 *   ω' = −ω r · (r' − r) / |r' − r|²,  from ω = 1 on
 *
 * (Irons and Tuck 1969).
 */
export function createRelaxation(): Relaxation {
  let factor = 1;
  let before: readonly number[] | null = null;
  return {
    next(left) {
      if (before) {
        let [along, size] = [0, 0];
        left.forEach((value, i) => {
          const change = value - before![i]!;
          along += before![i]! * change;
          size += change * change;
        });
        factor = size > 0 ? clamp((-factor * along) / size, LEAST, MOST) : 1;
      }
      before = left.slice();
      return factor;
    },
  };
}
