import { turnOf, type Place } from './place.ts';
import { conjugate, IDENTITY, multiply, rotate, type Quat } from './quat.ts';
import { add, subtract, type Vec3 } from './vec3.ts';

/** Where something is and how it is rotated: the rigid way from its own space to the one that it is in. */
export interface Frame {
  /** Of its origin, metres. */
  readonly position: Vec3;
  /** A unit quaternion. */
  readonly rotation: Quat;
}

/** The frame of what is where it is described. */
export const SAME_FRAME: Frame = { position: [0, 0, 0], rotation: IDENTITY };

/** A frame that is given in the space of `outer`, in the space that `outer` is given in. */
export function composeFrames(outer: Frame, { position, rotation }: Frame): Frame {
  return { position: add(outer.position, rotate(outer.rotation, position)), rotation: multiply(outer.rotation, rotation) };
}

/** A frame as it is seen from another one of the same space: `composeFrames(from, frameSeenFrom(frame, from))` is the frame again. */
export function frameSeenFrom({ position, rotation }: Frame, from: Frame): Frame {
  const back = conjugate(from.rotation);
  return { position: rotate(back, subtract(position, from.position)), rotation: multiply(back, rotation) };
}

/** Where somebody stands as a frame of the scene. */
export function frameOfPlace(place: Place): Frame {
  return { position: place.at, rotation: turnOf(place) };
}
