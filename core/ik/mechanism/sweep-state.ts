import { VISITING_ORDERS, type VisitingOrder } from '../request/orders.ts';
import type { Task } from './task.ts';

/** What a start remembers from sweep to sweep. */
export interface SweepState {
  /** Where each goal's smart bounce stands between sweeps. */
  cursors: Int32Array;
  /** Order of the goals that name none. */
  unnamed: VisitingOrder;
  /** The goal whose chain is being swept, and how many joints that has. */
  goal: number;
  length: number;
  /** Joint whose frame, with those below it, is stale, while all above it are up to date; −1 when none is. */
  last: number;
  /** Where the effectors were before a step that is only tried: points, directions and rotations, see `Effectors`. Sized by the first one. */
  points: Float64Array;
  directions: Float64Array;
  rotations: Float64Array;
}

/** The state of sweeps that have not begun. */
export function createSweepState(): SweepState {
  return {
    cursors: new Int32Array(8),
    unnamed: 'forward',
    goal: 0,
    length: 0,
    last: -1,
    points: new Float64Array(0),
    directions: new Float64Array(0),
    rotations: new Float64Array(0),
  };
}

/** The order of goal `g`: its own, or that of all goals that name none. */
export function orderOf(task: Task, g: number, { unnamed }: SweepState): VisitingOrder {
  const order = task.orders[g]!;
  return order < 0 ? unnamed : VISITING_ORDERS[order]!;
}
