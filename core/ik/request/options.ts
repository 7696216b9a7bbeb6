import type { Pose } from '../../skeleton/pose.ts';
import type { VisitingOrder } from './orders.ts';
import type { Trace } from './trace.ts';

/** Iterations of a pass and restarts of a solve that does not say. */
export const DEFAULT_ITERATIONS = 60;
export const DEFAULT_RESTARTS = 20;

/** How to solve. Every field has a default that suits a humanoid. */
export interface SolveOptions {
  /**
   * Order in which goals that name none visit their joints. A solve in which an order is named, here or by a goal, sweeps first and its refinement
   * moves only what the sweeps have moved, as long as that is enough. Default: none named; far targets are approached by the
   * limb alone where it reaches them, else by forward sweeps (every second of the further starts goes backward), near ones by the refinement, which
   * spreads the movement over all joints.
   */
  readonly order?: VisitingOrder | undefined;
  /**
   * Sweeps and refinement steps each time that a start sets out, 1 to 1,000,000. A start that stalls sets out again from there, as long as it gains, up
   * to 128 times. Steps towards a reference or a soft goal are not counted, and a dozen that reweight nearly met goals may go beyond.
   * Default 60.
   */
  readonly maxIterations?: number | undefined;
  /**
   * Further starts when the present pose does not lead to the goals: random poses inside the limits, 0 to 1,000,000. They do not depend on the pose
   * that came in, so that asking again from what was found meets the same ones. Where goals that have hardly moved turn a joint far, perturbations of
   * the pose that came in are tried as well, as many at most, four where the goals are lost, and the nearest solution is taken. Default 20.
   */
  readonly restarts?: number | undefined;
  /**
   * Joint updates, tried ones counted, after which nothing further is begun: no sweep, no step, no start. The cost of a solve follows from it, whatever the
   * restarts and passes; the sweep or step at hand is finished, so that it may be exceeded by a few times the number of joints. A solve that it has cut short ends with `limit`
   * unless the goals are reached. With {@link starts}, of each part. A whole number from 1. Default: no end.
   */
  readonly maxUpdates?: number | undefined;
  /** Poses to start from before random ones, those whose effectors stand nearest to the goals first: the pose library. Default none. */
  readonly seeds?: readonly Pose[] | undefined;
  /**
   * Only these starts, for work split over threads (see `split.ts`): 0 is the present pose, then come the seeds, then the random ones.
   * Default: all.
   */
  readonly starts?: { readonly first: number; readonly count: number };
  /** Seed of the random starts, up to ±2⁵³. Default 1. */
  readonly randomSeed?: number | undefined;
  /**
   * Of the poses that reach the goals, the one nearest to this (Σ of the squared angles between their joints, each over the joint's mobility)
   * is approached, from there where the goals are far from the pose that came in. The pose that is found then follows from the targets, whichever way they came:
   * going along a path and back returns. Goals near to the pose that comes in are followed in one such step, whatever the order; a pose that reaches
   * them already goes there too, and stays to the byte once no joint is more than a third of a degree away. Joints that no goal may move (no goal is
   * below them, or `maxLinks`, a stiffness of 1 or a limit without room keeps them) keep their bytes here too: where the goals have no others,
   * nothing moves.
   * Default none: joints move as little as they must from the present pose.
   */
  readonly reference?: Pose | undefined;
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
   * the skeleton's poses. A caller of one thread only: over others (see `split.ts`) poses are sent back. Default: a new pose.
   */
  readonly into?: Pose | undefined;
  /** Receives every joint update of the solve, appended to what it holds. Default none; a solve without a trace pays nothing for it. */
  readonly trace?: Trace | undefined;
}
