import * as T from '../../skeleton/limit-table.ts';
import { isAcross, writeBoundaryCurvature, writeOutward } from '../jacobian/cone-boundary.ts';
import { multiplyColumns } from '../jacobian/jacobian-products.ts';
import { MOST_DAMPING, TIGHTEN } from '../jacobian/linear-system.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { solveBranches } from './branches.ts';
import { multiplyHessian } from './closures.ts';
import { needsDense, solveDense } from './dense-hessian.ts';
import { writeHessian } from './hessian.ts';
import type { NewtonSystem } from './newton-state.ts';
import { writeAngle } from '../../math/elementary.ts';
import { BLOCKED_DOWN, BLOCKED_UP } from '../jacobian/ends.ts';
import { CONE_STRIDE, type Freedoms } from '../jacobian/freedoms.ts';

/** Times a step is solved again with further freedoms stopped at their ends. */
const PROJECTIONS = 4;

/**
 * Writes what {@link solveNewton} needs to know about half the cost: its slopes Jᵀ r and its Hessian. The linear system is written. Accepted
 * residuals exert no force, but always count in the Hessian; errors count there only with `usesErrorCurvature`.
 */
export function prepareNewton(system: NewtonSystem, ws: Workspace, size: number, usesErrorCurvature: boolean): void {
  const { newton, rows, roots, right } = system;
  const { task, effectors } = ws;
  if (size > newton.forces.length) newton.forces = new Float64Array(2 * size);
  const { forces } = newton;
  for (let g = 0; g < task.count; g++) {
    const row = rows[g]!;
    if (row < 0) continue;
    for (let i = 0; i < 3; i++) {
      forces[row + i] = roots[g]! * effectors.accepted[3 * g + i]! + (usesErrorCurvature ? right[row + i]! : 0);
    }
  }
  multiplyColumns(system, size, right, newton.slopes);
  multiplyColumns(system, size, forces, newton.jointForces);
  writeHessian(system, ws, size, forces, true);
}

/**
 * Newton's step δ for errors r that cannot vanish: (H + λ / w) δ = Jᵀ r, with the exact Hessian H that {@link prepareNewton} has written, the
 * freedoms' mobilities w, and λ the system's damping times its cost, raised as far as it takes to make H + λ / w positive definite. Writes
 * `freedoms.step`, and what it promises.
 *
 * A freedom whose step goes further than its limit stops there, and the step is solved again for the others. Where a swing is pressed against its
 * cone with s, the boundary of curvature κ curves back under a step t along it, which costs s κ t².
 */
export function solveNewton(system: NewtonSystem, ws: Workspace): void {
  const { newton, freedoms } = system;
  const { mobility, step, count } = freedoms;
  const { downs, ups, slopes, shifts, product } = newton;
  writeBounds(freedoms, ws, downs, ups);
  system.promised = 0;
  while (!solveWithin(system, ws)) {
    if (system.damping > MOST_DAMPING) return;
    system.damping *= TIGHTEN;
  }
  // |r|² decreases by 2 δ·Jᵀr − δ·Hδ.
  multiplyHessian(system, step);
  let promised = 0;
  for (let d = 0; d < count; d++) {
    const bend = shifts[d]! - (system.damping * system.cost) / mobility[d]!;
    promised += step[d]! * (2 * slopes[d]! - product[d]! - bend * step[d]!);
  }
  system.promised = promised;
}

/** Solves for the step inside the limits; false when that is not enough of the damping. */
function solveWithin(system: NewtonSystem, ws: Workspace): boolean {
  const { newton, freedoms } = system;
  const { mobility, step, count } = freedoms;
  const { jointForces, slopes, downs, ups, used, shifts, wanted, solution, product } = newton;
  const isDense = needsDense(system);
  const lambda = system.damping * system.cost;
  for (let d = 0; d < count; d++) {
    step[d] = 0;
    shifts[d] = lambda / mobility[d]!;
    wanted[d] = slopes[d]!;
    used[d] = 1;
  }
  for (let d = 0; d < count; d++) if ((jointForces[d]! > 0 ? ups[d] : downs[d]) === 0) stop(system, ws, d, jointForces);
  for (let projection = 0; ; projection++) {
    if (!(isDense ? solveDense(system) : solveBranches(newton))) return false;
    let stops = false;
    let moves = false;
    for (let d = 0; d < count; d++) {
      if (used[d] === 0) continue;
      step[d] = Math.max(-downs[d]!, Math.min(ups[d]!, solution[d]!));
      if (step[d] === solution[d]! || projection === PROJECTIONS) continue;
      stop(system, ws, d, wanted);
      stops = true;
      if (step[d] !== 0) moves = true;
    }
    if (!stops) return true;
    if (!moves) continue;
    for (let d = 0; d < count; d++) solution[d] = used[d] === 1 ? 0 : step[d]!;
    multiplyHessian(system, solution);
    for (let d = 0; d < count; d++) wanted[d] = slopes[d]! - product[d]!;
  }
}

/** Lets a freedom step no further than it does, which the others take as given; pressed against a cone, it bends the way along it. */
function stop({ newton, freedoms }: NewtonSystem, ws: Workspace, d: number, pressures: Float64Array): void {
  newton.used[d] = 0;
  const pressed = pressures[d]!;
  if (!(pressed > 0 && isAcross(freedoms, ws, d))) return;
  writeBoundaryCurvature(freedoms, ws, d, ws.clamp);
  newton.shifts[d + 1]! += pressed * ws.clamp[0]!;
}

/**
 * Writes how far each listed freedom may go down and up before its limit ends, radians or metres; infinity where it has no end. A swing has one
 * outward only, along its first freedom.
 */
export function writeBounds(freedoms: Freedoms, ws: Workspace, downs: Float64Array, ups: Float64Array): void {
  const { joints, blocked, cones, count, groups, starts } = freedoms;
  const { mechanism, now } = ws;
  const { kinds, numbers } = mechanism.limits;
  for (let d = 0; d < count; d++) {
    downs[d] = Infinity;
    ups[d] = Infinity;
  }
  for (let group = 0; group < groups; group++) {
    const d = starts[group]!;
    const j = joints[d]!;
    if (j < 0) continue;
    const row = T.LIMIT_STRIDE * j;
    const kind = kinds[j]!;
    if (kind === T.KIND_SLIDE) {
      ups[d] = numbers[row + T.TWIST_MIDDLE]! + numbers[row + T.TWIST_HALF]! - now.slides[j]!;
      downs[d] = 2 * numbers[row + T.TWIST_HALF]! - ups[d];
    } else if (kind === T.KIND_HINGE) writeTwistBounds(numbers, row, now.rotations, 4 * j + 2, d, downs, ups, ws.clamp);
    else if (kind === T.KIND_CONE) {
      writeOutward(numbers, row, cones, CONE_STRIDE * j, ups, d);
      writeTwistBounds(numbers, row, cones, CONE_STRIDE * j + 2, d + 2, downs, ups, ws.clamp);
    }
  }
  // Where an end blocks, rounding must leave nothing.
  for (let d = 0; d < count; d++) {
    if ((blocked[d]! & BLOCKED_DOWN) !== 0) downs[d] = 0;
    if ((blocked[d]! & BLOCKED_UP) !== 0) ups[d] = 0;
  }
}

/** The bounds of freedom `d`, a twist whose half-angle has the sine and cosine that stand at `from[at]`, seen from the middle of its range. */
function writeTwistBounds(
  n: Float64Array,
  row: number,
  from: Float64Array,
  at: number,
  d: number,
  downs: Float64Array,
  ups: Float64Array,
  scratch: Float64Array,
): void {
  if (n[row + T.TWIST_COSINE] === -1) return;
  const z = from[at]!;
  const w = from[at + 1]!;
  const mz = n[row + T.TWIST_MIDDLE_SINE]!;
  const mw = n[row + T.TWIST_MIDDLE_COSINE]!;
  const cosine = w * mw + z * mz;
  const sine = z * mw - w * mz;
  scratch[0] = cosine < 0 ? -sine : sine;
  scratch[1] = Math.abs(cosine);
  writeAngle(scratch, 0);
  const angle = 2 * scratch[0];
  downs[d] = Math.max(0, n[row + T.TWIST_HALF]! + angle);
  ups[d] = Math.max(0, n[row + T.TWIST_HALF]! - angle);
}
