import { sideOf } from '../../humanoid/body/found-bones.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { checkClip } from '../check-clip.ts';
import type { Clip, ContactPart, StandingSpan } from '../clip.ts';
import { checkContactSettings, plantedStretches, type ContactSettings } from '../contacts.ts';
import { frameTimes, pointPaths, posesAt } from '../joint-paths.ts';
import { contactPoints } from './contact-points.ts';
import { standingSpans, withContacts } from './contact-spans.ts';
import { holdContacts } from './hold-contacts.ts';

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
/** Metres in a frame from which on a point is not held. */
const SLIDES = 1e-3;
/** Seconds that a contact lasts at least. */
const SHORTEST = 0.1;

/** The contacts, as long as the limbs can hold them within their limits: a heel lifts when its ankle bends no further. */
function holdable(rig: Rig, clip: Clip, contacts: readonly StandingSpan[]): StandingSpan[] {
  let spans = [...contacts];
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = withContacts(clip, spans);
    const held = holdContacts(rig, wanted);
    const cut = spans.map((span) => stillPart(rig, span, held));
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

/** The longest part of a contact in which its point stands still; itself where it does all the time, null where nothing long enough is left. */
function stillPart(rig: Rig, span: StandingSpan, held: Clip): StandingSpan | null {
  const point = contactPoints(rig).find(({ part }) => part === span.part);
  const [first, last] = [span.from, span.to].map((time) => Math.round(time * held.fps)) as [number, number];
  if (!point) return null;
  const times = Array.from({ length: last - first + 1 }, (_, i) => (first + i) / held.fps);
  const [path] = pointPaths(rig.skeleton, posesAt(rig.skeleton, held, times), [point]);
  let best: readonly [number, number] = [0, 0];
  for (let from = 0, to = 0; to < times.length; to++) {
    if (to > from && distance(vec3At(path!, to), vec3At(path!, to - 1)) > SLIDES) from = to;
    if (to - from > best[1] - best[0]) best = [from, to];
  }
  if (best[1] - best[0] === last - first) return span;
  const [from, to] = best.map((frame) => times[frame]!) as [number, number];
  return to - from >= SHORTEST ? { part: span.part, from, to } : null;
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
