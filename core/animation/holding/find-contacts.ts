import { sideOf } from '../../humanoid/body/found-bones.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { checkClip } from '../check-clip.ts';
import type { Clip, ContactPart, StandingSpan } from '../clip.ts';
import { checkContactSettings, plantedStretches, type ContactSettings } from '../contacts.ts';
import { frameTimes, pointPaths, posesAt } from '../joint-paths.ts';
import { contactPoints } from './contact-points.ts';
import { standingSpans, withContacts } from './contact-spans.ts';
import { holdContacts } from './hold-contacts.ts';
import { stillPart } from './still-part.ts';

/** What counts as standing where nothing stands still: feet that slide, as between keys that were set by hand. */
const SLIDING: ContactSettings = { slow: 0.6, fast: 0.8, drift: 0.25, rise: 0.05 };

/**
 * The heels, balls, toes and hands of a clip that stand still near the floor, at its own frame rate: what `Clip.contacts` can hold. Where nothing does, those that
 * slide a little. What cannot be held within the limits is left out. A hand that hangs still in the air is no contact.
 */
export function findContacts(rig: Rig, clip: Clip, settings: ContactSettings = {}): StandingSpan[] {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkContactSettings(settings);
  const still = spansThatStand(rig, clip, settings);
  return holdable(rig, clip, still.length > 0 ? still : spansThatStand(rig, clip, { ...SLIDING, ...settings }));
}

/** Rounds in which what cannot be held is given up. */
const ROUNDS = 4;

/** The contacts, as long as the limbs can hold them within their limits: a heel lifts when its ankle bends no further. */
function holdable(rig: Rig, clip: Clip, contacts: readonly StandingSpan[]): StandingSpan[] {
  let spans = [...contacts];
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = withContacts(clip, spans);
    const held = holdContacts(rig, wanted);
    const poses = posesAt(rig.skeleton, held, frameTimes(held));
    const cut = spans.map((span) => stillPart(rig, poses, held.fps, span));
    const gives = (span: StandingSpan, i: number) => cut[i] !== span;
    // Without its heel the rest of a foot can often stay.
    const heels = spans.filter((span, i) => span.part.endsWith('Heel') && gives(span, i));
    const isLater = ({ part, from, to }: StandingSpan) =>
      heels.some((heel) => heel.part !== part && sideOf(heel.part) === sideOf(part) && heel.from < to && heel.to > from);
    const next = spans.flatMap((span, i) => (isLater(span) ? [span] : (cut[i] ?? [])));
    if (next.length === spans.length && next.every((span, i) => span === spans[i])) return spans;
    spans = next;
  }
  return spans;
}

function spansThatStand(rig: Rig, clip: Clip, settings: ContactSettings): StandingSpan[] {
  const points = contactPoints(rig);
  const times = frameTimes(clip);
  const paths = pointPaths(rig.skeleton, posesAt(rig.skeleton, clip, times), points);
  const kinds = points.map(({ part }) => kindOf(part));
  const planted = plantedStretches(rig, paths, kinds, clip.fps, settings);
  const found = points.flatMap(({ part }, k) =>
    planted[k]!.map(([first, last]): StandingSpan => ({ part, from: times[first]!, to: times[last]! })),
  );
  return [...standingSpans(withContacts({ ...clip, contacts: [] }, found))];
}

/** What stands on one floor: hands stand on that of the heels. */
function kindOf(part: ContactPart): string {
  const kind = part.replace(/^(?:left|right)/, '');
  return kind === 'Hand' ? 'Heel' : kind;
}
