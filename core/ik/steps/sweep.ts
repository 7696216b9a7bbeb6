import { orderOf, type SweepState } from '../mechanism/sweep-state.ts';
import { placeBase, placeFrame } from '../mechanism/place-joints.ts';
import { stepJoint } from './joint-step.ts';
import { sweepChains } from './ordered-sweep.ts';
import { stepRoot } from './slide-step.ts';
import type { VisitingOrder } from '../request/orders.ts';
import { refresh, refreshGoals, type Workspace } from '../mechanism/workspace.ts';

/**
 * One sweep of cyclic coordinate descent over everything that the goals in the cost may move; `ws.largestStep` is the largest step made.
 *
 * Goals that all go backward (or all forward) are swept together: each joint is visited once and serves all goals below it. Other orders
 * sweep one goal's chain after the other, from the least to the most important, so that what was updated last wins.
 */
export function sweep(ws: Workspace, state: SweepState): void {
  ws.largestStep = 0;
  const { task, costWeights } = ws;
  for (let g = task.count; g < task.total; g++) costWeights[g] = costWeights[task.counterparts[g]!]!;
  const order = commonOrder(ws, state);
  ws.comesFromRoot = order === 'forward';
  if (order === 'backward') sweepBackward(ws);
  else if (order === 'forward') sweepForward(ws);
  else sweepChains(ws, state);
  if (ws.rootMobility === 0 || !ws.task.rootMoves || isDone(ws)) return;
  stepRoot(ws);
  refresh(ws);
}

/** `backward` or `forward` when all goals in the cost share it, else null. */
function commonOrder(ws: Workspace, state: SweepState): VisitingOrder | null {
  const { task, costWeights } = ws;
  let common: VisitingOrder | null = null;
  for (let g = 0; g < task.count; g++) {
    if (costWeights[g] === 0) continue;
    const order = orderOf(task, g, state);
    if (common !== null && common !== order) return null;
    common = order;
  }
  return common === 'backward' || common === 'forward' ? common : null;
}

function isDone(ws: Workspace): boolean {
  for (let g = 0; g < ws.task.count; g++) if (ws.costWeights[g]! > 0 && ws.effectors.reached[g] === 0) return false;
  return true;
}

/** n−1 → 0: a turning joint leaves the frames of those still to be visited as they are. */
function sweepBackward(ws: Workspace): void {
  const { task } = ws;
  for (let i = task.activeCount - 1; i >= 0; i--) {
    const j = task.active[i]!;
    if (task.movable[j] === 1) stepJoint(ws, j);
  }
  refresh(ws);
}

/** 0 → n−1: each joint's frame is brought up to date just before its step, and after it, so that all are in the end. */
function sweepForward(ws: Workspace): void {
  const { task, mechanism, now } = ws;
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    placeBase(mechanism, now, j);
    if (task.movable[j] === 1) stepJoint(ws, j);
    placeFrame(mechanism, now, j);
  }
  refreshGoals(ws);
}
