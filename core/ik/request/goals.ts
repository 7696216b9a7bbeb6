import type { Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { VisitingOrder } from './orders.ts';

/** Something the pose should satisfy. Several goals may name the same joint (position and orientation of a hand). */
export type Goal = PositionGoal | OrientationGoal | PlaneGoal | LineGoal | DirectionGoal | AimGoal | PoleGoal | CentreOfMassGoal;

/** What every goal may say beside what it asks. */
export interface GoalSettings {
  /** Importance among goals of the same priority, 1e-12 to 1e12; a goal of weight 0 moves nothing and is only measured. Default 1. */
  readonly weight?: number;
  /**
   * Each priority in turn gets as near as it can while every higher one keeps what it has: its goals within their tolerances or, where they cannot
   * all be, no further away than they came. Any finite number, at most 32 different ones. Default 0.
   */
  readonly priority?: number;
  /**
   * A soft goal: followed only as far as all other goals keep what they have, until it is within its tolerance, and never makes a solve "not reached".
   * Default false.
   */
  readonly soft?: boolean;
  /** Order in which this goal visits its joints. Default: the solve's order. */
  readonly order?: VisitingOrder;
  /** Link distance limit: only this many joints, counted up from the goal's own, move for it. Default: all up to the root. */
  readonly maxLinks?: number;
}

/**
 * A point of a joint should be at `target`. With a `frame` it is a goal between two joints, which both come to meet: a hand on a knee, a loop that
 * closes.
 */
export interface PositionGoal extends GoalSettings {
  readonly kind: 'position';
  /** Index of the joint. */
  readonly joint: number;
  /** The effector point in the joint's frame, metres. Default: the joint itself. */
  readonly offset?: Vec3;
  /** Metres: in the world or, with a `frame`, in that joint's frame. */
  readonly target: Vec3;
  /**
   * Index of another joint, with whose frame the target moves. The joints above either move for the goal, up to the first that both stand below, and
   * `maxLinks` counts on either side. Default: the target stands in the world.
   */
  readonly frame?: number;
  /** Metres. Default 1e-3. */
  readonly tolerance?: number;
}

/** A point of a joint should be somewhere on a plane. */
export interface PlaneGoal extends GoalSettings {
  readonly kind: 'plane';
  /** Index of the joint. */
  readonly joint: number;
  /** The effector point in the joint's frame, metres. Default: the joint itself. */
  readonly offset?: Vec3;
  /** Any point of the plane: world, metres. */
  readonly target: Vec3;
  /** Unit vector across the plane: world. */
  readonly normal: Vec3;
  /** Metres. Default 1e-3. */
  readonly tolerance?: number;
}

/** A point of a joint should be somewhere on a straight line, which has no ends. */
export interface LineGoal extends GoalSettings {
  readonly kind: 'line';
  /** Index of the joint. */
  readonly joint: number;
  /** The effector point in the joint's frame, metres. Default: the joint itself. */
  readonly offset?: Vec3;
  /** Any point of the line: world, metres. */
  readonly target: Vec3;
  /** Unit vector along the line: world. */
  readonly direction: Vec3;
  /** Metres. Default 1e-3. */
  readonly tolerance?: number;
}

/** A joint should have the rotation `target`. With a `frame` it is a goal between two joints: two hands that hold one bar. */
export interface OrientationGoal extends GoalSettings {
  readonly kind: 'orientation';
  /** Index of the joint. */
  readonly joint: number;
  /** A unit quaternion: the joint's rotation in the world or, with a `frame`, in that joint's frame. */
  readonly target: Quat;
  /** Index of another joint, with whose frame the target turns; see {@link PositionGoal.frame}. Default: the target stands in the world. */
  readonly frame?: number;
  /** Radians, at most π. Default 1°. */
  readonly tolerance?: number;
  /** Metres that one radian weighs against position goals (λ of the joint step). Default: half the mean length of the goal's chain links. */
  readonly leverArm?: number;
}

/** An axis of a joint should have the direction `target`, whichever way the joint is turned about it: an orientation free about an axis. */
export interface DirectionGoal extends GoalSettings {
  readonly kind: 'direction';
  /** Index of the joint. */
  readonly joint: number;
  /** Unit vector in the joint's frame. */
  readonly axis: Vec3;
  /** World, a unit vector. */
  readonly target: Vec3;
  /** Radians, at most π. Default 1°. */
  readonly tolerance?: number;
  /** Metres that one radian weighs against position goals. Default: half the mean length of the goal's chain links. */
  readonly leverArm?: number;
}

/** An axis of a joint should point at `target`. */
export interface AimGoal extends GoalSettings {
  readonly kind: 'aim';
  /** Index of the joint. */
  readonly joint: number;
  /** Unit vector in the joint's frame. */
  readonly axis: Vec3;
  /** Where the axis starts, in the joint's frame, metres. Default: the joint itself. */
  readonly offset?: Vec3;
  /** World, metres. */
  readonly target: Vec3;
  /** Radians, at most π. Default 1°. */
  readonly tolerance?: number;
}

/** The bend point of a limb is weakly drawn towards `target`. Always a soft goal. */
export interface PoleGoal extends GoalSettings {
  readonly kind: 'pole';
  /** The bending joint: an elbow or a knee. */
  readonly joint: number;
  /** World, metres. */
  readonly target: Vec3;
}

/** The centre of mass should be above a region of the floor, or above a point. Every joint may move for it; there can be one such goal. */
export interface CentreOfMassGoal extends Omit<GoalSettings, 'maxLinks'> {
  readonly kind: 'centreOfMass';
  /** One a joint: mass carried by its frame, ≥ 0; any unit, with a finite sum above 0. */
  readonly masses: ArrayLike<number>;
  /** 3 × count: centre of each joint's mass in the joint's frame, metres. */
  readonly centres: ArrayLike<number>;
  /** Corners of a convex support polygon in the floor's x, z (metres), in order; or one point. */
  readonly support: readonly (readonly [x: number, z: number])[];
  /** Metres outside the polygon that still count as balanced. Default 5e-3. */
  readonly tolerance?: number;
}
