import type { Solver } from '../../../ik/solver-with.ts';
import { handleKind } from '../../body/handles.ts';
import { isReached, tryFrom, type Attempt } from '../request/attempt.ts';
import { afterCompanions, bringAlong, pinsBeside } from './bring-along.ts';
import { keepOnBody, pinsInWorld } from './pins-on-body.ts';
import { pinnedLimbs } from '../../limbs/pinned-limbs.ts';
import { withToesFlat } from '../../limbs/plant-limbs.ts';
import { pullLimb } from './pull-limb.ts';
import { pullLocal } from './pull-local.ts';
import { goalsOfMove, type PullMove } from '../request/pull-move.ts';
import { pullTrunk } from './pull-trunk.ts';
import { swivelLimb } from '../../limbs/swivel-limb.ts';

/** Solves a move without regard to what stops it. */
export function solveFreely(solver: Solver, move: PullMove): Attempt {
  const inWorld = { ...move, pins: pinsInWorld(move.pins) };
  const found = isAlone(move) ? solveInWorld(solver, inWorld) : solveTogether(solver, inWorld);
  return onFlatToes(inWorld, keepOnBody(solver, move, found));
}

/** The attempt with the toes of pinned feet flat: a solve may raise heels further than they were built, and nothing else holds toes. */
export function onFlatToes({ rig, snapshot, pins, handle }: PullMove, attempt: Attempt): Attempt {
  if (handleKind(handle) === 'local') return attempt;
  const feet = pinnedLimbs(rig, snapshot, pins).filter(({ name, ik }) => name !== handle && ik === 1);
  const pose = feet.reduce((flat, foot) => withToesFlat(rig, flat, foot), attempt.outcome.pose);
  return { ...attempt, outcome: { ...attempt.outcome, pose } };
}

/** Whether no other handle is brought along. */
export function isAlone({ along }: PullMove): boolean {
  return Object.keys(along).length === 0;
}

/** Rounds of a solve that brings several handles to their places: what they do not reach by then they hardly come nearer to. */
const ROUNDS_TOGETHER = 40;

/** One handle after another, and where not all are reached so, one solve for all of them. */
function solveTogether(solver: Solver, asked: PullMove): Attempt {
  const { settings } = asked;
  const maxIterations = Math.min(settings.maxIterations, ROUNDS_TOGETHER);
  const move = { ...asked, searches: false, settings: { ...settings, maxIterations, restarts: 0 } };
  const last = afterCompanions(move, (each) => solveInWorld(solver, each));
  const found = last && solveInWorld(solver, last);
  if (found && isReached(found)) return found;
  return bringAlong(solver, asked, solveInWorld(solver, { ...move, pins: pinsBeside(move.pins, move.along) }));
}

function solveInWorld(solver: Solver, move: PullMove): Attempt {
  const { rig, limb, handle, snapshot, target } = move;
  if (handleKind(handle) === 'local') return pullLocal(solver, move);
  if (!limb) return pullTrunk(solver, move);
  if (handleKind(handle) === 'position') return pullLimb(solver, { ...move, limb });
  // An elbow or a knee goes round its limb in closed form.
  const { goals, options } = goalsOfMove(move);
  return tryFrom(solver, swivelLimb(rig, snapshot, handle, target), goals, { ...options, restarts: 0 });
}
