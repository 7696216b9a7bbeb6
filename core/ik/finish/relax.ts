import type { Pose } from '../../skeleton/pose.ts';
import { farthestTurn } from '../mechanism/configuration.ts';
import { finishStep } from './finish.ts';
import { beginFinish, type Finish } from './finish-state.ts';
import { listFreedoms } from './freedoms.ts';
import { writeColumns } from './linearize.ts';
import { solveTowards } from './nearest-step.ts';
import { createReference, loadReference, writeDeviation, type Reference } from './reference.ts';
import { takeStep } from './take-step.ts';
import { createSavedState, restoreState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { isReached, settle, type Workspace } from '../mechanism/workspace.ts';

/** Radians (or metres): a step in which no freedom would move further ends the relaxation. */
const CONVERGED = 2e-4;
/**
 * Radians that a joint may stand away from where it was when the pose came in; more where reaching the goals has turned one further, in this proportion.
 * Where the nearest pose leaps (it is one of several, and another becomes nearer), the joints go over to it little by little as the target moves on.
 */
const ROOM = 0.15;
const DETOUR = 1.25;
/** Radians that one freedom may move in one step, and below which it is not worth trying again. */
const TRUST = 1;
const LEAST_STEP = 2e-5;
/** Share of what a step promises to gain that it must gain at least: one that overshoots gains less. */
const WORTHWHILE = 0.25;
/** Corrector steps that bring the goals back. */
const CORRECTIONS = 6;
/** Square metres of weighted errors that count as none. */
const EXACT = 1e-10;
/** Bounds of the pace. */
const SLOWEST = 0.1;
const FASTEST = 8;

/**
 * Goes from a pose that meets the goals to the nearest one to a reference that does: minimise D = Σ d² / w over the deviations d of the
 * freedoms from the reference (w their mobilities), with the goals' errors r = 0.
 *
 * Each step takes the optimum of the linearised problem (sequential quadratic programming): δ = d + W Jᵀ y, (J W Jᵀ) y = r − J d, freedoms that
 * would leave their range left out. The curvature that this neglects makes steps overshoot or crawl; the pace ω that multiplies them follows
 * from how two steps in a row differ (Irons and Tuck 1969, a vector form of Aitken's Δ²). A step counts when it lowers the Lagrangian D + 2 y·r.
 */
export interface Relaxation {
  readonly reference: Reference;
  /** Of each freedom, radians or metres. */
  readonly deviation: Float64Array;
  /** The last step, before its pace, and for how many freedoms it was made. */
  readonly last: Float64Array;
  lastCount: number;
  pace: number;
  /** y: what the goals' errors cost. */
  multipliers: Float64Array;
  /** The rotations that came in, and radians that a joint may turn away from there. */
  readonly origin: Float64Array;
  room: number;
  /** Where a step began. */
  readonly saved: SavedState;
}

/** Scratch for a skeleton of `count` joints. */
export function createRelaxation(count: number): Relaxation {
  return {
    reference: createReference(count),
    deviation: new Float64Array(3 * count + 3),
    last: new Float64Array(3 * count + 3),
    lastCount: 0,
    pace: 1,
    multipliers: new Float64Array(24),
    origin: new Float64Array(4 * count),
    room: 0,
    saved: createSavedState(count),
  };
}

/**
 * Begins to relax the present configuration, which the goals brought here from the rotations `from`; it `mayLeap` when they leapt. What the
 * tolerances have left of the errors is brought to nothing first: near full stretch a millimetre is many degrees.
 */
export function beginRelaxation(
  relaxation: Relaxation,
  finish: Finish,
  ws: Workspace,
  reference: Pose,
  from: Float64Array,
  rootLength: number,
  mayLeap: boolean,
): void {
  beginFinish(finish);
  for (let i = 0; i < CORRECTIONS && ws.cost > EXACT; i++) if (!finishStep(finish, ws, null, rootLength)) break;
  loadReference(relaxation.reference, ws.mechanism, reference);
  if (3 * ws.task.count > relaxation.multipliers.length) relaxation.multipliers = new Float64Array(6 * ws.task.count);
  relaxation.origin.set(from);
  relaxation.room = mayLeap ? Infinity : Math.max(ROOM, DETOUR * farthestTurn(from, ws.now.rotations));
  relaxation.lastCount = -1;
  relaxation.pace = 1;
}

/**
 * One step, with the goals of rank 0 to `rank` held. False when the pose is the nearest, or no step leads nearer. World transforms, effectors and
 * cost are up to date before and after.
 */
export function relax(relaxation: Relaxation, finish: Finish, ws: Workspace, rank: number, rootLength: number): boolean {
  const { now } = ws;
  const { freedoms } = finish;
  const { last } = relaxation;
  const turned = farthestTurn(relaxation.origin, now.rotations);
  const room = Math.max(relaxation.room, turned);
  listFreedoms(freedoms, ws, null, rootLength);
  const size = writeColumns(finish, ws);
  const distance = deviate(relaxation, finish, ws);
  const longest = solveTowards(relaxation.deviation, finish, ws, size);
  if (longest < CONVERGED) return false;
  setPace(relaxation, finish);
  for (let row = 0; row < size; row++) relaxation.multipliers[row] = finish.solution[row]!;
  const before = distance + costOfErrors(relaxation, finish, ws);
  const promised = decreaseOf(relaxation, finish) + before - distance;
  saveState(relaxation.saved, ws);
  while (relaxation.pace * longest > LEAST_STEP) {
    relaxation.pace = Math.min(relaxation.pace, Math.min(TRUST, ws.maxStep, room + turned) / longest);
    const { pace } = relaxation;
    takeStep(freedoms, ws, pace);
    settle(ws);
    beginFinish(finish);
    for (let i = 0; i < CORRECTIONS && !isReached(ws, rank); i++) if (!finishStep(finish, ws, null, rootLength)) break;
    const held = isReached(ws, rank) && farthestTurn(relaxation.origin, now.rotations) <= room;
    listFreedoms(freedoms, ws, null, rootLength);
    const gained = before - deviate(relaxation, finish, ws) - costOfErrors(relaxation, finish, ws);
    if (held && gained > WORTHWHILE * promised * Math.max(0, pace * (2 - pace))) return true;
    restoreState(ws, relaxation.saved);
    settle(ws);
    listFreedoms(freedoms, ws, null, rootLength);
    for (let d = 0; d < freedoms.count; d++) freedoms.step[d] = last[d]!;
    // Along the step the gain is promised (2 ω − κ ω²), with κ = 1 for what was promised: its best is at 1/κ.
    const best = promised > 0 ? (pace * pace) / (2 * pace - gained / promised) : 0;
    relaxation.pace = Math.min(pace / 2, Math.max(pace / 8, best));
  }
  return false;
}

function deviate({ reference, deviation }: Relaxation, finish: Finish, ws: Workspace): number {
  return writeDeviation(reference, ws.mechanism, ws.now, finish.freedoms, deviation);
}

/** ω ← −ω (s · (s′ − s)) / |s′ − s|², over the last step s and the present one s′, which becomes the last. */
function setPace(relaxation: Relaxation, { freedoms }: Finish): void {
  const { last } = relaxation;
  const { step, mobility, count } = freedoms;
  if (relaxation.lastCount === count) {
    let product = 0;
    let square = 0;
    for (let d = 0; d < count; d++) {
      const change = step[d]! - last[d]!;
      product += (last[d]! * change) / mobility[d]!;
      square += (change * change) / mobility[d]!;
    }
    relaxation.pace = square > 0 ? Math.min(FASTEST, Math.max(SLOWEST, (-relaxation.pace * product) / square)) : 1;
  }
  for (let d = 0; d < count; d++) last[d] = step[d]!;
  relaxation.lastCount = count;
}

/** Decrease of D by the whole step. */
function decreaseOf({ deviation }: Relaxation, { freedoms }: Finish): number {
  const { step, mobility, count } = freedoms;
  let sum = 0;
  for (let d = 0; d < count; d++) sum += (step[d]! * (2 * deviation[d]! - step[d]!)) / mobility[d]!;
  return sum;
}

/** 2 y·r. */
function costOfErrors({ multipliers }: Relaxation, finish: Finish, { task, effectors }: Workspace): number {
  let sum = 0;
  for (let g = 0; g < task.count; g++) {
    const row = finish.rows[g]!;
    if (row < 0) continue;
    for (let i = 0; i < 3; i++) sum += multipliers[row + i]! * finish.roots[g]! * effectors.errors[3 * g + i]!;
  }
  return 2 * sum;
}
