import { fromPlace, intoPlace, turnOf, type Place } from '../../math/place.ts';
import { conjugate, multiply, type Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Pins } from '../body/handles.ts';
import type { Rig } from '../body/rig.ts';

/** One of several characters at one moment. */
export interface PosedActor {
  readonly rig: Rig;
  readonly place: Place;
  /** In its own space. */
  readonly pose: Pose;
  /** What of it stays where the pose has it. Default: nothing. */
  readonly pins?: Pins;
}

/** A place and a rotation: world, or an actor's own space. */
export interface Frame {
  readonly position: Vec3;
  readonly rotation: Quat;
}

/** A frame of an actor's own space in the world. */
export function toWorld(place: Place, { position, rotation }: Frame): Frame {
  return { position: fromPlace(place, position), rotation: multiply(turnOf(place), rotation) };
}

/** A frame of the world in an actor's own space. */
export function toActor(place: Place, { position, rotation }: Frame): Frame {
  return { position: intoPlace(place, position), rotation: multiply(conjugate(turnOf(place)), rotation) };
}
