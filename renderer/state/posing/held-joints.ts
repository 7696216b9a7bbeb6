import { angleBetween } from '../../../core/math/quat.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import type { SolveFeedback } from '../transient-state.ts';

/** Radians by which a joint must have turned to count as taking part. */
const TURNED = 1e-3;

/** Those of the joints that are turned otherwise in one pose than in the other. */
export function turnedBetween(joints: readonly number[], before: Pose, after: Pose): number[] {
  return joints.filter((joint) => angleBetween(rotationOf(after, joint), rotationOf(before, joint)) > TURNED);
}

/** The joints that a pull has turned since it began and that stand on a limit now. */
export function heldByPull({ outcome, move }: Pick<SolveFeedback, 'outcome' | 'move'>): readonly number[] {
  return move ? turnedBetween(outcome.limited, move.snapshot, outcome.pose) : outcome.limited;
}
