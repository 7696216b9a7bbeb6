import { freeDrivers, holdDrivers } from '../mechanism/coupling.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { measureLongestChain, holdReserve, releaseReserve, softenTargets } from '../mechanism/reserve.ts';
import { createRecorder } from '../mechanism/record-trace.ts';
import { loadStart } from '../mechanism/start-pose.ts';
import { measureAway, refresh } from '../mechanism/workspace.ts';
import type { SolveOptions } from '../request/options.ts';
import { beginStart } from './begin-pass.ts';
import { clearCandidate, keepPresent } from './candidate.ts';
import { clearPerturbations } from './perturbations.ts';
import { recordClamped } from './record-search.ts';
import { beginStarts } from './search.ts';
import type { Search } from './search-state.ts';
import { orderSeeds } from './starts.ts';

/** Goals that are further from the present pose than both this share of the reach and so many metres are far: the pose may jump to them. */
const FAR = 0.05;
const NEARBY = 0.012;
/** Share of the reach that a limb may be. */
const LIMB = 1 / 3;
/** Most solves have none, and share this. */
const NO_SEEDS: readonly Pose[] = /* @__PURE__ */ Object.freeze([]);
/** Share of the reach of which the root's translation counts as a radian. */
const ROOT = 1 / 4;

/**
 * Readies a search for the compiled task of its workspace: reads the start pose, clamps it to its limits, holds the reserve, and measures how far
 * the goals are.
 */
export function beginSearch(search: Search, start: Pose, options: SolveOptions): void {
  const { ws } = search;
  const { task } = ws;
  if (search.reserve > 0) releaseReserve(ws);
  search.startPose.set(start);
  search.options = options;
  search.activity = beginStarts;
  search.iterations = 0;
  search.start = 0;
  search.wasReached = false;
  search.isOver = false;
  search.clamped = [];
  if (task.total > search.sweeps.cursors.length) search.sweeps.cursors = new Int32Array(2 * task.total);
  clearPerturbations(search.perturbations);
  clearCandidate(search.first);
  clearCandidate(search.further);
  search.best = search.first;
  ws.updates = 0;
  ws.work = 0;
  ws.maxStep = options.maxStep ?? Math.PI;
  ws.rootMobility = 1 - (options.rootStiffness ?? 1);
  ws.trace = options.trace ? createRecorder(options.trace, ws.mechanism, start) : null;
  ws.moved.fill(0);
  freeDrivers(ws);
  loadStart(ws, start, search.clamped);
  holdDrivers(ws);
  recordClamped(search);
  search.isOrdered = false;
  for (let g = 0; g < task.count; g++) if (task.orders[g]! >= 0) search.isOrdered = true;
  search.sweepsFirst = search.isOrdered || (options.comfort ?? 0) > 0 || (options.damping ?? 1) !== 1;
  measureLongestChain(ws);
  search.reach = ws.measured;
  ws.rootLength = search.reach * ROOT;
  search.reserve = options.reserve ?? 0;
  if (search.reserve > 0) {
    refresh(ws);
    softenTargets(ws, search.reserve);
    holdReserve(ws, search.reserve);
  }
  beginStart(search, 'present');
  measureAway(ws);
  const away = ws.measured / search.reach;
  search.isFar = away > Math.max(FAR, NEARBY / search.reach);
  search.expectedTurn = search.isFar ? Infinity : 2 * Math.sqrt((2 * away) / LIMB);
  keepPresent(search.present, ws, search.pass.standing);
  orderSeeds(search, options.seeds ?? NO_SEEDS);
}
