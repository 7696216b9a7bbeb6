import type { Solver } from '../../ik/solver.ts';
import { length, lerp, subtract } from '../../math/vec3.ts';
import { tryFrom, type Attempt } from './attempt.ts';
import { pullLimb } from './pull-limb.ts';
import { goalsOfMove, type PullMove } from './pull-move.ts';
import { pullTrunk } from './pull-trunk.ts';
import { aboveFloor, handlePlace, isSunk, standOnFloor, stopAtFloor } from './stop-at-floor.ts';
import { swivelLimb } from './swivel-limb.ts';

/** Halvings of the way to a target at which something goes through the floor. */
const HALVINGS = 7;

/** Solves one move: the solve whose pose counts. */
export function solvePull(solver: Solver, move: PullMove): Attempt {
  if (!move.floorStops) return solveFreely(solver, move);
  const { rig, target } = move;
  const above: PullMove = { ...move, target: aboveFloor(rig, move, target) };
  const found = solveOnFloor(solver, above);
  if (!isSunk(rig, above, found)) return found;
  // What cannot be lifted where it is goes there only as far as it stays above.
  const from = handlePlace(rig, above);
  let best = found;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const shorter = solveOnFloor(solver, { ...above, target: lerp(from, above.target, middle) });
    if (isSunk(rig, above, shorter)) high = middle;
    else [low, best] = [middle, shorter];
  }
  const distance = length(subtract(above.target, lerp(from, above.target, low)));
  const [pulled, ...others] = best.outcome.residuals;
  const residuals = pulled ? [{ ...pulled, distance, reached: false }, ...others] : [];
  return { ...best, outcome: { ...best.outcome, status: 'stalled', distance, residuals } };
}

function solveOnFloor(solver: Solver, move: PullMove): Attempt {
  const { rig } = move;
  const free = solveFreely(solver, move);
  const standing = standOnFloor(rig, move, free);
  return stopAtFloor(solver, rig, standing, standing === move ? free : solveFreely(solver, standing));
}

function solveFreely(solver: Solver, move: PullMove): Attempt {
  const { rig, limb, handle, snapshot, target } = move;
  if (!limb) return pullTrunk(solver, move);
  if (!limb.isPole) return pullLimb(solver, move);
  // An elbow or a knee goes round its limb in closed form.
  const { goals, options } = goalsOfMove(move);
  return tryFrom(solver, swivelLimb(rig, snapshot, handle, target), goals, { ...options, restarts: 0 });
}
