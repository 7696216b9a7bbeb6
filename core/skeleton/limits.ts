import type { Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';

/**
 * What a joint may do. Every limit constrains the joint's rotation `q` relative to its **rest** pose
 * (world = parent · translate(offset) · rotate(rest) · q), never relative to the pose that came in.
 */
export type Limit = FreeLimit | HingeLimit | SwingTwistLimit | PrismaticLimit;

/** Any rotation. */
export interface FreeLimit {
  readonly kind: 'free';
}

/** Rotation about one axis only: q = rotation of `min`..`max` radians about `axis`. */
export interface HingeLimit {
  readonly kind: 'hinge';
  /** Unit vector in the joint's rest frame. */
  readonly axis: Vec3;
  /** The range, radians, −1e6 ≤ min ≤ max ≤ 1e6; `max − min ≥ 2π` means a full turn, and angles that differ by whole turns are one rotation. */
  readonly min: number;
  readonly max: number;
}

/**
 * A cone for the bone's direction and a range for its twist.
 *
 * In the limit's own frame the rotation is l = conj(parentFrame) · q · childFrame, split as l = swing · twist with the
 * twist about +z (the bone's direction) and the swing about an axis in the xy plane. Both frames equal: the cone is centred on rest.
 */
export interface SwingTwistLimit {
  readonly kind: 'swingTwist';
  /** The cone's frame in the joint's rest frame: z is the cone's centre, x and y the axes its swing half-angles turn about. */
  readonly parentFrame: Quat;
  /** The bone's frame in the joint's moving frame: z is the bone's direction, x the direction twist is measured by. */
  readonly childFrame: Quat;
  /** Swing half-angles in radians about +x, −x, +y and −y, each in [0, π]. Equal numbers make a round cone. */
  readonly swing: readonly [plusX: number, minusX: number, plusY: number, minusY: number];
  /** Twist range in radians about z, −π ≤ min ≤ max ≤ π. */
  readonly twist: readonly [min: number, max: number];
}

/** Translation along one axis, no rotation. */
export interface PrismaticLimit {
  readonly kind: 'prismatic';
  /** Unit vector in the joint's rest frame. */
  readonly axis: Vec3;
  /** The range, metres along the axis from where the joint rests, −1e9 ≤ min ≤ max ≤ 1e9. */
  readonly min: number;
  readonly max: number;
}

/** The limit of a joint that has none. */
export const FREE: FreeLimit = { kind: 'free' };
