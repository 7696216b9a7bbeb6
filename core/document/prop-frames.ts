import type { Carrier } from '../animation/carrier.ts';
import { carrierAt, NO_PROP_MOTION, propFrameAt, type PropMotion } from '../animation/prop-motion.ts';
import { composeFrames, frameOfPlace, SAME_FRAME, type Frame } from '../math/frame.ts';
import type { Place } from '../math/place.ts';
import { worldPosition, worldRotation, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { jointKeys } from './joint-keys.ts';
import type { PropData } from './project-data.ts';
import type { Project } from './project.ts';
import { motionInClip } from './motion-in-clip.ts';

/** An actor as it stands at one moment. */
export interface StandingActor {
  readonly place: Place;
  readonly skeleton: Skeleton;
  /** In its own space. */
  readonly world: WorldTransforms;
}

/** How an actor stands in the clip on the timeline at a time, seconds; null for one that is not there. */
export type StandingAt = (actor: string, time: number) => StandingActor | null;

/** A joint of an actor, by its name in the character's file. */
export type ActorJoint = Extract<Carrier, { readonly actor: string }>;

/** Where the props of a scene are in the clip on the timeline. */
export interface PropFrames {
  /** Of a prop in the scene, at a time in seconds. */
  at(prop: PropData, time: number): Frame;
  /** Of what can carry a prop, in the scene. What is not there stands at the scene's origin. */
  ofCarrier(carrier: Carrier | null, time: number): Frame;
  /** The actor's joint from which a prop hangs, through other props where those carry it; null: from none. */
  bearerOf(prop: PropData, time: number): ActorJoint | null;
}

/** Where the props of a scene are, by where its actors stand. */
export function propFrames({ props, activeClip }: Pick<Project, 'props' | 'activeClip'>, standingAt: StandingAt): PropFrames {
  /** Props that are being looked at: one that hangs from itself, which two writers can bring about, hangs from the world there. */
  const above = new Set<string>();
  const ofCarrier = (carrier: Carrier | null, time: number): Frame => {
    if (carrier === null) return SAME_FRAME;
    if ('prop' in carrier) {
      const prop = above.has(carrier.prop) ? undefined : props.find(({ id }) => id === carrier.prop);
      return prop ? at(prop, time) : SAME_FRAME;
    }
    const actor = standingAt(carrier.actor, time);
    return actor ? frameOfJoint(actor, carrier.joint) : SAME_FRAME;
  };
  const at = (prop: PropData, time: number): Frame => {
    above.add(prop.id);
    try {
      return propFrameAt(prop.rest, motionOfProp(prop, activeClip), time, ofCarrier);
    } finally {
      above.delete(prop.id);
    }
  };
  const bearerOf = (prop: PropData, time: number, borne: readonly PropData[] = []): ActorJoint | null => {
    const by = carrierAt(prop.rest, motionOfProp(prop, activeClip), time);
    if (!by || 'actor' in by) return by;
    const next = borne.includes(prop) ? undefined : props.find(({ id }) => id === by.prop);
    return next ? bearerOf(next, time, [...borne, prop]) : null;
  };
  return { at, ofCarrier, bearerOf };
}

/** What a prop does in a clip. */
export function motionOfProp({ motions }: PropData, clip: string): PropMotion {
  return motionInClip(motions, clip) ?? NO_PROP_MOTION;
}

/** The frame of an actor's joint in the scene; that of its place where it has no such joint. */
export function frameOfJoint({ place, skeleton, world }: StandingActor, name: string): Frame {
  const joint = jointKeys(skeleton).indexOf(name);
  const own = joint < 0 ? SAME_FRAME : { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
  return composeFrames(frameOfPlace(place), own);
}

/** What carries a prop in the clip on the timeline at a time; null: the world. */
export function carrierOf(prop: PropData, { activeClip }: Pick<Project, 'activeClip'>, time: number): Carrier | null {
  return carrierAt(prop.rest, motionOfProp(prop, activeClip), time);
}
