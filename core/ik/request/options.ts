import type { Pose } from '../../skeleton/pose.ts';
import type { AnyNames } from '../../skeleton/skeleton.ts';
import type { VisitingOrder } from './orders.ts';
import type { Trace } from './trace.ts';

/** Iterations of a pass and restarts of a solve that does not say. */
export const DEFAULT_ITERATIONS = 60;
export const DEFAULT_RESTARTS = 20;

/** How to solve. Every field has a default that suits a humanoid. */
export interface SolveOptions<Names = AnyNames> {
  /**
   * Order in which goals that name none visit their joints. With an order, here or in a goal, a solve begins with sweeps, and refinement moves only
   * joints that sweeps have moved, as long as that suffices. Default: no order. Far targets are then approached by the limb alone where it reaches
   * them, otherwise by forward sweeps (backward in every second further start); near targets by refinement, which spreads the movement over all joints.
   */
  readonly order?: VisitingOrder | undefined;
  /**
   * Most sweeps and refinement steps of one pass, 1 to 1,000,000. A start that stalls makes further passes while it gains, at most 128. Steps towards a
   * reference are not counted, nor are up to a dozen that reweight nearly met goals; towards soft goals there are as many again at most. Default 60.
   */
  readonly maxIterations?: number | undefined;
  /**
   * Further starts when the present pose does not lead to the goals: random poses inside the limits, 0 to 1,000,000. They are the same whatever the
   * present pose, so that a solve from its own outcome meets the same ones. The number also bounds perturbations of the present pose, which are tried
   * where near goals turn a joint far, and of which the nearest solution is taken; where goals are lost there are at most four. Default 20.
   */
  readonly restarts?: number | undefined;
  /**
   * Most joint updates, those that were tried and taken back included; a whole number from 1. Once they are made, no sweep, step or start begins. The
   * one under way is finished, so that the number may be exceeded by a few times the number of joints. This bounds the time of a solve, whatever its
   * restarts and passes. A solve that was cut short ends with `limit` unless the goals are reached. With `starts`, of each part. Default: no bound.
   */
  readonly maxUpdates?: number | undefined;
  /** Poses to start from before random ones, those whose effectors stand nearest to the goals first: the pose library. Default none. */
  readonly seeds?: readonly Pose<Names>[] | undefined;
  /**
   * Only these starts, for work split over threads (see `splitStarts`): 0 is the present pose, then come the seeds, then the random ones.
   * Default: all.
   */
  readonly starts?: { readonly first: number; readonly count: number };
  /** Seed of the random starts, up to ±2⁵³. Default 1. */
  readonly randomSeed?: number | undefined;
  /**
   * Of the poses that reach the goals, the solve approaches the one nearest to this pose: with the least Σ of squared angles between their joints, each
   * over the joint's mobility. The outcome then follows from the targets, whatever way they took: along a path and back, the pose returns. Where the
   * goals are far from the present pose, the solve starts from the reference.
   *
   * A present pose that reaches the goals goes there too, but stays to the byte once no joint is more than a third of a degree away. Near goals are
   * followed in one such step, whatever the order. Joints that no goal may move keep their bytes: none below them names a goal, or `maxLinks`, a stiffness
   * of 1 or a limit without room keeps them. Default: none; joints move as little as they must from the present pose.
   */
  readonly reference?: Pose<Names> | undefined;
  /**
   * How much each joint resists, 0 to 1, one a joint: of joints that could do the same, those that resist less move more; 1 keeps a joint in place.
   * Default: the skeleton's own.
   */
  readonly stiffness?: ArrayLike<number> | undefined;
  /** How much the root translation resists, 0 to 1; 1 keeps it in place. Default 1. */
  readonly rootStiffness?: number | undefined;
  /** Factor on each step angle, 0.1 to 1.9: above 1 overshoots while far, below 1 is smoother. Default 1. */
  readonly damping?: number | undefined;
  /** Largest angle of one joint step, radians, at most π. Default π. */
  readonly maxStep?: number | undefined;
  /**
   * Radians: 0 for none. A joint that brings the effector within this angular region of the target stops there and hands on, so that the
   * whole limb takes part: the joint visited first leaves this much, each further one its share of it, the last nothing. Halves from sweep to sweep.
   * Default 0.
   */
  readonly comfort?: number | undefined;
  /** Share of a joint's range, 0 to 0.5, that it may use only when the others cannot help: no pop at full stretch. Default 0. */
  readonly reserve?: number | undefined;
  /**
   * Receives the pose that is found, for callers that solve every frame and want nothing allocated; it may be the start pose itself. As long as
   * the skeleton's poses. A caller of one thread only: over others (see `splitSolves`) poses are sent back. Default: a new pose.
   */
  readonly into?: Pose<Names> | undefined;
  /** Receives every joint update of the solve, appended to what it holds. Default none; a solve without a trace pays nothing for it. */
  readonly trace?: Trace | undefined;
}
