import { createPuller, type Retraced, type TracedMove } from '../../../core/humanoid/pulling/puller.ts';
import type { PullMove } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { VisitingOrder } from '../../../core/ik/request/orders.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { setPreview } from '../preview.ts';
import type { Studio, StudioState } from '../studio.ts';

/** Radians and metres below which a joint or the hips count as where they were. */
const STILL = 1e-6;

/** The last move of the last pull, while the status line tells of it. */
export function lastMove(state: StudioState): PullMove | null {
  return state.transient.feedback?.move ?? null;
}

/** Solves a move again, in an order of its own. The last move in the order that it was pulled with gives the pose on screen, to the byte. */
export function retrace(move: PullMove, order: VisitingOrder, from: Retraced): TracedMove {
  return createPuller(move.rig).trace({ ...move, order }, from);
}

/** How many joints end up elsewhere than they began; the root's translation counts as one. */
export function jointsMoved({ start, outcome: { pose }, move: { rig } }: TracedMove): number {
  const isRootMoved = [0, 1, 2].some((i) => Math.abs(pose[i]! - start[i]!) > STILL);
  const turned = rig.skeleton.names.filter((_, joint) => angleBetween(rotationOf(start, joint), rotationOf(pose, joint)) > STILL);
  return turned.length + (isRootMoved ? 1 : 0);
}

/** The pose after the first `count` steps of a solve. */
export function poseAfterSteps({ start, trace }: Pick<TracedMove, 'start' | 'trace'>, count: number): Pose {
  const pose = start.slice();
  for (const step of trace.steps.slice(0, count)) pose.set(step.after, step.index);
  return pose;
}

/** Goes back from a replayed step to the pose. */
export function endReplay(studio: Studio): void {
  if (studio.getState().transient.preview?.cause === 'replay') setPreview(studio, null);
}
