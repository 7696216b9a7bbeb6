import type { Random } from '../math/random.ts';
import { limitedJoints, type ClampedPose } from '../skeleton/limit-state.ts';
import type { Pose } from '../skeleton/pose.ts';
import { loadPose, storePose } from './configuration.ts';
import { beginFinish, finishStep, type Finish } from './finish.ts';
import type { SolveOptions } from './options.ts';
import type { GoalResidual, Outcome, SolveStatus, StartKind } from './outcome.ts';
import { scatter } from './restarts.ts';
import { sweep, type SweepState } from './sweep.ts';
import { isReached, setPull, settle, type Workspace } from './workspace.ts';

/** What the search does next. */
type Phase = 'sweep' | 'finish' | 'rank' | 'wish' | 'done';

/** A configuration worth keeping. */
interface Candidate {
  readonly rotations: Float64Array;
  readonly slides: Float64Array;
  readonly root: Float64Array;
  readonly moved: Uint8Array;
  cost: number;
  reached: boolean;
  status: SolveStatus;
  kind: StartKind;
  index: number;
}

/** One solve: starts, sweeps and finish steps until the goals are reached or nothing helps. */
export interface Search {
  readonly ws: Workspace;
  readonly finish: Finish;
  readonly sweepState: SweepState;
  readonly best: Candidate;
  start: ClampedPose;
  options: SolveOptions;
  random: Random;
  phase: Phase;
  /** Iterations of this start, and of all. */
  iteration: number;
  iterations: number;
  maxIterations: number;
  restarts: number;
  tried: number;
  kind: StartKind;
  /** Whether an order was asked for: then the finish moves only what the sweeps have moved, as long as that helps. */
  ordered: boolean;
  swept: boolean;
  narrow: boolean;
  rankStep: number;
  wishSteps: number;
  /** Metres: length of the longest chain. */
  reach: number;
  initialCost: number;
}

/** Weight of each rank below the one above it, in the passes that give way to the more important goals. */
const RANK_SHARES = [1e-2, 1e-4, 1e-6];
/** Share of the hard goals' weight that poles have while they are pursued. */
const WISH_SHARE = 1e-4;
const WISH_STEPS = 10;
/** A sweep that leaves more than this share of the cost hands over to the finish. */
const SLOW = 0.3;
/** Share of the reach within which the finish is quicker than a sweep. */
const NEAR = 0.2;
/** A candidate replaces the present one only when it is better by more than this share of the cost. */
const BETTER = 0.01;

export function createSearch(ws: Workspace, finish: Finish): Search {
  const { count } = ws.mechanism.skeleton;
  return {
    ws,
    finish,
    sweepState: { cursors: new Int32Array(8) },
    best: {
      rotations: new Float64Array(4 * count),
      slides: new Float64Array(count),
      root: new Float64Array(3),
      moved: new Uint8Array(count),
      cost: 0,
      reached: false,
      status: 'stalled',
      kind: 'present',
      index: 0,
    },
    start: { pose: new Float64Array(0), broughtIn: [] },
    options: {},
    random: () => 0,
    phase: 'done',
    iteration: 0,
    iterations: 0,
    maxIterations: 60,
    restarts: 20,
    tried: 0,
    kind: 'present',
    ordered: false,
    swept: false,
    narrow: false,
    rankStep: 0,
    wishSteps: 0,
    reach: 1,
    initialCost: 0,
  };
}

export function beginSearch(search: Search, start: ClampedPose, options: SolveOptions, random: Random): void {
  const { ws } = search;
  const { task } = ws;
  search.start = start;
  search.options = options;
  search.random = random;
  search.maxIterations = options.maxIterations ?? 60;
  search.restarts = options.restarts ?? 20;
  search.iterations = 0;
  search.tried = -1;
  search.best.cost = Infinity;
  search.best.reached = false;
  if (task.count > search.sweepState.cursors.length) search.sweepState.cursors = new Int32Array(2 * task.count);
  ws.updates = 0;
  ws.damping = options.damping ?? 1;
  ws.maxStep = options.maxStep ?? Math.PI;
  ws.comfort = options.comfort ?? 0;
  ws.rootMobility = 1 - (options.rootStiffness ?? 1);
  ws.moved.fill(0);
  search.ordered = false;
  for (let g = 0; g < task.count; g++) if (task.orders[g]! >= 0) search.ordered = true;
  search.reach = longestChain(ws);
  beginStart(search);
}

/** Begins the next start: the present pose, then the seeds, then random poses. False when there are none left. */
function beginStart(search: Search): boolean {
  const { ws, options } = search;
  const { task, mechanism } = ws;
  const seeds = options.seeds?.length ?? 0;
  search.tried++;
  if (search.tried > seeds + search.restarts) return false;
  if (search.tried === 0) {
    search.kind = 'present';
    loadPose(mechanism, search.start.pose, task.active, task.activeCount, ws.now);
  } else if (search.tried <= seeds) {
    search.kind = 'seed';
    loadPose(mechanism, options.seeds![search.tried - 1]!, task.active, task.activeCount, ws.now);
    for (let i = 0; i < task.activeCount; i++) ws.moved[task.active[i]!] = 1;
  } else {
    search.kind = 'random';
    loadPose(mechanism, search.start.pose, task.active, task.activeCount, ws.now);
    const turn = (search.tried - seeds) % 4;
    scatter(ws, search.random, turn === 1 ? 0.15 : turn === 2 ? 0.5 : 1);
  }
  search.sweepState.cursors.fill(0);
  search.iteration = 0;
  search.swept = false;
  search.narrow = search.ordered;
  search.rankStep = 0;
  search.wishSteps = 0;
  setPull(ws, task.rankCount - 1);
  settle(ws);
  beginFinish(search.finish);
  const near = NEAR * search.reach;
  search.phase = !search.ordered && ws.cost < near * near ? 'finish' : 'sweep';
  return true;
}

/** Makes one sweep or finish step; false when the search has ended. */
export function advance(search: Search): boolean {
  const { ws, finish } = search;
  const { task } = ws;
  if (search.phase === 'done') return false;
  if (search.phase !== 'wish' && isReached(ws, task.rankCount - 1)) return endStart(search, 'reached');
  if (search.iteration >= search.maxIterations && search.phase !== 'wish') return endStart(search, 'limit');
  search.iteration++;
  search.iterations++;
  const before = ws.cost;
  switch (search.phase) {
    case 'sweep': {
      const largest = sweep(ws, search.sweepState);
      search.swept = true;
      if (ws.cost > SLOW * before || largest < 1e-9) search.phase = 'finish';
      return true;
    }
    case 'finish': {
      if (finishStep(finish, ws, search.narrow ? ws.moved : null, search.reach / 4)) return true;
      if (search.narrow) {
        search.narrow = false;
        search.phase = 'sweep';
        // Sweeps that still gain go on; otherwise every joint takes part.
        sweepOrWiden(search, before);
        return true;
      }
      if (!search.swept) {
        search.phase = 'sweep';
        return true;
      }
      if (task.rankCount > 1) {
        search.phase = 'rank';
        setRanks(search);
        return true;
      }
      return endStart(search, 'stalled');
    }
    case 'rank': {
      if (finishStep(finish, ws, null, search.reach / 4)) return true;
      search.rankStep++;
      if (search.rankStep >= RANK_SHARES.length) return endStart(search, 'stalled');
      setRanks(search);
      return true;
    }
    case 'wish': {
      search.wishSteps++;
      if (search.wishSteps <= WISH_STEPS && finishStep(finish, ws, null, search.reach / 4)) return true;
      return endWish(search);
    }
  }
}

function sweepOrWiden(search: Search, before: number): void {
  const { ws } = search;
  sweep(ws, search.sweepState);
  search.iterations++;
  beginFinish(search.finish);
  search.phase = 'finish';
  search.narrow = ws.cost < SLOW * before;
}

function setRanks(search: Search): void {
  const { ws } = search;
  const share = RANK_SHARES[search.rankStep]!;
  const { task } = ws;
  for (let g = 0; g < task.count; g++) {
    ws.pull[g] = task.ranks[g]! < task.rankCount ? task.weights[g]! * share ** task.ranks[g]! : 0;
  }
  settle(ws);
  beginFinish(search.finish);
}

/** Keeps the configuration if it is the best so far, then begins the next start, or ends. */
function endStart(search: Search, status: SolveStatus): boolean {
  const { ws, best } = search;
  const reached = status === 'reached';
  setPull(ws, ws.task.rankCount - 1);
  const cost = rankedCost(ws);
  if (reached || cost < best.cost * (1 - BETTER)) keep(search, cost, status);
  if (reached && hasWish(search)) {
    for (let g = 0; g < ws.task.count; g++) {
      if (ws.task.ranks[g] === ws.task.rankCount) ws.pull[g] = ws.task.weights[g]! * WISH_SHARE;
    }
    settle(ws);
    beginFinish(search.finish);
    search.phase = 'wish';
    return true;
  }
  if (reached || !beginStart(search)) {
    search.phase = 'done';
    return false;
  }
  return true;
}

function hasWish(search: Search): boolean {
  const { task } = search.ws;
  for (let g = 0; g < task.count; g++) if (task.ranks[g] === task.rankCount) return true;
  return false;
}

function endWish(search: Search): boolean {
  const { ws, best } = search;
  if (isReached(ws, ws.task.rankCount - 1)) keep(search, best.cost, 'reached');
  search.phase = 'done';
  return false;
}

/** Cost with each rank far above the one below it: what candidates are compared by. */
function rankedCost(ws: Workspace): number {
  const { task, effectors } = ws;
  let cost = 0;
  for (let g = 0; g < task.count; g++) {
    if (task.ranks[g]! >= task.rankCount) continue;
    const o = 3 * g;
    const { errors } = effectors;
    cost += task.weights[g]! * 1e-6 ** task.ranks[g]! * (errors[o]! ** 2 + errors[o + 1]! ** 2 + errors[o + 2]! ** 2);
  }
  return cost;
}

function keep(search: Search, cost: number, status: SolveStatus): void {
  const { ws, best } = search;
  best.rotations.set(ws.now.rotations);
  best.slides.set(ws.now.slides);
  best.root.set(ws.now.root);
  best.moved.set(ws.moved);
  best.cost = cost;
  best.reached = status === 'reached';
  best.status = status;
  best.kind = search.kind;
  best.index = search.kind === 'present' ? 0 : search.kind === 'seed' ? search.tried - 1 : search.tried - 1 - (search.options.seeds?.length ?? 0);
}

function longestChain(ws: Workspace): number {
  const { task, mechanism } = ws;
  const { offsets, skeleton } = mechanism;
  let longest = 0;
  for (let g = 0; g < task.count; g++) {
    const o = 3 * g;
    let length = Math.hypot(task.offsets[o]!, task.offsets[o + 1]!, task.offsets[o + 2]!);
    if (task.chainStart[g] === task.chainStart[g + 1]) continue;
    const top = task.chain[task.chainStart[g + 1]! - 1]!;
    for (let j = task.joints[g]!; j > top; j = skeleton.parents[j]!) {
      const p = 3 * j;
      length += Math.sqrt(offsets[p]! ** 2 + offsets[p + 1]! ** 2 + offsets[p + 2]! ** 2);
    }
    if (length > longest) longest = length;
  }
  return longest > 0 ? longest : 1;
}

/** The outcome of the best configuration so far. */
export function endSearch(search: Search): Outcome {
  const { ws, best, start } = search;
  const { task, mechanism } = ws;
  if (best.cost === Infinity) {
    setPull(ws, task.rankCount - 1);
    settle(ws);
    keep(search, rankedCost(ws), search.iteration >= search.maxIterations ? 'limit' : 'stalled');
    best.cost = Infinity;
  }
  const pose: Pose = Float64Array.from(start.pose);
  pose.set(best.root);
  const working = ws.now;
  const present = { rotations: working.rotations.slice(), slides: working.slides.slice(), root: working.root.slice() };
  working.rotations.set(best.rotations);
  working.slides.set(best.slides);
  working.root.set(best.root);
  settle(ws);
  storePose(mechanism, working, task.active, task.activeCount, best.moved, pose);
  const residuals: GoalResidual[] = [];
  let distance = 0;
  let angle = 0;
  for (let g = 0; g < task.count; g++) {
    const d = ws.effectors.distances[g]!;
    const a = ws.effectors.angles[g]!;
    residuals.push({ distance: d, angle: a, reached: ws.effectors.reached[g] === 1 });
    if (task.ranks[g] === task.rankCount) continue;
    distance = Math.max(distance, d);
    angle = Math.max(angle, a);
  }
  working.rotations.set(present.rotations);
  working.slides.set(present.slides);
  working.root.set(present.root);
  settle(ws);
  return {
    status: best.status,
    pose,
    residuals,
    distance,
    angle,
    iterations: search.iterations,
    updates: ws.updates,
    limited: limitedJoints(mechanism.skeleton, pose),
    broughtIn: start.broughtIn,
    start: { kind: best.kind, index: best.index },
  };
}
