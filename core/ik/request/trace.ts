import type { StartKind } from './outcome.ts';

/** What a solve did, joint by joint. Writing each step's `after` into the pose that it started from gives the outcome's pose, to the byte. */
export interface Trace {
  /** Every joint update, in order. */
  readonly steps: TraceStep[];
  /** What was left after each sweep or refinement step, in order. */
  readonly iterations: TraceIteration[];
}

/** One joint update. */
export interface TraceStep {
  /** The joint, −1 for the root translation. */
  readonly joint: number;
  /** Index in the pose of the first number that changes: a quaternion, the root translation or a slide. */
  readonly index: number;
  /** The pose's numbers there, before and after the step: what the steps before it led to, and what it makes of them. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Whether a limit held the joint back: it stands on a boundary of its own, or stopped in a sweep for a cone that a coupling lets it drive. */
  readonly limited: boolean;
  /** Number of the sweep or refinement step, over all starts. */
  readonly iteration: number;
  /** What made the step. */
  readonly phase: TracePhase;
}

/** `start`: set by a new start; `sweep`: a coordinate descent step; `refinement`: a joint's part of a second-order step; `result`: back to the best. */
export type TracePhase = 'start' | 'sweep' | 'refinement' | 'result';

/** One sweep or refinement step of a traced solve. */
export interface TraceIteration {
  /** Number of the sweep or refinement step, over all starts: 0, 1, … */
  readonly iteration: number;
  /** `sweep` or `refinement`. */
  readonly phase: TracePhase;
  /** The start that it belongs to, and its number among those of its kind. */
  readonly start: { readonly kind: StartKind; readonly index: number };
  /** Largest distance in metres and angle in radians left over all goals. */
  readonly distance: number;
  readonly angle: number;
}

/** An empty trace, to be given to a solve as its `trace` option; a second solve appends to it. */
export function createTrace(): Trace {
  return { steps: [], iterations: [] };
}
