import type { Solver } from '../../ik/solver-with.ts';
import { distance, lerp, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { handlesOf } from '../body/handles.ts';
import { sizeOf } from '../body/rig.ts';
import { shortOf, type Attempt } from './attempt.ts';
import { drawBack } from './draw-back.ts';
import type { PullMove } from './pull-move.ts';

/** Metres of the way to a target out of reach that are searched, for a figure 1.75 m tall, and to how many of them. */
const SEARCHED = 2;
const EXACT = 4e-3;

/** An attempt whose last goals are so many bounds that were measured only; none where that is not said. */
export interface Bounded extends Attempt {
  readonly bounds?: number;
}

/** How a handle is brought to the target of a move, and how a target out of reach is drawn back. */
export interface Drawing {
  readonly reachFor: (solver: Solver, move: PullMove) => Bounded;
  /** Whether what is pulled came to its target. */
  readonly arrives: (found: Bounded) => boolean;
  /** Metres by which a target may be missed inside bounds: nothing is drawn back for these. */
  readonly near: number;
  /** Iterations of a solve for a place on the way, and its joint updates for each joint: what has not reached it by then is out of reach. */
  readonly iterations: number;
  readonly updates: number;
}

/** Whether the body is inside the bounds that were measured. */
export function isInside({ outcome: { residuals }, bounds = 0 }: Bounded): boolean {
  return residuals.slice(residuals.length - bounds).every(({ reached }) => reached);
}

/**
 * Brings a handle to its target. What the solver makes of a target out of reach may be any pose that is a little nearer, so such a target is drawn back along the
 * way to where the handle was grabbed until it is reached: what is shown is as near to what is built as poses that reach are, and follows without leaps.
 */
export function drawTarget(solver: Solver, move: PullMove, { reachFor, arrives, near, iterations, updates }: Drawing): Bounded {
  const { rig, snapshot, handle: name, target } = move;
  const size = sizeOf(rig);
  const found = reachFor(solver, move);
  if (arrives(found) || (isInside(found) && found.outcome.residuals[0]!.distance < near)) return found;
  const { joint, offset } = handlesOf(rig).find((handle) => handle.name === name)!;
  const placeIn = (pose: Pose): Vec3 => pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
  const from = placeIn(snapshot);
  const length = distance(from, target);
  const maxUpdates = updates * rig.skeleton.count;
  const settings = { ...move.settings, maxIterations: Math.min(move.settings.maxIterations, iterations) };
  const capped: Solver = { ...solver, solve: (start, goals, options) => solver.solve(start, goals, { ...options, maxUpdates }) };
  const pullTo = (along: number, by: Solver): Bounded =>
    reachFor(by, { ...move, settings, searches: false, target: length === 0 ? target : lerp(from, target, along / length) });
  const reached: Bounded[] = [];
  const isThere = (along: number): boolean => {
    const next = pullTo(along, capped);
    if (arrives(next)) reached.push(next);
    return reached.at(-1) === next;
  };
  const furthest = pullTo(drawBack(isThere, length, SEARCHED * size, EXACT * size), solver);
  const drawn = arrives(furthest) ? furthest : (reached.at(-1) ?? furthest);
  return shortOf(drawn, distance(target, placeIn(drawn.outcome.pose)));
}
