import type { Rotations } from './judge.ts';
import type { Case, Workload } from './workloads.ts';

/** A solver in the comparison. */
export interface Peer {
  readonly name: string;
  /** How it was set up, in one line that is printed under the table. */
  readonly how: string;
  /** Builds its model of the workload's chain; null when it cannot express the workload. */
  prepare(workload: Workload): Prepared | null;
}

export interface Prepared {
  /** The timed part: targets in, solved. `from` is the pose to start from. */
  solve(target: Case, from: Rotations): void;
  /** The pose that the last solve found, not timed. A position-only solver gives its effector's position instead. */
  result(): { readonly rotations: Rotations } | { readonly effector: readonly [number, number, number] };
}
