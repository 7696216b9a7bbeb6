import { solveCholesky } from '../../math/cholesky.ts';
import { writeBends } from './bends.ts';
import { addOuter, multiplyColumns, multiplyGroup } from './column-products.ts';
import { MOST_DAMPING, TIGHTEN, type Finish } from './finish-state.ts';
import { BLOCKED_DOWN, BLOCKED_UP, listFreedoms, type Freedoms } from './freedoms.ts';
import { solveNewton } from './newton-step.ts';
import { takeStep } from './take-step.ts';
import { restoreState, saveState } from '../mechanism/saved-state.ts';
import { settle, type Workspace } from '../mechanism/workspace.ts';
import { writeColumns } from './linearize.ts';

const LEAST_DAMPING = 1e-6;
/** Part of the matrix's mean diagonal that is always added, so that rounding never makes it singular. */
const FLOOR = 1e-12;
/** Radians (or metres) that one joint may move in one step: linearisation holds no further. */
const TRUST = 1;
/** Times a step is solved again with further blocked freedoms left out. */
const PROJECTIONS = 3;
/** Times a step that made things worse is tried again with more damping. */
const ATTEMPTS = 16;
/** What the damping is divided by after a step that kept its promise, and multiplied by after one without second derivatives that failed. */
const EASE = 8;
/** A step crawls that gains less than this share of the cost, and a crawl ends with one that gains more than the other. */
const SLOW = 0.3;
const QUICK = 0.5;
/** Steps that crawl before second derivatives are worth their price. Where the error can vanish one may, near full stretch. */
const CRAWL = 2;

/**
 * One step of the second-order finish, damped least squares (Levenberg–Marquardt) projected on the limits, with the joints that `only` marks
 * (null: all). Returns true when the cost fell, false when no step can lower it noticeably. World transforms, effectors and cost are up to date before and after. An `unchecked` step is taken whether or not the cost falls.
 *
 * With r the weighted errors, J their derivatives by the freedoms and W the freedoms' mobilities, a step is
 * δ = W Jᵀ y, (J W Jᵀ + λ 1) y = r: as many equations as error components, however many joints there are. A freedom that stands on an end
 * of its range and would be pushed out is left out and the step solved again (projection); the damping λ falls with the error that is left.
 *
 * Where the error cannot vanish (full stretch, targets out of reach, goals that contradict each other) such steps crawl: then, until the cost
 * falls quickly again, Newton's step takes their place, see `newton-step.ts`.
 */
export function finishStep(
  finish: Finish,
  ws: Workspace,
  only: Uint8Array | null,
  rootLength: number,
  unchecked = false,
): boolean {
  const { freedoms } = finish;
  const cost = ws.cost;
  if (!(cost > 0)) return false;
  listFreedoms(freedoms, ws, only, rootLength);
  const size = writeColumns(finish, ws);
  if (freedoms.count === 0) return false;
  saveState(finish.saved, ws);
  const updates = ws.updates;
  const crawls = finish.crawled >= CRAWL;
  if (crawls) {
    writeForces(finish, ws);
    multiplyColumns(finish, size, finish.right, finish.newton.slopes);
    multiplyColumns(finish, size, finish.forces, finish.newton.pulls);
    writeBends(finish, ws, size, finish.forces, true);
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const promised = crawls ? solveNewton(finish, ws, cost) : solveStep(finish, ws, size, finish.damping * cost);
    if (!(promised > finish.worthwhile * cost)) break;
    const longest = longestStep(freedoms);
    const limit = Math.min(TRUST, ws.maxStep);
    takeStep(freedoms, ws, longest > limit ? limit / longest : 1);
    settle(ws);
    if (unchecked) return true;
    const gained = cost - ws.cost;
    if (gained > 0) {
      if (gained > 0.75 * promised) finish.damping = Math.max(LEAST_DAMPING, finish.damping / EASE);
      else if (gained < 0.25 * promised) finish.damping = Math.min(MOST_DAMPING, finish.damping * 2);
      if (gained < SLOW * cost) finish.crawled++;
      else if (gained > QUICK * cost) finish.crawled = 0;
      return gained > finish.worthwhile * cost;
    }
    restoreState(ws, finish.saved);
    ws.updates = updates;
    finish.damping = Math.min(MOST_DAMPING, finish.damping * (crawls ? TIGHTEN : EASE));
  }
  settle(ws);
  return false;
}

/** What goals are excused, and what they lack where that counts: see {@link Finish.bendsByErrors}. */
function writeForces({ rows, roots, right, forces, bendsByErrors }: Finish, { task, effectors }: Workspace): void {
  for (let g = 0; g < task.count; g++) {
    const row = rows[g]!;
    if (row < 0) continue;
    for (let i = 0; i < 3; i++) {
      forces[row + i] = roots[g]! * effectors.excused[3 * g + i]! + (bendsByErrors ? right[row + i]! : 0);
    }
  }
}

/**
 * The longest turn that the step gives a joint, radians, or the longest displacement, metres: |Σ step · axis| over the freedoms of one joint, which
 * turn it together. To first order where they are a cone's: see `takeStep`.
 */
export function longestStep({ axes, step, starts, groups }: Freedoms): number {
  let longest = 0;
  for (let group = 0; group < groups; group++) {
    const end = starts[group + 1]!;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let d = starts[group]!; d < end; d++) {
      const s = step[d]!;
      x += s * axes[3 * d]!;
      y += s * axes[3 * d + 1]!;
      z += s * axes[3 * d + 2]!;
    }
    const square = x * x + y * y + z * z;
    if (square > longest) longest = square;
  }
  return Math.sqrt(longest);
}

/**
 * Solves for the step at damping `lambda`; freedoms pushed out of their range are left out. Returns the decrease of the cost that the
 * model promises.
 */
function solveStep(finish: Finish, ws: Workspace, size: number, lambda: number): number {
  const { freedoms, matrix, factor, right, solution, used } = finish;
  const { blocked, mobility, step, groups, starts } = freedoms;
  matrix.fill(0, 0, size * size);
  for (let group = 0; group < groups; group++) {
    const start = starts[group]!;
    const end = starts[group + 1]!;
    for (let d = start; d < end; d++) {
      used[d] = mobility[d]!;
      if (blocked[d] === 0) continue;
      // What steepest descent would push out of its range is left out from the start.
      multiplyGroup(finish, group, d, d + 1, size, right, step);
      if (goesOut(blocked[d]!, step[d]!)) used[d] = 0;
    }
    addOuter(finish, group, start, end, size, used);
  }
  for (let projection = 0; projection < PROJECTIONS; projection++) {
    let trace = 0;
    for (let row = 0; row < size; row++) trace += matrix[row * size + row]!;
    const floor = lambda + (FLOOR * trace) / size + 1e-300;
    if (!solveCholesky(matrix, floor, right, factor, solution, size)) return 0;
    multiplyColumns(finish, size, solution, step);
    let left = false;
    for (let group = 0; group < groups; group++) {
      for (let d = starts[group]!; d < starts[group + 1]!; d++) {
        const isFree = used[d] === 0 || blocked[d] === 0 || step[d] === 0 || !goesOut(blocked[d]!, step[d]!);
        step[d]! *= used[d]!;
        if (isFree) continue;
        step[d] = 0;
        used[d] = -used[d]!;
        addOuter(finish, group, d, d + 1, size, used);
        used[d] = 0;
        left = true;
      }
    }
    if (!left) break;
  }
  // Decrease of |r − J δ|² from |r|², with J δ = r − λ y.
  let promised = 0;
  for (let row = 0; row < size; row++) promised += right[row]! ** 2 - (lambda * solution[row]!) ** 2;
  return promised;
}

/** Whether a freedom whose ends block it so would leave its range when it is pulled `toward`. */
function goesOut(blocked: number, toward: number): boolean {
  return (blocked & (toward > 0 ? BLOCKED_UP : BLOCKED_DOWN)) !== 0;
}
