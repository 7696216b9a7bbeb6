import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Pins } from '../body/handles.ts';
import type { Rig } from '../body/rig.ts';

/** Where an actor stands in the scene: a rigid transform from its own space, in which its poses are, to the world. */
export interface ActorPlace {
  /** Where its origin is, metres. */
  readonly at: Vec3;
  /** How it is turned about +Y, radians. */
  readonly turn: number;
}

/** One of several characters at one moment. */
export interface PosedActor {
  readonly rig: Rig;
  readonly place: ActorPlace;
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
export function toWorld({ at, turn }: ActorPlace, { position, rotation }: Frame): Frame {
  const turned = fromAxisAngle([0, 1, 0], turn);
  return { position: add(at, rotate(turned, position)), rotation: multiply(turned, rotation) };
}

/** A frame of the world in an actor's own space. */
export function toActor({ at, turn }: ActorPlace, { position, rotation }: Frame): Frame {
  const back = conjugate(fromAxisAngle([0, 1, 0], turn));
  return { position: rotate(back, subtract(position, at)), rotation: multiply(back, rotation) };
}
