import type { Solver } from '../../ik/solver-with.ts';
import type { Attempt } from './request/attempt.ts';
import { afterCompanions } from './solving/bring-along.ts';
import { isAlone, solveFreely } from './solving/pull-freely.ts';
import { pullMirrored } from './pull-mirrored.ts';
import type { PullMove } from './request/pull-move.ts';
import { pullStopped } from './stopping/pull-stopped.ts';
import { stopsOf } from './stopping/stops.ts';

/** Solves one move: the solve whose pose counts. */
export function solvePull(solver: Solver, move: PullMove): Attempt {
  const stops = stopsOf(move);
  if (stops.length === 0) return solveFreely(solver, move);
  if (!isAlone(move)) {
    const alone = (each: PullMove): Attempt => solvePull(solver, { ...each, along: {} });
    const together = (each: PullMove): Attempt => solveFreely(solver, each);
    const mirrored = pullMirrored(move, { alone, together });
    // What is in the way of one side only stops each side by itself.
    return mirrored && !stops.some((stop) => stop.isBroken(move, mirrored)) ? mirrored : solveInTurn(move, alone);
  }
  return pullStopped(solver, move, stops);
}

/** Several handles, each stopped by itself: one after another, those that are there already pinned. */
function solveInTurn(move: PullMove, alone: (each: PullMove) => Attempt): Attempt {
  return alone(afterCompanions({ ...move, searches: false }, alone, true)!);
}
