import { multiplyPacked } from '../../math/packed-quats.ts';
import { GOAL_LINE, GOAL_MEETING, GOAL_ORIENTATION, GOAL_PLANE, type Task } from './task.ts';

/** Where the effectors are: see `Effectors`. */
interface Placed {
  readonly points: Float64Array;
  readonly rotations: Float64Array;
}

/**
 * Brings the targets that follow the pose up to date: of a plane or a line its point that is nearest to the effector, of a goal between two joints what
 * is the effector of its counterpart. A joint step towards such a target lowers the distance at least as much as the distance to the target.
 */
export function followTargets(task: Task, { points, rotations }: Placed): void {
  const { kinds, counterparts, targets, turns, axes, wanted } = task;
  for (let g = 0; g < task.total; g++) {
    const o = 3 * g;
    const other = counterparts[g]!;
    switch (kinds[g]!) {
      case GOAL_ORIENTATION:
        if (other < 0) break;
        for (let i = 0; i < 4; i++) turns[4 * g + i] = rotations[4 * other + i]!;
        break;
      case GOAL_MEETING:
        for (let i = 0; i < 3; i++) targets[o + i] = points[3 * other + i]!;
        break;
      case GOAL_PLANE: {
        // p − n (n · (p − q)), q the point that was given.
        writeAlong(task, points, o);
        const along = targets[o]!;
        for (let i = o; i < o + 3; i++) targets[i] = points[i]! - along * axes[i]!;
        break;
      }
      case GOAL_LINE: {
        // q + d (d · (p − q)).
        writeAlong(task, points, o);
        const along = targets[o]!;
        for (let i = o; i < o + 3; i++) targets[i] = wanted[i]! + along * axes[i]!;
      }
    }
  }
}

/** Writes to `targets[o]` how far along its axis the effector is from the point that was given, n · (p − q). */
function writeAlong({ axes, wanted, targets }: Task, points: Float64Array, o: number): void {
  targets[o] =
    axes[o]! * (points[o]! - wanted[o]!) +
    axes[o + 1]! * (points[o + 1]! - wanted[o + 1]!) +
    axes[o + 2]! * (points[o + 2]! - wanted[o + 2]!);
}

/** Turns the counterpart's rotation by the rotation that the other joint should have in the counterpart's frame: q ← q · h. */
export function placeHeldTurn({ heldTurns }: Task, { rotations }: Pick<Placed, 'rotations'>, g: number): void {
  multiplyPacked(rotations, 4 * g, heldTurns, 4 * g, rotations, 4 * g);
}
