import type { Solver } from '../../ik/solver.ts';
import { tryFrom, type Attempt } from './attempt.ts';
import { pullLimb } from './pull-limb.ts';
import { goalsOfMove, type PullMove } from './pull-move.ts';
import { pullTrunk } from './pull-trunk.ts';
import { swivelLimb } from './swivel-limb.ts';

/** Solves one move: the solve whose pose counts. */
export function solvePull(solver: Solver, move: PullMove): Attempt {
  const { rig, limb, handle, snapshot, target } = move;
  if (!limb) return pullTrunk(solver, move);
  if (!limb.isPole) return pullLimb(solver, move);
  // An elbow or a knee goes round its limb in closed form.
  const { goals, options } = goalsOfMove(move);
  return tryFrom(solver, swivelLimb(rig, snapshot, handle, target), goals, { ...options, restarts: 0 });
}
