import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { Packed } from './packing.ts';

/** One solve, as plain data: what `Solver.solve` takes. */
export interface SolveRequest {
  readonly start: Pose;
  readonly goals: readonly Goal[];
  readonly options?: SolveOptions;
}

/** What a pool asks one of its threads. */
export interface SolverTask {
  readonly id: number;
  /** Number of the skeleton on this thread; `skeleton` itself comes with the first task that needs it. */
  readonly skeletonNumber: number;
  readonly skeleton: Skeleton | null;
  /** {@link SolveRequest}s. */
  readonly requests: Packed;
}

/** What the thread answers: the outcomes in the order of the requests, or why the first that failed was refused. */
export type SolverAnswer =
  | { readonly id: number; readonly kind: 'solved'; readonly outcomes: Packed }
  | ({ readonly id: number; readonly kind: 'refused' } & Refusal);

/** Why a solve failed, as plain data. */
export interface Refusal {
  readonly message: string;
  /** Whether the request could not be used; else the solver itself failed. */
  readonly isRange: boolean;
}

export function refusalOf(error: unknown): Refusal {
  return { message: error instanceof Error ? error.message : String(error), isRange: error instanceof RangeError };
}

/** What the caller is told, whichever thread it was. */
export function errorOf({ message, isRange }: Refusal): Error {
  return isRange ? new RangeError(message) : new Error(`the solve failed: ${message}`);
}
