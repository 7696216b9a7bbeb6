import { cos, sin } from '../../math/elementary.ts';
import { substitute } from '../../math/cholesky.ts';
import { KIND_FREE } from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { writeBends } from './bends.ts';
import { multiplyBranches } from './branch-products.ts';
import { combineColumns, multiplyColumns } from './column-products.ts';
import type { Finish } from './finish-state.ts';
import { boundaryCurvature, isAcross } from './nearest-step.ts';

/** Corrections of one step. */
const MOST_CORRECTIONS = 6;
/** A correction below this share of the step is taken whole; such corrections would go on as a geometric series. */
const SLIGHT = 0.4;
/** Corrections go on while they are above this share of the step. */
const ENOUGH = 0.1;

/** Scratch of {@link curveStep}. */
export interface Curvature {
  /** Of each freedom: the derivative of the Lagrangian, the way to go, how the derivative changes along it, and how the cone's boundary adds to that. */
  readonly gradient: Float64Array;
  readonly direction: Float64Array;
  readonly change: Float64Array;
  readonly boundary: Float64Array;
  multipliers: Float64Array;
  right: Float64Array;
  /** By how much the last step lowers what the linear step would leave, in the units of Σ d² / w; negative when the curvature makes it more. */
  gain: number;
}

/** Scratch for a skeleton of `count` joints. */
export function createCurvature(count: number): Curvature {
  const most = 3 * count + 3;
  return {
    gradient: new Float64Array(most),
    direction: new Float64Array(most),
    change: new Float64Array(most),
    boundary: new Float64Array(most),
    multipliers: new Float64Array(24),
    right: new Float64Array(24),
    gain: 0,
  };
}

/**
 * Makes Newton's step of the step that `solveTowards` has found for the linearised goals: minimises δᵀ (W⁻¹ + S) δ / 2 − dᵀ W⁻¹ δ with J δ = r, where
 * S = −Σ y ∇²e is what the arcs of the effectors add, and the boundaries of cones. Conjugate gradients among the steps with J δ = 0, with what
 * is factored already as preconditioner (Gould, Hribar and Nocedal 2001); they end where the curvature is not positive (Steihaug 1983).
 *
 * Returns an estimate of what the step leaves to go, radians (or metres) over all freedoms together; Infinity where it cannot be told.
 */
export function curveStep(c: Curvature, deviation: Float64Array, finish: Finish, ws: Workspace, size: number): number {
  const { freedoms, used, factor } = finish;
  const { step, count } = freedoms;
  const { gradient, direction, change, boundary } = c;
  if (size > c.right.length) {
    c.right = new Float64Array(2 * size);
    c.multipliers = new Float64Array(2 * size);
  }
  const { right, multipliers } = c;
  writeBends(finish, ws, size, finish.solution, false);
  writeBoundary(boundary, deviation, finish, ws);
  multiplyCurvature(c, deviation, finish, ws, step, gradient);
  c.gain = 0;
  for (let d = 0; d < count; d++) c.gain -= step[d]! * gradient[d]!;
  let former = 0;
  for (let correction = 0; correction < MOST_CORRECTIONS; correction++) {
    // The derivative's part along which the goals hold, in the metric of the mobilities.
    for (let d = 0; d < count; d++) change[d] = used[d]! * gradient[d]!;
    right.fill(0, 0, size);
    combineColumns(finish, size, change, right);
    substitute(factor, right, multipliers, size);
    multiplyColumns(finish, size, multipliers, change);
    let square = 0;
    for (let d = 0; d < count; d++) {
      change[d] = used[d]! * (change[d]! - gradient[d]!);
      square -= change[d]! * gradient[d]!;
    }
    if (!(square > 0)) return 0;
    const kept = correction === 0 ? 0 : square / former;
    former = square;
    for (let d = 0; d < count; d++) direction[d] = change[d]! + kept * direction[d]!;
    const length = lengthOf(direction, count);
    const share = length / lengthOf(step, count);
    if (share < SLIGHT) {
      for (let d = 0; d < count; d++) step[d]! += direction[d]!;
      c.gain += square;
      return (share * length) / (1 - share);
    }
    multiplyCurvature(c, deviation, finish, ws, direction, change);
    let curvature = 0;
    for (let d = 0; d < count; d++) {
      if (used[d] === 0) continue;
      change[d]! += direction[d]! / used[d]!;
      curvature += direction[d]! * change[d]!;
    }
    if (!(curvature > 0)) return Infinity;
    const part = square / curvature;
    for (let d = 0; d < count; d++) {
      step[d]! += part * direction[d]!;
      gradient[d]! += part * change[d]!;
    }
    c.gain += part * square;
    if (part * share < ENOUGH) return part * part * share * length;
  }
  return Infinity;
}

function lengthOf(v: Float64Array, count: number): number {
  let square = 0;
  for (let d = 0; d < count; d++) square += v[d]! * v[d]!;
  return Math.sqrt(square);
}

/** into = S · v for the freedoms that take part, 0 for the others. */
function multiplyCurvature(
  c: Curvature,
  deviation: Float64Array,
  finish: Finish,
  ws: Workspace,
  v: Float64Array,
  into: Float64Array,
): void {
  const { newton, freedoms, used } = finish;
  multiplyBranches(newton, v);
  for (let d = 0; d < freedoms.count; d++) into[d] = used[d] === 0 ? 0 : c.boundary[d]! * v[d]! + newton.product[d]!;
  const { kinds } = ws.mechanism.limits;
  for (let d = 0; d + 2 < freedoms.count; d++) {
    const j = freedoms.joints[d]!;
    if (j < 0 || kinds[j] !== KIND_FREE) continue;
    addBallCurvature(deviation, v, freedoms.mobility[d]!, into, d);
    d += 2;
  }
}

/**
 * A ball that is turned by θ from where it should be: half of |log|² has the second derivatives 1 along the axis and (θ/2) cot(θ/2) across it,
 * of which the mobility holds the 1 already.
 */
function addBallCurvature(deviation: Float64Array, v: Float64Array, mobility: number, into: Float64Array, d: number): void {
  const x = deviation[d]!;
  const y = deviation[d + 1]!;
  const z = deviation[d + 2]!;
  const square = x * x + y * y + z * z;
  if (square < 1e-8) return;
  const half = Math.sqrt(square) / 2;
  const across = ((half * cos(half)) / sin(half) - 1) / mobility;
  const share = (x * v[d]! + y * v[d + 1]! + z * v[d + 2]!) / square;
  into[d]! += across * (v[d]! - share * x);
  into[d + 1]! += across * (v[d + 1]! - share * y);
  into[d + 2]! += across * (v[d + 2]! - share * z);
}

/** What boundaries add to the curvature along them beyond what the mobilities in use hold of it already. */
function writeBoundary(boundary: Float64Array, deviation: Float64Array, finish: Finish, ws: Workspace): void {
  const { freedoms, used, newton } = finish;
  const { mobility, blocked, count } = freedoms;
  for (let d = 0; d < count; d++) boundary[d] = 0;
  for (let d = 0; d < count; d++) {
    if (used[d] !== 0 || blocked[d] === 0 || !isAcross(freedoms, ws, d) || used[d + 1] === 0) continue;
    const pressed = Math.abs(deviation[d]! / mobility[d]! + newton.pulls[d]!);
    boundary[d + 1] = pressed * boundaryCurvature(freedoms, ws, d) - 1 / used[d + 1]! + 1 / mobility[d + 1]!;
  }
}
