import type { Vec3 } from '../math/vec3.ts';

/** How a spring bone moves, as its file states it. */
export interface SpringSettings {
  /** Metres around the end of the bone that colliders keep away from. */
  readonly hitRadius: number;
  /** Metres a second by which the end of the bone is drawn towards where it would be without a spring. */
  readonly stiffness: number;
  /** Metres a second by which it is drawn along `gravityDirection`, a vector of length 1 in world axes. */
  readonly gravityPower: number;
  readonly gravityDirection: Vec3;
  /** Share of its speed that it loses each step, 0 to 1. */
  readonly drag: number;
}

/** A bone that swings, by the nodes of its file. */
export interface SpringBone extends SpringSettings {
  /** The node that turns. */
  readonly node: number;
  /** The node at the end of the bone, below `node`; null: it goes on for 7 cm in the direction that it came from its parent. */
  readonly end: number | null;
  /** The node in whose space speed is kept, so that the bone does not feel how that one moves; null: the world. */
  readonly center: number | null;
  /** Indices of the colliders that it keeps away from. */
  readonly colliders: readonly number[];
}

/** A sphere, or a capsule where it has a tail, that spring bones do not enter. */
export interface SpringCollider {
  /** The node that it goes along with. */
  readonly node: number;
  /** Its centre, or one end of the capsule's axis, in the node's space. */
  readonly offset: Vec3;
  /** The other end of a capsule's axis; null for a sphere. */
  readonly tail: Vec3 | null;
  /** Metres. */
  readonly radius: number;
}

/** The hair, clothes and tails of a character that swing as it moves. */
export interface SpringBones {
  /** No two turn the same node. */
  readonly bones: readonly SpringBone[];
  readonly colliders: readonly SpringCollider[];
}
