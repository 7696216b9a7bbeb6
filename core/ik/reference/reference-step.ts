import type { Pose } from '../../skeleton/pose.ts';
import { refinementStep } from '../refinement/refinement-step.ts';
import { beginCorrections, type Refinement } from '../refinement/refinement-state.ts';
import { listFreedoms } from '../jacobian/freedoms.ts';
import { writeColumns } from '../jacobian/linearize.ts';
import { measureLongest, takeStep } from '../jacobian/take-step.ts';
import { createSavedState, restoreState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { areRanksReached, measureTurn, refresh, type Workspace } from '../mechanism/workspace.ts';
import { createCurvature, curveStep, type Curvature } from './curved-step.ts';
import { solveTowards } from './nearest-step.ts';
import { createReference, loadReference, writeDeviation, type Reference } from './reference.ts';

/**
 * Radians (or metres): a step in which no freedom would move further ends the descent; and a longer one where the pose that came in meets the goals,
 * so that it stays as it is.
 */
const CONVERGED = 2e-4;
const STILL = 6e-3;
/**
 * Radians that a joint may stand away from where it was when the pose came in; more where reaching the goals has turned one further, in this
 * proportion. Where the nearest pose jumps (it is one of several, and another becomes nearer), the joints go over to it little by little as the
 * target moves on.
 */
const ROOM = 0.15;
const DETOUR = 1.2;
/** Radians that one freedom may move in one step, and below which it is not worth trying again. */
const TRUST = 1;
const LEAST_STEP = 2e-5;
/** Share of what a step promises to gain that it must gain at least: one that overshoots gains less. */
const WORTHWHILE = 0.25;
/** Corrector steps that bring the goals back. */
const CORRECTIONS = 6;
/** Radians (or metres): a step that is that short, and leaves less than so much to go, is the last. */
const SHORT = 0.1;
const LITTLE = 7e-3;

/**
 * Goes to the nearest pose to a reference that meets the goals: minimise D = Σ d² / w over the deviations d of the freedoms from the reference (w
 * their mobilities), with the goals' errors r = 0.
 *
 * Each step takes the optimum of the linearised problem (sequential quadratic programming): δ = d + W Jᵀ y, (J W Jᵀ) y = r − J d, freedoms that
 * would leave their range left out; then the arcs of the effectors are taken into account (`curved-step.ts`). A backtracking line search shortens the
 * step until it lowers the Lagrangian D + 2 y·r, or brings goals within their tolerances that were not.
 */
export interface ReferenceDescent {
  readonly reference: Reference;
  readonly curvature: Curvature;
  /** Whether steps take the arcs of the effectors into account. */
  readonly usesCurvature: boolean;
  /** Of each freedom, radians or metres: from where it should stand, and the step to take. */
  readonly deviation: Float64Array;
  readonly step: Float64Array;
  /** y: what the goals' errors cost. */
  multipliers: Float64Array;
  /** The rotations that came in, and radians that a joint may turn away from there. */
  readonly origin: Float64Array;
  room: number;
  /** Whether nothing has moved since the pose came in. */
  isFresh: boolean;
  /** Where a step began. */
  readonly saved: SavedState;
}

/** Scratch for a skeleton of `count` joints. */
export function createReferenceDescent(count: number, usesCurvature: boolean): ReferenceDescent {
  return {
    reference: createReference(count),
    curvature: createCurvature(count),
    usesCurvature,
    // A number more than there are freedoms: see `writeDeviation`.
    deviation: new Float64Array(3 * count + 4),
    step: new Float64Array(3 * count + 3),
    multipliers: new Float64Array(24),
    origin: new Float64Array(4 * count),
    room: 0,
    isFresh: false,
    saved: createSavedState(count),
  };
}

/**
 * Begins the way from the present configuration, which the goals brought here from the rotations `from`; it `mayJump` when they are far, and is
 * `isFresh` when nothing has moved since.
 */
export function beginReferenceSteps(
  descent: ReferenceDescent,
  ws: Workspace,
  reference: Pose,
  from: Float64Array,
  mayJump: boolean,
  isFresh: boolean,
): void {
  descent.isFresh = isFresh;
  loadReference(descent.reference, ws.mechanism, reference);
  if (3 * ws.task.count > descent.multipliers.length) descent.multipliers = new Float64Array(6 * ws.task.count);
  descent.origin.set(from);
  measureTurn(ws, from);
  descent.room = mayJump ? Infinity : Math.max(ROOM, DETOUR * ws.measured);
}

/**
 * One step, with the goals of rank 0 to `rank` held, or brought within their tolerances. False when the pose is the nearest, or no step leads nearer.
 * World transforms, effectors and cost are up to date before and after.
 */
export function referenceStep(descent: ReferenceDescent, refinement: Refinement, ws: Workspace, rank: number): boolean {
  const { freedoms } = refinement;
  const { deviation, step, curvature } = descent;
  measureTurn(ws, descent.origin);
  const turned = ws.measured;
  const room = Math.max(descent.room, turned);
  listFreedoms(freedoms, ws, null);
  const size = writeColumns(refinement, ws);
  deviate(descent, refinement, ws);
  const { distance } = descent.reference;
  solveTowards(deviation, refinement, ws, size);
  for (let row = 0; row < size; row++) descent.multipliers[row] = refinement.solution[row]!;
  const meets = areRanksReached(ws, rank);
  measureErrorCost(descent, refinement, ws);
  const before = distance + ws.measured;
  measureDecrease(descent, refinement, ws);
  const linear = ws.measured + before - distance;
  curvature.left = Infinity;
  if (descent.usesCurvature) curveStep(curvature, deviation, refinement, ws, size);
  const { left } = curvature;
  const promised = linear + curvature.gain;
  measureLongest(freedoms);
  const { longest } = freedoms;
  if (meets && longest < (descent.isFresh ? STILL : CONVERGED)) return false;
  descent.isFresh = false;
  for (let d = 0; d < freedoms.count; d++) step[d] = freedoms.step[d]!;
  saveState(descent.saved, ws);
  let fraction = Math.min(1, Math.min(TRUST, ws.maxStep, room + turned) / longest);
  while (fraction * longest > LEAST_STEP) {
    freedoms.factor = fraction;
    takeStep(freedoms, ws);
    refresh(ws);
    measureTurn(ws, descent.origin);
    if (fraction === 1 && longest < SHORT && left < LITTLE && areRanksReached(ws, rank) && ws.measured <= room) return false;
    beginCorrections(refinement);
    for (let i = 0; i < CORRECTIONS && !areRanksReached(ws, rank); i++) if (!refinementStep(refinement, ws, null)) break;
    measureTurn(ws, descent.origin);
    const isHeld = areRanksReached(ws, rank) && ws.measured <= room;
    if (isHeld && !meets) return true;
    listFreedoms(freedoms, ws, null);
    deviate(descent, refinement, ws);
    measureErrorCost(descent, refinement, ws);
    const gained = before - descent.reference.distance - ws.measured;
    if (isHeld && gained > WORTHWHILE * promised * fraction * (2 - fraction)) return true;
    restoreState(ws, descent.saved);
    refresh(ws);
    listFreedoms(freedoms, ws, null);
    for (let d = 0; d < freedoms.count; d++) freedoms.step[d] = step[d]!;
    // Along the step the gain is promised (2 ω − κ ω²), with κ = 1 for what was promised: its best is at 1/κ.
    const best = promised > 0 ? (fraction * fraction) / (2 * fraction - gained / promised) : 0;
    fraction = Math.min(fraction / 2, Math.max(fraction / 8, best));
  }
  return false;
}

function deviate({ reference, deviation }: ReferenceDescent, refinement: Refinement, ws: Workspace): void {
  writeDeviation(reference, ws.mechanism, ws.now, refinement.freedoms, deviation);
}

/** Measures the decrease of D by the whole step. */
function measureDecrease({ deviation }: ReferenceDescent, { freedoms }: Refinement, ws: Workspace): void {
  const { step, mobility, count } = freedoms;
  let sum = 0;
  for (let d = 0; d < count; d++) sum += (step[d]! * (2 * deviation[d]! - step[d]!)) / mobility[d]!;
  ws.measured = sum;
}

/** Measures 2 y·r. */
function measureErrorCost({ multipliers }: ReferenceDescent, refinement: Refinement, ws: Workspace): void {
  const { task, effectors } = ws;
  let sum = 0;
  for (let g = 0; g < task.count; g++) {
    const row = refinement.rows[g]!;
    if (row < 0) continue;
    for (let i = 0; i < 3; i++) sum += multipliers[row + i]! * refinement.roots[g]! * effectors.errors[3 * g + i]!;
  }
  ws.measured = 2 * sum;
}
