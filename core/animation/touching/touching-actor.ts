import type { HandleName, Pins } from '../../humanoid/body/handles.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { Frame } from '../../math/frame.ts';
import type { Place } from '../../math/place.ts';
import type { Clip, TouchingSpan } from '../clip.ts';
import { releaseFrames } from '../fade-between.ts';
import { touchingSpans } from '../holding/contact-spans.ts';

/** A character of a scene with what it does in a clip. */
export interface TouchingActor {
  readonly id: string;
  readonly rig: Rig;
  readonly place: Place;
  readonly pins: Pins;
  /** The joint that its character's file calls so; −1: none. */
  readonly jointOf: (name: string) => number;
  /** As it is played alone: with what it holds in the world, and without what it touches, which its contacts say. */
  readonly clip: Clip;
}

/** Where a prop is at a moment: in the space of the joint of an actor that carries it, or of the scene. */
export interface ThingPlace {
  /** Null: nobody carries it. */
  readonly by: { readonly actor: string; readonly joint: string } | null;
  readonly frame: Frame;
}

/** Where a prop is at a time of the clip, seconds; null for one that is not there. */
export type ThingAt = (prop: string, time: number) => ThingPlace | null;

/** A contact of one of the actors, in frames. */
export interface TouchingContact {
  /** The number of the actor whose it is. */
  readonly actor: number;
  readonly part: HandleName;
  readonly on: TouchingSpan['on'];
  /** Both included. */
  readonly first: number;
  readonly last: number;
  /** Frames over which it comes in and goes out. */
  readonly fade: number;
}

/** All contacts of the actors with what may move, by when they begin. `lastFrame` is that of the clip. */
export function touchingContacts(actors: readonly TouchingActor[], lastFrame: number): readonly TouchingContact[] {
  return actors
    .flatMap(({ clip }, actor) =>
      touchingSpans(clip).map(({ part, on, from, to, fade }): TouchingContact => {
        const [first, last] = [from, to].map((time) => Math.min(lastFrame, Math.round(time * clip.fps))) as [number, number];
        return { actor, part, on, first, last, fade: fade === undefined ? releaseFrames(clip.fps) : Math.round(fade * clip.fps) };
      }),
    )
    .sort((a, b) => a.first - b.first);
}

/** The contacts that hold in a frame: of one part only that which began last. */
export function contactsIn(contacts: readonly TouchingContact[], frame: number): readonly TouchingContact[] {
  const now = contacts.filter(({ first, last }) => first <= frame && frame <= last);
  return now.filter((each, i) => !now.some(({ actor, part }, k) => k > i && actor === each.actor && part === each.part));
}
