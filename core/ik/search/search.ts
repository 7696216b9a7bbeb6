import { wholePower } from '../../math/elementary.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { areServed, clearCandidate, keepPresent } from './candidate.ts';
import { freeDrivers, holdDrivers } from '../mechanism/coupled-limits.ts';
import { finishStep } from '../finish/finish.ts';
import { beginFinish } from '../finish/finish-state.ts';
import { DEFAULT_RESTARTS, type SolveOptions } from '../request/options.ts';
import { pursue } from '../finish/pursue.ts';
import { clearNearThrows } from './near-throws.ts';
import { beginRelaxation, relax } from '../reference/relax.ts';
import { longestChain } from '../mechanism/reach.ts';
import { beginRecord, copyState } from './record-solve.ts';
import { holdReserve, releaseReserve, softenTargets } from '../mechanism/reserve.ts';
import { shareTolerances } from '../finish/share-tolerances.ts';
import { nearestFirst } from './seeds.ts';
import { loadStart } from '../mechanism/start-pose.ts';
import { endStart } from './search-end.ts';
import { end, keepReached } from './search-keep.ts';
import { endReached, endReturned, endWishes, pursueWishes } from './search-reached.ts';
import { recordBroughtIn, recordPending } from './search-record.ts';
import { enterNextRank, enterRanks, enterSharing } from './search-ranks.ts';
import { enterReference, enterStart, nextStart, setOut } from './search-starts.ts';
import { SWEEP, type Phase, type Search } from './search-state.ts';
import { spare } from '../finish/spare.ts';
import { sweep } from '../steps/sweep.ts';
import { bendLimbs } from '../steps/two-bone.ts';
import { isRankReached, isReached, metresAway, settle, type Workspace } from '../mechanism/workspace.ts';

/** A sweep that leaves more than this share of the cost hands over to the finish. */
const SLOW = 0.3;
/** A finish of few joints that leaves more than this share of the cost asks for further ones. */
const QUICK = 0.7;
/** Sweeps in a row that bring in no further joint, after which all take part. */
const BARREN = 3;
/** Iterations after which goals of several ranks that do not come together are taken rank by rank. */
const TOGETHER = 6;
/** Share of the reach: goals that are further than this from the pose that came in have leapt, and so may the pose. */
const LEAP = 0.05;
/** Metres: nor have goals leapt that are no further away than this, a centimetre and what they may be missed by. */
const NEARBY = 0.012;
/** Share of the reach that a limb may be. */
const LIMB = 1 / 3;
/** Steps towards the poles. */
const WISH_STEPS = 72;
/** Steps towards the reference; and back towards the pose that came in, which need not be exact. */
const RELAX_STEPS = 24;
const RETURN_STEPS = 8;
/** Every so many iterations a further start, or a throw, must have halved its cost, or is given up. */
const PATIENCE = 8;

/** Begins a solve of the compiled task of the workspace. */
export function beginSearch(search: Search, start: Pose, options: SolveOptions): void {
  const { ws } = search;
  const { task } = ws;
  if (search.held > 0) releaseReserve(ws);
  search.startPose.set(start);
  search.options = options;
  search.randomSeed = options.randomSeed ?? 1;
  search.maxIterations = options.maxIterations ?? 60;
  search.restarts = options.restarts ?? DEFAULT_RESTARTS;
  search.iterations = 0;
  search.tried = 0;
  if (task.count > search.sweeps.cursors.length) search.sweeps.cursors = new Int32Array(2 * task.count);
  ws.updates = 0;
  ws.maxStep = options.maxStep ?? Math.PI;
  ws.rootMobility = 1 - (options.rootStiffness ?? 1);
  ws.trace = options.trace
    ? { trace: options.trace, mechanism: ws.mechanism, pose: start.slice(), iteration: 0, phase: 'start' }
    : null;
  ws.moved.fill(0);
  search.broughtIn = [];
  freeDrivers(ws);
  loadStart(ws, start, search.broughtIn);
  holdDrivers(ws);
  recordBroughtIn(search);
  search.ordered = false;
  for (let g = 0; g < task.count; g++) if (task.orders[g]! >= 0) search.ordered = true;
  search.sweepsFirst = search.ordered || (options.comfort ?? 0) > 0 || (options.damping ?? 1) !== 1;
  search.reach = longestChain(ws);
  search.held = options.reserve ?? 0;
  if (search.held > 0) {
    settle(ws);
    softenTargets(ws, search.held);
    holdReserve(ws, search.held);
  }
  clearNearThrows(search.throws);
  search.cameReached = false;
  enterStart(search, 'present');
  const away = metresAway(ws) / search.reach;
  search.leaps = away > Math.max(LEAP, NEARBY / search.reach);
  search.bend = search.leaps ? Infinity : 2 * Math.sqrt((2 * away) / LIMB);
  keepPresent(search.present, ws);
  clearCandidate(search.home);
  clearCandidate(search.leap);
  search.best = search.home;
  if (options.reference && !search.leaps && search.held === 0) {
    search.phase = 'relax';
    beginRelaxation(search.relaxation, ws, options.reference, search.present.rotations, false, true);
  }
  search.seeds = options.seeds?.length ? nearestFirst(ws, search.present, options.seeds) : [];
  const first = options.starts?.first ?? 0;
  search.lastStart = Math.min(search.seeds.length + search.restarts, first + (options.starts?.count ?? Infinity) - 1);
  if (first === 0) {
    if (options.reference && search.leaps && search.held === 0 && !search.sweepsFirst) enterReference(search, options.reference);
    return;
  }
  if (search.held > 0) {
    // The reserve is held back for the present pose only.
    search.held = 0;
    releaseReserve(ws);
  }
  search.tried = first - 1;
  if (!nextStart(search)) end(search);
}

/** Makes one sweep or one finish step; false when the search has ended. */
export function advance(search: Search): boolean {
  const { ws } = search;
  if (search.phase === 'done') return false;
  if (!endsByItself(search.phase)) {
    if (isReached(ws, ws.task.rankCount - 1) || (search.iterations === 0 && search.held > 0 && areServed(ws)))
      return endStart(search, 'reached');
    if (search.iteration >= search.maxIterations) return endStart(search, 'limit');
    if ((search.tried > 0 || search.throws.count > 0) && search.passes === 1 && isHopeless(search))
      return search.phase === 'pursue' || search.phase === 'restore' ? leaveRank(search) : endStart(search, 'stalled');
  }
  search.iteration++;
  search.iterations++;
  const { trace } = ws;
  if (trace === null) return makeStep(search);
  beginRecord(trace, search.iterations - 1, search.phase === 'sweep' ? 'sweep' : 'finish');
  search.unrecorded = search.phase === 'sweep' ? SWEEP : copyState(ws);
  const goesOn = makeStep(search);
  recordPending(search);
  return goesOn;
}

/** Whether a phase is never cut short: it follows once the goals are reached, or leaves everything as it was where it does not reach them. */
function endsByItself(phase: Phase): boolean {
  return phase === 'share' || phase === 'return' || phase === 'spare' || phase === 'relax' || phase === 'wish';
}

/** Whether the start has gained too little since it was last looked at. */
function isHopeless(search: Search): boolean {
  if (search.iteration === 0 || search.iteration % PATIENCE !== 0) return false;
  const { cost } = search.ws;
  const slow = cost > search.earlier / 2;
  search.earlier = cost;
  return slow;
}

function makeStep(search: Search): boolean {
  const { ws, finish } = search;
  const { task } = ws;
  const before = ws.cost;
  const rootLength = search.reach / 4;
  switch (search.phase) {
    case 'sweep': {
      tuneSweep(search);
      if (!search.swept && !search.sweepsFirst) {
        // Random starts keep their limbs' directions at first: turned to the goal at once, they would all end alike.
        bendLimbs(ws, search.iteration === 1 && (search.kind !== 'random' || search.passes > 1));
        if (isReached(ws, task.rankCount - 1)) return true;
      }
      const taking = search.widens ? countMoved(ws) : 0;
      sweep(ws, search.sweeps);
      if (search.widens) search.barren = countMoved(ws) > taking ? 0 : search.barren + 1;
      if (search.barren === BARREN) search.narrow = false;
      search.widens = false;
      if (search.swept && search.ordered && ws.cost < SLOW * before) return true;
      search.swept = true;
      if (ws.cost > SLOW * before || ws.largestStep < 1e-9) {
        beginFinish(finish);
        search.phase = 'finish';
      }
      return true;
    }
    case 'finish': {
      // Goals of several priorities pull together only until they are near: what they could agree on is of no use.
      if (task.rankCount > 1) finish.crawled = 0;
      const gained = finishStep(finish, ws, search.narrow ? ws.moved : null, rootLength);
      if (search.narrow && !(gained && ws.cost < QUICK * before)) {
        // What the sweeps have moved cannot do it soon: another sweep may bring in further joints; when two bring in none, all take part.
        search.widens = true;
        search.phase = 'sweep';
        return true;
      }
      if (gained && !(task.rankCount > 1 && search.iteration > TOGETHER && ws.cost > before / 2)) return true;
      if (search.kind === 'reference') return endStart(search, 'stalled');
      if (!search.swept) {
        search.phase = 'sweep';
        return true;
      }
      if (task.rankCount === 1) return enterSharing(search) || leaveRank(search);
      enterRanks(search);
      return true;
    }
    case 'restore':
      if (isReached(ws, 0)) return leaveRank(search);
      return finishStep(finish, ws, null, rootLength) || enterSharing(search) || leaveRank(search);
    case 'share':
      if (!isReached(ws, 0) && shareTolerances(search.sharing, finish, ws, rootLength)) return true;
      return isReached(ws, task.rankCount - 1) ? endStart(search, 'reached') : leaveRank(search);
    case 'pursue':
      if (
        search.iteration <= search.lastOfRank &&
        !isRankReached(ws, search.rank) &&
        pursue(search.pursuit, finish, ws, search.rank, rootLength)
      )
        return true;
      return leaveRank(search);
    case 'return':
      if (search.iteration <= RETURN_STEPS && relax(search.relaxation, finish, ws, task.rankCount - 1, rootLength)) return true;
      return endReturned(search);
    case 'spare':
      return spare(search.sparing, finish, ws, search.present, rootLength) || endReached(search);
    case 'relax':
      if (search.iteration <= RELAX_STEPS && relax(search.relaxation, finish, ws, task.rankCount - 1, rootLength)) return true;
      if (!isReached(ws, task.rankCount - 1)) {
        // The goals, near as they are, cannot be followed so: the joints go there first.
        search.iteration = 0;
        setOut(search);
        return true;
      }
      keepReached(search);
      return pursueWishes(search);
    case 'wish':
      if (search.iteration <= WISH_STEPS && pursue(search.pursuit, finish, ws, task.rankCount, rootLength)) return true;
      // What comes after the ranks is a part of the start; what comes after reaching everything is the end.
      if (search.rank === task.rankCount) return endStart(search, isReached(ws, task.rankCount - 1) ? 'reached' : 'stalled');
      return endWishes(search);
    case 'done':
      return false;
  }
}

/** Goes on to the next rank, or ends the start. */
function leaveRank(search: Search): boolean {
  return enterNextRank(search) || endStart(search, 'stalled');
}

/**
 * Damping with error feedback: what it exceeds 1 by shrinks with the error that is left, so that it overshoots while far and not when near.
 * Comfort regions halve from sweep to sweep, so that they share the movement out but never keep the goal from being reached.
 */
function tuneSweep(search: Search): void {
  const { ws, options } = search;
  const damping = options.damping ?? 1;
  const left = search.initialCost > 0 ? Math.min(1, Math.sqrt(ws.cost / search.initialCost)) : 0;
  ws.damping = damping > 1 ? 1 + (damping - 1) * left : damping;
  ws.comfort = (options.comfort ?? 0) * wholePower(0.5, search.sweepCount++);
  ws.plain = ws.damping === 1 && ws.comfort === 0 && ws.maxStep >= Math.PI && ws.mechanism.limits.couplings === null;
}

/** Joints that take part so far. */
function countMoved({ task, moved }: Workspace): number {
  let count = 0;
  for (let i = 0; i < task.activeCount; i++) count += moved[task.active[i]!]!;
  return count;
}
