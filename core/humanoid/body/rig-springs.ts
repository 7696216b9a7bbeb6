import type { Vec3 } from '../../math/vec3.ts';
import type { SpringSettings } from '../../skeleton/springs.ts';

/** A joint that swings. Its end is a point of its own, not a joint. */
export interface RigSpring extends SpringSettings {
  readonly joint: number;
  /** From the joint to the end of its bone in the joint's own frame, metres; longer than nothing. */
  readonly tail: Vec3;
  /** The joint in whose frame speed is kept; −1: the world. */
  readonly center: number;
  /** Indices of the colliders that it keeps away from. */
  readonly colliders: readonly number[];
}

/** A capsule that goes along with a joint; a sphere where both ends are one. */
export interface RigCollider {
  /** −1: it stands in the world. */
  readonly joint: number;
  /** The ends of its axis in the joint's own frame, metres. */
  readonly from: Vec3;
  readonly to: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** The spring bones of a character, by its joints; parents come before children. */
export interface RigSprings {
  readonly list: readonly RigSpring[];
  readonly colliders: readonly RigCollider[];
}
