import type { Pose } from '../skeleton/pose.ts';
import type { VisitingOrder } from './orders.ts';

/** How to solve. Every field has a default that suits a humanoid. */
export interface SolveOptions {
  /** Default order of goals that name none. Default `backward`. */
  readonly order?: VisitingOrder;
  /** Sweeps for each start, ≥ 1. Default 60. */
  readonly maxIterations?: number;
  /** Further starts when the present pose does not lead to the goals: random poses inside the limits. Default 20. */
  readonly restarts?: number;
  /** Poses to start from before random ones: the pose library. Default none. */
  readonly seeds?: readonly Pose[];
  /** Seed of the random starts. Default 1. */
  readonly randomSeed?: number;
  /** How much the root translation resists, 0 to 1; 1 keeps it in place. Default 1. */
  readonly rootStiffness?: number;
  /** Factor on each step angle, 0.1 to 1.9: above 1 overshoots while far, below 1 is smoother. Default 1. */
  readonly damping?: number;
  /** Largest angle of one joint step, radians, at most π. Default π. */
  readonly maxStep?: number;
  /** Radians: 0 for none. A joint that brings the effector within this angular region stops there and hands on. Default 0. */
  readonly comfort?: number;
  /** Share of a joint's range, 0 to 0.5, that it may use only when the others cannot help: no pop at full stretch. Default 0. */
  readonly reserve?: number;
}
