import { createSavedState, restoreState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { areRanksReached, refresh, setCostWeights, sumCost, type Workspace } from '../mechanism/workspace.ts';
import { refinementStep } from './refinement-step.ts';
import { beginRefinement, type Refinement } from './refinement-state.ts';

/** Goals are reweighted only while none is further off than so many times its tolerance. */
const NEARLY = 2;
/** Steps after which the tolerances are taken to be incompatible. */
const TRIES = 12;
/** Share of its weight that a goal keeps in one step at least: one that happens to be met exactly must go on counting. */
const LEAST = 0.1;

/** Scratch of {@link reweightedStep}. */
export interface Reweighting {
  /** Steps so far. */
  tries: number;
  /** Where the goals had come to, each pulling with its own weight. */
  readonly saved: SavedState;
}

/** Scratch for a skeleton of `count` joints. */
export function createReweighting(count: number): Reweighting {
  return { tries: 0, saved: createSavedState(count) };
}

/**
 * Readies for goals of the highest rank that have stalled. False unless there are several, none of them further off than {@link NEARLY} its
 * tolerance.
 */
export function beginReweighting(reweighting: Reweighting, refinement: Refinement, ws: Workspace): boolean {
  let pulling = 0;
  for (let g = 0; g < ws.task.count; g++) {
    if (ws.costWeights[g] === 0) continue;
    measureExcess(ws, g);
    if (!(ws.measured <= NEARLY)) return false;
    pulling++;
  }
  if (pulling < 2) return false;
  reweighting.tries = 0;
  saveState(reweighting.saved, ws);
  beginRefinement(refinement);
  return true;
}

/**
 * One step towards a pose in which every goal of the highest rank is within its tolerance. The least sum of squares may leave one just outside
 * although others do not use theirs up: each goal's weight is multiplied, step after step, with the share of its tolerance that it uses (Lawson 1961),
 * which leads towards the least of the greatest shares. True when there is more to do, or all are within; false, and everything as it was, when that
 * cannot be had.
 */
export function reweightedStep(reweighting: Reweighting, refinement: Refinement, ws: Workspace): boolean {
  weigh(ws);
  const goesOn = reweighting.tries++ < TRIES && refinementStep(refinement, ws, null);
  const isMet = areRanksReached(ws, 0);
  if (goesOn && !isMet) return true;
  if (!isMet) {
    restoreState(ws, reweighting.saved);
    refresh(ws);
  }
  setCostWeights(ws, 0);
  return isMet;
}

/** Multiplies the weights with what is used of the tolerances; the greatest of them, each as a share of the goal's own weight, stays 1. */
function weigh(ws: Workspace): void {
  const { task, costWeights } = ws;
  let most = 0;
  for (let g = 0; g < task.count; g++) {
    if (costWeights[g] === 0) continue;
    measureExcess(ws, g);
    costWeights[g]! *= Math.max(LEAST, ws.measured);
    most = Math.max(most, costWeights[g]! / task.weights[g]!);
  }
  for (let g = 0; g < task.count; g++) costWeights[g]! /= most;
  sumCost(ws);
}

/** Measures how many times its tolerance a goal is off. */
function measureExcess(ws: Workspace, g: number): void {
  const { task, effectors } = ws;
  ws.measured = (effectors.distances[g]! + effectors.angles[g]!) / task.tolerances[g]!;
}
