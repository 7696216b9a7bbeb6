import type { Goal } from '../../../ik/request/goals.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import type { Vec3 } from '../../../math/vec3.ts';
import { tryFrom, type Attempt } from '../request/attempt.ts';
import { onFlatToes } from '../solving/pull-freely.ts';
import { keepBuiltTurn } from '../request/pull-goals.ts';
import type { PullMove } from '../request/pull-move.ts';
import type { Stop } from './stops.ts';

/** Iterations of a solve that goes on: its start is near to its target. */
export const GO_ON_ITERATIONS = 16;

/** An attempt with what went into the body or the floor taken out again. */
export interface Stopped extends Attempt {
  /** The move as it was solved, and the goals it had and the metres it missed its target by before anything was taken out. */
  readonly asked: { readonly move: PullMove; readonly goals: readonly Goal[]; readonly missed: number };
}

/** The attempt corrected by every stop in turn. */
export function correctAll(solver: Solver, stops: readonly Stop[], asked: Stopped['asked'], found: Attempt): Stopped {
  const corrected = stops.reduce((attempt, stop) => stop.correct(solver, asked.move, attempt), found);
  // The floor has raised the toes as far as they need be: laid flat, those at their limit would go into it again.
  return { ...(corrected === found || asked.move.floorStops ? corrected : onFlatToes(asked.move, corrected)), asked };
}

/**
 * A stopped attempt gone on to another target from the pose that it ended with, what is pulled turned as it is there: for targets that are near to it this is
 * much quicker than building the pose again.
 */
export function goOn(solver: Solver, stops: readonly Stop[], from: Stopped, target: Vec3): Stopped {
  const { move, goals } = from.asked;
  const { pose } = from.outcome;
  const moved = goals.map((goal, index) => (index === 0 && goal.kind === 'position' ? { ...goal, target } : goal));
  const turned = move.limb ? keepBuiltTurn(move.rig, moved, move.limb.end, pose, move.limb.joints.length) : moved;
  const maxIterations = Math.min(from.options.maxIterations ?? GO_ON_ITERATIONS, GO_ON_ITERATIONS);
  const found = tryFrom(solver, pose, turned, { ...from.options, reference: pose, restarts: 0, maxIterations });
  return correctAll(solver, stops, from.asked, found);
}
