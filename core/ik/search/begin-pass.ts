import { resolveLimits } from '../mechanism/coupling.ts';
import { writePose } from '../mechanism/configuration.ts';
import { releaseReserve } from '../mechanism/reserve.ts';
import { saveState } from '../mechanism/saved-state.ts';
import { loadStart } from '../mechanism/start-pose.ts';
import { setCostWeights, refresh } from '../mechanism/workspace.ts';
import type { StartKind } from '../request/outcome.ts';
import { releaseRanks } from '../refinement/holding.ts';
import { measureLeft } from './candidate.ts';
import type { Search } from './search-state.ts';

/**
 * Order of the goals that name none, from start to start: forward, since a long chain swept from its effector up winds itself into a coil before
 * its root has looked at the goal; then, should that lead nowhere, the other way.
 */
const DEFAULT_ORDERS = ['forward', 'backward'] as const;
/** Passes of one start, and times that soft goals are followed. A solve from the outcome begins with the very next, which must not be worth moving. */
const MOST_PASSES = 128;

/** How many passes a start may make. */
export function mostPasses({ mechanisms }: Search): number {
  return mechanisms.furtherPasses ? MOST_PASSES : 1;
}

/** Readies for the first pass of a start of this kind, from the working configuration. */
export function beginStart(search: Search, kind: StartKind): void {
  search.kind = kind;
  search.pass.number = 1;
  search.sweeps.unnamed = DEFAULT_ORDERS[search.start % DEFAULT_ORDERS.length]!;
  beginPass(search);
}

/** The same, from now on without a reserve. */
export function beginUnreservedStart(search: Search): void {
  search.reserve = 0;
  releaseReserve(search.ws);
  beginStart(search, search.kind);
}

/** Readies for a further pass of the same start, just as a solve from the outcome would set out. */
export function beginFurtherPass(search: Search): void {
  const { ws, pass } = search;
  pass.number++;
  // Written and read again: a solve from the outcome would set out from the very same numbers.
  writePose(ws.mechanism, ws.now, ws.moved, search.startPose, pass.pose);
  loadStart(ws, pass.pose, null);
  search.sweeps.unnamed = DEFAULT_ORDERS[0];
  beginPass(search);
  // An order begins with few joints again.
  ws.moved.fill(0);
}

/** Puts all goals into the cost with their own weights, without anything held or counted by former passes. */
function beginPass(search: Search): void {
  const { ws, pass, refined } = search;
  search.sweeps.cursors.fill(0);
  releaseRanks(refined.nullSpace.holding, ws);
  resolveLimits(ws);
  setCostWeights(ws, ws.task.rankCount - 1);
  refresh(ws);
  pass.iterations = 0;
  pass.comfort = search.options.comfort ?? 0;
  pass.initialCost = ws.cost;
  pass.earlierCost = Infinity;
  saveState(pass.from, ws);
  measureLeft(ws, pass.standing);
}
