import { angleBetween, IDENTITY, multiply, type Quat } from '../../math/quat.ts';
import { distance, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { handlesOf, type HandleName } from '../body/handles.ts';
import { composeFrames, frameOfPlace, type Frame } from '../../math/frame.ts';
import type { PosedActor } from '../body/actor.ts';

/** Whose body moves so that a contact holds: that of `from`, that of `on`, or both, which meet by what both can reach. */
export const GIVE_WAYS = ['from', 'on', 'both'] as const;

/** One of {@link GIVE_WAYS}. */
export type GiveWay = (typeof GIVE_WAYS)[number];

/** A point of one actor that is at a point of another, of its own body or of the world: a hand on a shoulder, a hand in a hand. */
export interface BodyContact {
  readonly from: {
    /** Its number among the actors. */
    readonly actor: number;
    readonly handle: HandleName;
    /** The point that touches, in the frame of the handle's joint, metres. Default: the handle itself. */
    readonly point?: Vec3;
  };
  readonly on:
    | {
        readonly actor: number;
        readonly joint: number;
        /** The place that is touched, in the joint's frame, metres. */
        readonly point: Vec3;
      }
    /** A frame of the world, to whose place the point goes. */
    | Frame;
  /** The rotation that the handle's joint has in the frame that is touched, a unit quaternion. Default: it may turn as it likes. */
  readonly rotation?: Quat;
  /** Only `from` gives way to the world and to its own body. */
  readonly gives: GiveWay;
}

/** One side of a contact: the frame that is to meet the other side's. */
export interface ContactEnd {
  /** −1: the world. */
  readonly actor: number;
  /** −1: the origin of the world. */
  readonly joint: number;
  readonly point: Vec3;
  /** The frame's rotation in the joint's. */
  readonly turn: Quat;
  readonly gives: boolean;
}

/** A contact as two sides that are alike. */
export interface MeetingEnds {
  readonly from: ContactEnd;
  readonly on: ContactEnd;
  /** Whether their rotations are to meet too. */
  readonly turns: boolean;
}

export function endsOf(actors: readonly PosedActor[], { from, on, rotation, gives }: BodyContact): MeetingEnds {
  const handle = handlesOf(actors[from.actor]!.rig).find(({ name }) => name === from.handle)!;
  return {
    from: {
      actor: from.actor,
      joint: handle.joint,
      point: from.point ?? handle.offset,
      turn: IDENTITY,
      gives: gives !== 'on',
    },
    on: touchedEnd(on, rotation ?? IDENTITY, gives !== 'from'),
    turns: rotation !== undefined,
  };
}

function touchedEnd(on: BodyContact['on'], turn: Quat, gives: boolean): ContactEnd {
  if ('actor' in on) return { ...on, turn, gives };
  return { actor: -1, joint: -1, point: on.position, turn: multiply(on.rotation, turn), gives };
}

/** Where a side of a contact is, in the space of its actor. */
export function frameIn(world: WorldTransforms, { joint, point, turn }: ContactEnd): Frame {
  return { position: pointOf(world, joint, point), rotation: multiply(worldRotation(world, joint), turn) };
}

/** Where a side of a contact is in the world, its actor in `pose`. */
export function frameOf({ rig, place }: PosedActor, pose: Pose, end: ContactEnd): Frame {
  return composeFrames(frameOfPlace(place), frameIn(forwardKinematics(rig.skeleton, pose), end));
}

/** What is left of a contact: metres, and radians where rotations are to meet. */
export interface Miss {
  readonly distance: number;
  readonly angle: number;
}

export function missOf(a: Frame, b: Frame, turns: boolean): Miss {
  return { distance: distance(a.position, b.position), angle: turns ? angleBetween(a.rotation, b.rotation) : 0 };
}
