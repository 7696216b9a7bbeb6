import type { Quat } from '../math/quat.ts';

/** One joint update: what a solve did, step by step. */
export interface TraceStep {
  readonly joint: number;
  /** Rest-relative rotation before and after. */
  readonly before: Quat;
  readonly after: Quat;
  /** Whether the joint's limit held it back. */
  readonly clamped: boolean;
  /** Which sweep or finish iteration, counted from 0 over all starts. */
  readonly iteration: number;
  /** `sweep`: a cyclic coordinate descent step; `finish`: its part of a second-order step; `start`: set by a new start. */
  readonly phase: 'sweep' | 'finish' | 'start';
}

/** Receives every joint update, in limit-frame quaternions; see `solver.ts` for the conversion. */
export interface TraceSink {
  record(joint: number, before: Float64Array, after: Float64Array, clamped: boolean): void;
}
