import type { TouchingSpan } from '../../core/animation/clip.ts';
import { withContacts } from '../../core/animation/holding/contact-spans.ts';
import { createClip, setKey } from '../../core/animation/keys.ts';
import type { TouchingActor } from '../../core/animation/touching/touching-actor.ts';
import { IDENTITY } from '../../core/math/quat.ts';
import type { Pairing } from '../benchmarks/scene/pairings.ts';

/** The actors of a pairing with keys at both ends of a clip of a second, and its contacts as contacts of that clip between two times. */
export function touchingPairing({ keys, contacts }: Pairing, from = 0, to = 1): readonly TouchingActor[] {
  return keys.map(([before, after], a): TouchingActor => {
    const { rig, place } = before;
    const { skeleton } = rig;
    const empty = createClip('clip', 'Clip', { fps: 24, duration: 1, loop: false });
    const clip = setKey(skeleton, setKey(skeleton, empty, 0, before.pose), 1, after.pose);
    const spans = contacts
      .filter((contact) => contact.from.actor === a)
      .map(({ from: part, on, rotation, gives }): TouchingSpan => {
        if (!('actor' in on)) throw new Error('pairings are of bodies');
        const by = { actor: `actor-${on.actor}`, joint: String(on.joint) };
        const turned = { rotation: rotation ?? IDENTITY, ...(rotation && { turns: true as const }) };
        const point = part.point && { point: part.point };
        return { part: part.handle, from, to, on: { by, position: on.point, ...turned, ...point, gives } };
      });
    return { id: `actor-${a}`, rig, place, pins: {}, jointOf: Number, clip: withContacts(clip, spans) };
  });
}
