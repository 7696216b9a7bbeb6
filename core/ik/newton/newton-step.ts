import { writeBounds } from '../jacobian/bounds.ts';
import { boundaryCurvature, isAcross } from '../jacobian/cone-boundary.ts';
import { multiplyColumns } from '../jacobian/jacobian-products.ts';
import { MOST_DAMPING, TIGHTEN } from '../jacobian/linear-system.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { solveBranches } from './branches.ts';
import { multiplyHessian } from './closures.ts';
import { needsDense, solveDense } from './dense-hessian.ts';
import { writeHessian } from './hessian.ts';
import type { NewtonSystem } from './newton-state.ts';

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
  if (pressed > 0 && isAcross(freedoms, ws, d)) newton.shifts[d + 1]! += pressed * boundaryCurvature(freedoms, ws, d);
}
