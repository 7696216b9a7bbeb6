import type { Workspace } from '../mechanism/workspace.ts';
import { multiplyBranches } from './branch-products.ts';
import { solveBranches } from './branches.ts';
import { MOST_DAMPING, TIGHTEN, type Finish } from './finish-state.ts';
import { boundaryCurvature, isAcross } from './nearest-step.ts';
import { writeRooms } from './rooms.ts';

/** Times a step is solved again with further freedoms stopped at their ends. */
const PROJECTIONS = 4;

/**
 * Newton's step δ for errors r that cannot vanish: (H + λ / w) δ = Jᵀ r, with the exact second derivatives H that `writeBends` has written, the
 * freedoms' mobilities w, and λ the finish's damping times `cost`, raised as far as it takes to make H + λ / w positive definite. Returns the
 * decrease of the cost |r|² that the model promises.
 *
 * A freedom whose step goes further than its limit stops there, and the step is solved again for the others. Where a swing is pressed against its cone
 * with s, the boundary of curvature κ curves back under a step t along it, which costs s κ t².
 */
export function solveNewton(finish: Finish, ws: Workspace, cost: number): number {
  const { newton, freedoms } = finish;
  const { mobility, step, count } = freedoms;
  const { downs, ups, slopes, shifts, product } = newton;
  writeRooms(freedoms, ws, downs, ups);
  while (!solveWithin(finish, ws, finish.damping * cost)) {
    if (finish.damping > MOST_DAMPING) return 0;
    finish.damping *= TIGHTEN;
  }
  // |r|² decreases by 2 δ·Jᵀr − δ·Hδ.
  multiplyBranches(newton, step);
  let promised = 0;
  for (let d = 0; d < count; d++) {
    const bend = shifts[d]! - (finish.damping * cost) / mobility[d]!;
    promised += step[d]! * (2 * slopes[d]! - product[d]! - bend * step[d]!);
  }
  return promised;
}

/** Solves for the step inside the limits at damping `lambda`; false when that is not enough of it. */
function solveWithin(finish: Finish, ws: Workspace, lambda: number): boolean {
  const { newton, freedoms } = finish;
  const { mobility, step, count } = freedoms;
  const { pulls, slopes, downs, ups, used, shifts, wanted, solution, product } = newton;
  for (let d = 0; d < count; d++) {
    step[d] = 0;
    shifts[d] = lambda / mobility[d]!;
    wanted[d] = slopes[d]!;
    used[d] = 1;
  }
  for (let d = 0; d < count; d++) if ((pulls[d]! > 0 ? ups[d] : downs[d]) === 0) stop(finish, ws, d, 0, pulls[d]!);
  for (let projection = 0; ; projection++) {
    if (!solveBranches(newton)) return false;
    let stops = false;
    let moves = false;
    for (let d = 0; d < count; d++) {
      if (used[d] === 0) continue;
      step[d] = Math.max(-downs[d]!, Math.min(ups[d]!, solution[d]!));
      if (step[d] === solution[d]! || projection === PROJECTIONS) continue;
      stop(finish, ws, d, step[d]!, wanted[d]!);
      stops = true;
      if (step[d] !== 0) moves = true;
    }
    if (!stops) return true;
    if (!moves) continue;
    for (let d = 0; d < count; d++) solution[d] = used[d] === 1 ? 0 : step[d]!;
    multiplyBranches(newton, solution);
    for (let d = 0; d < count; d++) wanted[d] = slopes[d]! - product[d]!;
  }
}

/** Lets a freedom step no further than `s`, which the others take for given; pressed against a cone, it bends the way along it. */
function stop({ newton, freedoms }: Finish, ws: Workspace, d: number, s: number, pressed: number): void {
  newton.used[d] = 0;
  freedoms.step[d] = s;
  if (pressed > 0 && isAcross(freedoms, ws, d)) newton.shifts[d + 1]! += pressed * boundaryCurvature(freedoms, ws, d);
}
