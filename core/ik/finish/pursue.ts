import { finishStep, longestStep } from './finish.ts';
import { beginCorrections, type Finish } from './finish-state.ts';
import { multiplyColumns } from './column-products.ts';
import { areHeld, createHolding, type Holding } from './holding.ts';
import { createSavedState, restoreState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { costOf, costOfRank, settle, type Workspace } from '../mechanism/workspace.ts';

/** Share of the higher ranks' weight that the pursued rank has in the predictor: they decide, it chooses among what they leave free. */
const SHARE = 1e-4;
/** Corrector steps that bring the higher ranks back. At full stretch, where they bring back a straight limb, each halves what it is bent by. */
const CORRECTIONS = 16;
/** An improvement below this share of the pursued cost is none. */
const WORTHWHILE = 3e-5;
/** Radians that a joint may turn in the first predictor, the longest and the shortest that is tried. */
const FIRST_TRUST = 0.5;
const MOST_TRUST = 1;
const LEAST_TRUST = 2e-4;
/** A step that gains less than this share of what its slope promises has gone past the best place: the next is shorter. */
const LITTLE = 0.03;

/** Scratch of {@link pursue}: where the step began, and how far the next may go. */
export interface Pursuit {
  readonly saved: SavedState;
  /** What the higher ranks keep. */
  readonly holding: Holding;
  /** Radians that a joint may turn in the predictor. */
  trust: number;
}

/** Scratch for a skeleton of `count` joints. */
export function createPursuit(count: number): Pursuit {
  return {
    saved: createSavedState(count),
    holding: createHolding(),
    trust: FIRST_TRUST,
  };
}

/** Readies for the first step towards a rank. */
export function beginPursuit(pursuit: Pursuit): void {
  pursuit.trust = FIRST_TRUST;
}

/**
 * One step towards the goals of `rank` while the ranks above it keep what they are held at: a predictor along what they leave free, then a corrector
 * that brings them back. A step that does not help, or from which they cannot be brought back, is undone and the next made shorter. Returns false when
 * no step helps. All of the higher ranks must be where they are held.
 */
export function pursue(pursuit: Pursuit, finish: Finish, ws: Workspace, rank: number, rootLength: number): boolean {
  const { holding, saved } = pursuit;
  pullOnly(ws, rank, 0, 1);
  const before = costOfRank(ws, rank);
  if (!(before > 0)) return false;
  saveState(saved, ws);
  const { maxStep } = ws;
  while (pursuit.trust > LEAST_TRUST) {
    pullOnly(ws, rank, 1, SHARE);
    ws.maxStep = Math.min(maxStep, pursuit.trust);
    beginCorrections(finish);
    const goes = finishStep(finish, ws, null, rootLength, true);
    const longest = longestStep(finish.freedoms);
    const taken = Math.min(longest, ws.maxStep);
    ws.maxStep = maxStep;
    if (!goes) break;
    const promised = (taken / longest) * promisedBy(finish, ws, rank);
    pullOnly(ws, rank, 1, 0);
    beginCorrections(finish);
    for (let i = 0; i < CORRECTIONS && !areHeld(holding, ws, rank - 1); i++) if (!finishStep(finish, ws, null, rootLength)) break;
    const held = areHeld(holding, ws, rank - 1);
    pullOnly(ws, rank, 0, 1);
    const gained = before - costOfRank(ws, rank);
    // Along the step the gain is promised ω − κ ω²: its best is at promised / 2 κ.
    const best = promised > gained ? promised / (2 * (promised - gained)) : 2;
    if (held && gained > WORTHWHILE * before) {
      pursuit.trust =
        gained > LITTLE * promised ? Math.min(MOST_TRUST, Math.max(pursuit.trust, 2 * taken)) : Math.max(best, 0.75) * taken;
      return true;
    }
    restoreState(ws, saved);
    pursuit.trust = taken * (held ? Math.min(0.25, Math.max(0.125, best)) : 0.25);
    settle(ws);
  }
  return false;
}

/** Decrease of the cost of `rank` that its slope promises along the whole of the step that was solved for, square metres. */
function promisedBy(finish: Finish, ws: Workspace, rank: number): number {
  const { freedoms, right, solution, rows, newton } = finish;
  const { task } = ws;
  let size = 0;
  for (let g = 0; g < task.count; g++) {
    const row = rows[g]!;
    if (row < 0) continue;
    for (let i = row; i < row + 3; i++) solution[i] = task.ranks[g] === rank ? right[i]! : 0;
    size = row + 3;
  }
  multiplyColumns(finish, size, solution, newton.pulls);
  let sum = 0;
  for (let d = 0; d < freedoms.count; d++) sum += freedoms.step[d]! * newton.pulls[d]!;
  return (2 * sum) / SHARE;
}

/** Lets the ranks above `rank` pull with `above` times their weight, and `rank` itself with `own` times. */
function pullOnly(ws: Workspace, rank: number, above: number, own: number): void {
  const { task } = ws;
  for (let g = 0; g < task.count; g++) {
    const r = task.ranks[g]!;
    ws.pull[g] = task.weights[g]! * (r < rank ? above : r === rank ? own : 0);
  }
  ws.cost = costOf(ws);
}
