import type { Pose } from '../../skeleton/pose.ts';
import type { AnyNames } from '../../skeleton/skeleton.ts';

/** How a solve ended: every goal within tolerance; no joint could help any more; or the iteration limit came first. */
export type SolveStatus = 'reached' | 'stalled' | 'limit';

/** Where the pose that was returned had started from: the pose that came in or, where the goals are far from it, the reference; then further starts. */
export type StartKind = 'present' | 'reference' | 'seed' | 'random';

/** Whether a start of this kind is the first, which further ones are compared with. */
export function isFirstStart(kind: StartKind): boolean {
  return kind === 'present' || kind === 'reference';
}

/**
 * Why something is left of a goal:
 * - `cannotMove`: no joint may move for it.
 * - `outOfReach`: the links are too short, or no small movement of any joint brings it nearer, limits aside.
 * - `limits`: only movements beyond the joints' limits bring it nearer.
 * - `conflict`: what brings it nearer takes other goals, of the same or a higher priority, further away.
 * - `balance`: what brings it nearer takes the centre of mass off the soles that carry it; `createPuller` alone says so.
 * - `unfinished`: it could come nearer; iterations or updates were used up, or what is still to gain is less than a change of pose is worth.
 */
export type ResidualReason = 'cannotMove' | 'outOfReach' | 'limits' | 'conflict' | 'balance' | 'unfinished';

/** Goals that a residual names at most as those that it conflicts with: measured points conflict with half of all others. */
export const MOST_CONFLICTS = 16;

/** What a solve leaves of one goal. */
export interface GoalResidual {
  /** Distance left in metres to the place that was asked for; 0 for goals that ask for none. */
  readonly distance: number;
  /** Angle left in radians, for orientation and aim goals, otherwise 0. */
  readonly angle: number;
  /** Whether what is left is within the goal’s tolerance; a pole, which only says a side, has none and holds nothing up: always true. */
  readonly reached: boolean;
  /** Why the goal is not reached, in the pose that was found; null where it is. */
  readonly reason: ResidualReason | null;
  /** With `conflict`, the goals that it conflicts with: their places among the goals of the request, ascending, the first sixteen. Otherwise empty. */
  readonly conflicts: readonly number[];
}

/** What a solve returns, always. */
export interface Outcome<Names = AnyNames> {
  /** Soft goals do not count. */
  readonly status: SolveStatus;
  /** Inside every limit; a new pose unless the options name one to write into. */
  readonly pose: Pose<Names>;
  /** One a goal, in the order the goals were given. */
  readonly residuals: readonly GoalResidual[];
  /** Largest distance in metres and angle in radians over all goals that are not soft. */
  readonly distance: number;
  readonly angle: number;
  /**
   * Square metres that the unreached goals leave, weighted, in one number: each priority counts a millionth of the one above it. 0 when reached.
   * A radian counts as √2 times the goal's lever arm.
   */
  readonly cost: number;
  /** The same of each priority, the highest first and soft goals left out: what starts are compared by. */
  readonly costs: readonly number[];
  /**
   * Whether no further start could be preferred: every goal is reached, or goals are out of reach of the links' lengths (or contradict each other as the
   * noise of many measured points does) and this is as near as they come. Then no other start was tried.
   */
  readonly settled: boolean;
  /** How far the joints are from where they started: Σ |quaternion difference|², about Σ angle² / 4. Decides between equally good starts. */
  readonly travel: number;
  /** Sweeps and refinement steps made, all starts together. */
  readonly iterations: number;
  /** Joint updates made, all starts together. */
  readonly updates: number;
  /** Joints that stand on a boundary of their limits, ascending. */
  readonly limited: readonly number[];
  /** Joints of the start pose that stood outside their limits and were clamped to them first, ascending. */
  readonly clamped: readonly number[];
  /** Which start led to this pose, and its number among the seeds or random starts. */
  readonly start: { readonly kind: StartKind; readonly index: number };
}
