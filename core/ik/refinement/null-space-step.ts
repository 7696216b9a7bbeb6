import { multiplyColumns } from '../jacobian/jacobian-products.ts';
import { measureLongest } from '../jacobian/take-step.ts';
import { createSavedState, restoreState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { measureRank, refresh, setCostWeights, sumCost, type Workspace } from '../mechanism/workspace.ts';
import { refinementStep } from './refinement-step.ts';
import { beginCorrections, beginCurved, type Refinement } from './refinement-state.ts';
import { areHeld, createHolding, REACHED, type Holding } from './holding.ts';

/** Weight of the pursued rank in the predictor, as a share of the higher ranks': so little that it only chooses among what they leave free. */
const SHARE = 1e-5;
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
/** A step crawls that gains less than this share of the rank's cost; after so many such steps its residual is taken to be unavoidable. */
const SLOW = 0.3;
const CRAWL = 3;

/** Scratch of {@link nullSpaceStep}: where the step began, and how far the next may go. */
export interface NullSpace {
  readonly saved: SavedState;
  /** What the higher ranks keep. */
  readonly holding: Holding;
  /** Radians that a joint may turn in the predictor. */
  trust: number;
  /** The share of its weight with which the rank pulls in the predictor. */
  share: number;
  /** Steps that have gained little. */
  crawled: number;
}

/** Scratch for a skeleton of `count` joints. */
export function createNullSpace(count: number): NullSpace {
  return {
    saved: createSavedState(count),
    holding: createHolding(),
    trust: FIRST_TRUST,
    share: SHARE,
    crawled: 0,
  };
}

/** Readies for the first step towards a rank. */
export function beginNullSpaceSteps(nullSpace: NullSpace): void {
  nullSpace.trust = FIRST_TRUST;
  nullSpace.crawled = 0;
}

/**
 * One step towards the goals of `rank` in the null space of the ranks above it, which keep what they are held at: a predictor along what they leave
 * free, then a corrector that brings them back. A step that does not help, or from which they cannot be brought back, is undone and the next made
 * shorter. Returns false when no step helps. All of the higher ranks must be where they are held.
 */
export function nullSpaceStep(nullSpace: NullSpace, refinement: Refinement, ws: Workspace, rank: number): boolean {
  const { holding, saved } = nullSpace;
  setCostWeights(ws, rank, 0, 1);
  measureRank(ws, rank);
  const before = ws.measured;
  if (!(before > 0)) return false;
  saveState(saved, ws);
  const { maxStep } = ws;
  while (nullSpace.trust > LEAST_TRUST) {
    ws.maxStep = Math.min(maxStep, nullSpace.trust);
    const goes = predict(nullSpace, refinement, ws, rank);
    const { freedoms } = refinement;
    measureLongest(freedoms);
    const { longest } = freedoms;
    const taken = Math.min(longest, ws.maxStep);
    ws.maxStep = maxStep;
    if (!goes) break;
    measurePromise(refinement, ws, rank);
    const promised = ((taken / longest) * ws.measured) / nullSpace.share;
    setCostWeights(ws, rank, 1, 0);
    beginCorrections(refinement);
    for (let i = 0; i < CORRECTIONS; i++) {
      // An accepted residual grows a little with every step: brought back each time, it does not add up.
      if ((i > 0 || !holding.acceptsResiduals) && areHeld(holding, ws, rank - 1)) break;
      if (!refinementStep(refinement, ws, null)) break;
    }
    const held = areHeld(holding, ws, rank - 1);
    setCostWeights(ws, rank, 0, 1);
    measureRank(ws, rank);
    const gained = before - ws.measured;
    // Along the step the gain is promised ω − κ ω²: its best is at promised / 2 κ.
    const best = promised > gained ? promised / (2 * (promised - gained)) : 2;
    if (gained < SLOW * before) nullSpace.crawled++;
    if (held && gained > WORTHWHILE * before) {
      nullSpace.trust =
        gained > LITTLE * promised ? Math.min(MOST_TRUST, Math.max(nullSpace.trust, 2 * taken)) : Math.max(best, 0.75) * taken;
      return true;
    }
    restoreState(ws, saved);
    nullSpace.trust = taken * (held ? Math.min(0.25, Math.max(0.125, best)) : 0.25);
    refresh(ws);
  }
  return false;
}

/**
 * Takes a step towards the goals of `rank`, no longer than `ws.maxStep`, that the ranks above it leave free as far as derivatives tell. False when it can
 * go nowhere. Notes the share of its weight with which the rank pulled.
 *
 * The limbs of a rank that could not be reached are mostly straight. To first order they are as free to bend as bent ones; what holds them straight
 * shows only in the second derivatives of the residuals that were accepted.
 */
function predict(nullSpace: NullSpace, refinement: Refinement, ws: Workspace, rank: number): boolean {
  beginCorrections(refinement);
  if (nullSpace.holding.acceptsResiduals) {
    pullInTurn(nullSpace, ws, rank);
    beginCurved(refinement, nullSpace.crawled >= CRAWL);
  } else {
    nullSpace.share = SHARE;
    setCostWeights(ws, rank, 1, SHARE);
  }
  return refinementStep(refinement, ws, null, true);
}

/** Measures what the slope of `rank` promises of its cost along the whole of the step that was solved for, times the weight it pulled with. */
function measurePromise(refinement: Refinement, ws: Workspace, rank: number): void {
  const { freedoms, right, solution, rows, newton } = refinement;
  const { task } = ws;
  let size = 0;
  for (let g = 0; g < task.count; g++) {
    const row = rows[g]!;
    if (row < 0) continue;
    for (let i = row; i < row + 3; i++) solution[i] = task.ranks[g] === rank ? right[i]! : 0;
    size = row + 3;
  }
  multiplyColumns(refinement, size, solution, newton.jointForces);
  let sum = 0;
  for (let d = 0; d < freedoms.count; d++) sum += freedoms.step[d]! * newton.jointForces[d]!;
  ws.measured = 2 * sum;
}

/**
 * Gives the goals of each rank down to `rank` a small share of the weight of the rank above it in the cost, or the same where both are reached. Notes what
 * that makes of the weight of `rank`.
 */
function pullInTurn(nullSpace: NullSpace, ws: Workspace, rank: number): void {
  const { task } = ws;
  const { bounds } = nullSpace.holding;
  let share = 1;
  ws.costWeights.fill(0);
  for (let r = 0; r <= rank; r++) {
    if (r > 0 && (r === rank || bounds[r] !== REACHED || bounds[r - 1] !== REACHED)) share *= SHARE;
    for (let g = 0; g < task.count; g++) if (task.ranks[g] === r) ws.costWeights[g] = task.weights[g]! * share;
  }
  nullSpace.share = share;
  sumCost(ws);
}
