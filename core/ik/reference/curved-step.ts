import { substitute } from '../../math/cholesky.ts';
import { cos, sin } from '../../math/elementary.ts';
import { KIND_CONE, KIND_FREE } from '../../skeleton/limit-table.ts';
import type { Refinement } from '../refinement/refinement-state.ts';
import { writeBoundaryCurvature } from '../jacobian/cone-boundary.ts';
import { BLOCKED_DOWN, BLOCKED_UP } from '../jacobian/ends.ts';
import { combineColumns, multiplyColumns } from '../jacobian/jacobian-products.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { multiplyBranches } from '../newton/branch-products.ts';
import { writeHessian } from '../newton/hessian.ts';

/** Corrections of one step. */
const MOST_CORRECTIONS = 8;
/**
 * A correction is taken whole, and is the last, where it is less than this share of the step and, with all that may follow, less than so many radians
 * (or metres).
 */
const SLIGHT = 0.4;
const FINE = 2e-3;

/** Scratch of {@link curveStep}. */
export interface Curvature {
  /** Of each freedom: the derivative of the Lagrangian, the way to go, and how the derivative changes along it. */
  readonly gradient: Float64Array;
  readonly direction: Float64Array;
  readonly change: Float64Array;
  /** Of each freedom: the derivative along which it still would go, were it free to. */
  readonly toward: Float64Array;
  multipliers: Float64Array;
  right: Float64Array;
  /** By how much the last step lowers what the linear step would leave, in the units of Σ d² / w; negative when the curvature makes it more. */
  gain: number;
  /**
   * An estimate of what the last step leaves to go, radians (or metres) over all freedoms together; Infinity where it cannot be told, or where a freedom
   * that stands on an end is to leave it.
   */
  left: number;
}

/** Scratch for a skeleton of `count` joints. */
export function createCurvature(count: number): Curvature {
  const most = 3 * count + 3;
  return {
    gradient: new Float64Array(most),
    direction: new Float64Array(most),
    change: new Float64Array(most),
    toward: new Float64Array(most),
    multipliers: new Float64Array(24),
    right: new Float64Array(24),
    gain: 0,
    left: Infinity,
  };
}

/**
 * Makes Newton's step of the step that `solveTowards` has found for the linearised goals: minimises δᵀ (W⁻¹ + S) δ / 2 − dᵀ W⁻¹ δ with J δ = r, where
 * S = −Σ y ∇²e is what the arcs of the effectors add, and the boundaries of cones. Conjugate gradients among the steps with J δ = 0, with what
 * is factored already as preconditioner (Gould, Hribar and Nocedal 2001); they end where the curvature is not positive (Steihaug 1983).
 */
export function curveStep(c: Curvature, deviation: Float64Array, refinement: Refinement, ws: Workspace, size: number): void {
  const { freedoms, used, newton } = refinement;
  const { step, count } = freedoms;
  const { gradient, direction, change } = c;
  writeHessian(refinement, ws, size, refinement.solution, false);
  addDeviationHessian(deviation, refinement, ws);
  multiplyBranches(newton, step);
  c.gain = 0;
  c.left = Infinity;
  for (let d = 0; d < count; d++) {
    gradient[d] = newton.product[d]!;
    c.gain -= step[d]! * gradient[d]!;
  }
  let former = 0;
  // The inverse of the least curvature on the way so far: where the goals leave a joint nearly free, far more is to go than the slope shows.
  let softest = 1;
  for (let correction = 0; correction < MOST_CORRECTIONS; correction++) {
    project(c, refinement, size);
    let square = 0;
    for (let d = 0; d < count; d++) square -= change[d]! * gradient[d]!;
    if (!(square > 0)) {
      c.left = 0;
      return;
    }
    const kept = correction === 0 ? 0 : square / former;
    former = square;
    let ahead = 0;
    let whole = 0;
    for (let d = 0; d < count; d++) {
      direction[d] = change[d]! + kept * direction[d]!;
      ahead += direction[d]! ** 2;
      whole += step[d]! ** 2;
    }
    const length = Math.sqrt(ahead);
    const share = length / Math.sqrt(whole);
    if (share < SLIGHT && length * softest < FINE) {
      for (let d = 0; d < count; d++) step[d]! += direction[d]!;
      c.gain += square;
      if (!leavesEnd(c, deviation, refinement)) c.left = length * softest;
      return;
    }
    multiplyBranches(newton, direction);
    let curvature = 0;
    for (let d = 0; d < count; d++) {
      change[d] = newton.product[d]! + (used[d] === 0 ? 0 : direction[d]! / used[d]!);
      curvature += direction[d]! * change[d]!;
    }
    if (!(curvature > 0)) return;
    const part = square / curvature;
    softest = Math.max(softest, part);
    for (let d = 0; d < count; d++) {
      step[d]! += part * direction[d]!;
      gradient[d]! += part * change[d]!;
    }
    c.gain += part * square;
  }
}

/** Writes to `change` the steepest way down along which the goals hold, in the metric of the mobilities. */
function project(c: Curvature, refinement: Refinement, size: number): void {
  const { freedoms, used, factor } = refinement;
  const { gradient, change, toward } = c;
  if (size > c.right.length) {
    c.right = new Float64Array(2 * size);
    c.multipliers = new Float64Array(2 * size);
  }
  for (let d = 0; d < freedoms.count; d++) change[d] = used[d]! * gradient[d]!;
  for (let row = 0; row < size; row++) c.right[row] = 0;
  combineColumns(refinement, size, change, c.right);
  substitute(factor, c.right, c.multipliers, size);
  multiplyColumns(refinement, size, c.multipliers, change);
  for (let d = 0; d < freedoms.count; d++) {
    toward[d] = change[d]! - gradient[d]!;
    change[d] = used[d]! * toward[d]!;
  }
}

/**
 * Whether a freedom that was left out at its end would, with the curvature, go inward: then it has to take part, in a step from where this one leads.
 */
function leavesEnd({ toward }: Curvature, deviation: Float64Array, { freedoms, used, newton }: Refinement): boolean {
  const { blocked, mobility, count } = freedoms;
  for (let d = 0; d < count; d++) {
    if (used[d] !== 0 || blocked[d] === 0) continue;
    const way = deviation[d]! / mobility[d]! + newton.jointForces[d]! + toward[d]!;
    if (way !== 0 && (blocked[d]! & (way > 0 ? BLOCKED_UP : BLOCKED_DOWN)) === 0) return true;
  }
  return false;
}

/**
 * Adds to the second derivatives by the freedoms of each joint what its own deviation adds to them, beyond what the mobilities in use hold already.
 */
function addDeviationHessian(deviation: Float64Array, refinement: Refinement, ws: Workspace): void {
  const { freedoms } = refinement;
  const { kinds } = ws.mechanism.limits;
  for (let group = 0; group < freedoms.groups; group++) {
    const d = freedoms.starts[group]!;
    const j = freedoms.joints[d]!;
    if (j < 0) continue;
    if (kinds[j] === KIND_FREE) addBall(deviation, refinement, group, d);
    else if (kinds[j] === KIND_CONE && freedoms.blocked[d] !== 0) addBoundary(deviation, refinement, ws, group, d);
  }
}

/**
 * A ball that is turned by θ from where it should be: half of |log|² has the second derivatives 1 along the axis and (θ/2) cot(θ/2) across it,
 * of which the mobility holds the 1 already.
 */
function addBall(deviation: Float64Array, { newton, freedoms }: Refinement, group: number, d: number): void {
  const { blocks } = newton;
  const x = deviation[d]!;
  const y = deviation[d + 1]!;
  const z = deviation[d + 2]!;
  const square = x * x + y * y + z * z;
  if (square < 1e-8) return;
  const half = Math.sqrt(square) / 2;
  const across = ((half * cos(half)) / sin(half) - 1) / freedoms.mobility[d]!;
  const share = across / square;
  const at = 9 * group;
  blocks[at]! += across - share * x * x;
  blocks[at + 3]! -= share * x * y;
  blocks[at + 4]! += across - share * y * y;
  blocks[at + 6]! -= share * x * z;
  blocks[at + 7]! -= share * y * z;
  blocks[at + 8]! += across - share * z * z;
}

/** A swing that is pressed against its cone, whose boundary curves back under a step along it. */
function addBoundary(
  deviation: Float64Array,
  { newton, freedoms, used }: Refinement,
  ws: Workspace,
  group: number,
  d: number,
): void {
  const { mobility } = freedoms;
  if (used[d] !== 0 || used[d + 1] === 0) return;
  const pressed = Math.abs(deviation[d]! / mobility[d]! + newton.jointForces[d]!);
  writeBoundaryCurvature(freedoms, ws, d, ws.clamp);
  newton.blocks[9 * group + 4]! += pressed * ws.clamp[0]! - 1 / used[d + 1]! + 1 / mobility[d + 1]!;
}
