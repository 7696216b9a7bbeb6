import { finishStep } from './finish.ts';
import { beginFinish, type Finish } from './finish-state.ts';
import { createSavedState, restoreState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { costOf, isReached, settle, type Workspace } from '../mechanism/workspace.ts';

/** Share of the higher ranks' weight that the pursued rank has in the predictor: they decide, it chooses among what they leave free. */
const SHARE = 1e-4;
/** Corrector steps that bring the higher ranks back. */
const CORRECTIONS = 6;
/** An improvement below this share of the pursued cost is none. */
const WORTHWHILE = 1e-5;
const LEAST_TRUST = 1e-4;

/** Scratch of {@link pursue}: where the step began, and how far the next may go. */
export interface Pursuit {
  readonly saved: SavedState;
  /** Radians that a joint may turn in the predictor. */
  trust: number;
}

/** Scratch for a skeleton of `count` joints. */
export function createPursuit(count: number): Pursuit {
  return {
    saved: createSavedState(count),
    trust: 0.5,
  };
}

/**
 * One step towards the goals of `rank` that leaves the goals above it reached: a predictor along what they leave free, then a corrector that
 * brings them back. A step that does not help, or from which they cannot be brought back, is undone and the next made shorter. Returns false when
 * no step helps. All of the higher ranks must be reached.
 */
export function pursue(pursuit: Pursuit, finish: Finish, ws: Workspace, rank: number, rootLength: number): boolean {
  pullOnly(ws, rank, 0, 1);
  const before = ws.cost;
  if (!(before > 0)) return false;
  saveState(pursuit.saved, ws);
  const maxStep = ws.maxStep;
  while (pursuit.trust > LEAST_TRUST) {
    pullOnly(ws, rank, 1, SHARE);
    ws.maxStep = Math.min(maxStep, pursuit.trust);
    beginFinish(finish);
    finishStep(finish, ws, null, rootLength, true);
    ws.maxStep = maxStep;
    pullOnly(ws, rank, 1, 0);
    beginFinish(finish);
    for (let i = 0; i < CORRECTIONS && !isReached(ws, rank - 1); i++) if (!finishStep(finish, ws, null, rootLength)) break;
    const held = isReached(ws, rank - 1);
    pullOnly(ws, rank, 0, 1);
    const gained = before - ws.cost;
    if (held && gained > WORTHWHILE * before) {
      pursuit.trust = Math.min(1, pursuit.trust * 2);
      return true;
    }
    restoreState(ws, pursuit.saved);
    pursuit.trust /= 4;
    settle(ws);
  }
  return false;
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
