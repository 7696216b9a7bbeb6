import { solveCholesky } from '../../math/cholesky.ts';
import type { Refinement } from '../refinement/refinement-state.ts';
import { releaseRanks } from '../refinement/holding.ts';
import { goesOut } from '../jacobian/ends.ts';
import { listFreedoms } from '../jacobian/freedoms.ts';
import { combineColumns, multiplyColumns } from '../jacobian/jacobian-products.ts';
import { writeColumns } from '../jacobian/linearize.ts';
import { restoreState } from '../mechanism/saved-state.ts';
import { GOAL_AIM, GOAL_ORIENTATION, GOAL_POLE } from '../mechanism/task.ts';
import { refresh } from '../mechanism/workspace.ts';
import type { ResidualReason } from '../request/outcome.ts';
import type { Candidate } from './candidate.ts';
import { isTooFar, mayMove, wasCut } from './plain-reason.ts';
import type { Search } from './search-state.ts';

/** Share of a goal's squared residual below which what a movement gains is nothing: what a change of pose must be worth (`search.ts`). */
const NOTHING = 3e-3;
/** Damping of that movement, as a share of the trace of J W Jᵀ: what only many radians would bring nearer is not to be had. */
const DAMPING = 1e-3;
/** Times it is solved again without freedoms that would leave their range. */
const PROJECTIONS = 4;
/** Share of its tolerance by which a movement that takes a goal further away does so noticeably. */
const NOTICEABLE = 0.1;

/** Why goal `g` is left in the configuration that was found: what the best step for it alone would gain, to first order, and what that would cost. */
export function reasonFor(search: Search, found: Candidate, g: number): ResidualReason {
  const { ws } = search;
  const { refinement } = search.refined!;
  if (!mayMove(ws, g)) return 'cannotMove';
  if (!search.isOver) return 'unfinished';
  if (search.linearRows === 0) linearizeFound(search, found);
  if (isTooFar(ws, g)) return 'outOfReach';
  // What was cut short may stand where no step helps for a moment.
  const isCut = wasCut(search, found);
  if (descend(search, g, false) < NOTHING) return isCut ? 'unfinished' : 'outOfReach';
  if (descend(search, g, true) < NOTHING) return isCut ? 'unfinished' : 'limits';
  for (let other = 0; other < ws.task.count; other++) if (opposes(search, g, other)) return 'conflict';
  const { blocked, count } = refinement.freedoms;
  for (let d = 0; d < count; d++) if (blocked[d] !== 0 && refinement.used[d] === 0) return 'limits';
  return 'unfinished';
}

/** The goals that `g` conflicts with. */
export function conflictsOf(search: Search, g: number): number[] {
  const conflicts: number[] = [];
  descend(search, g, true);
  for (let other = 0; other < search.ws.task.count; other++) if (opposes(search, g, other)) conflicts.push(other);
  return conflicts;
}

/** Takes the workspace of a solve that has ended to what it has found, and writes the columns of all goals but poles, each with the weight 1. */
function linearizeFound(search: Search, found: Candidate): void {
  const { ws } = search;
  const { refinement, nullSpace } = search.refined!;
  releaseRanks(nullSpace.holding, ws);
  restoreState(ws, found);
  for (let g = 0; g < ws.task.count; g++) ws.costWeights[g] = ws.task.kinds[g] === GOAL_POLE ? 0 : 1;
  refresh(ws);
  listFreedoms(refinement.freedoms, ws, null);
  search.linearRows = writeColumns(refinement, ws);
}

/**
 * Writes to `freedoms.step` the damped least-squares step of goal `g` alone, δ = W Jᵀ y with (J W Jᵀ + λ 1) y = r; where it `isLimited`, without the
 * freedoms that would leave their range. Writes what it makes of all residuals to `solution`. Returns the share of the squared residual that it takes
 * away.
 */
function descend(search: Search, g: number, isLimited: boolean): number {
  const { linearRows } = search;
  const { refinement } = search.refined!;
  const { freedoms, used, right, solution, rows, wanted, found, matrix, factor } = refinement;
  const { step, mobility, blocked, count } = freedoms;
  const row = rows[g]!;
  let whole = 0;
  for (let i = 0; i < 3; i++) {
    wanted[i] = right[row + i]!;
    whole += wanted[i]! ** 2;
  }
  for (let d = 0; d < count; d++) used[d] = mobility[d]!;
  for (let projection = 0; projection < PROJECTIONS; projection++) {
    const trace = writeSquare(refinement, row, linearRows);
    if (!(trace > 0) || !solveCholesky(matrix, DAMPING * trace + 1e-300, wanted, factor, found, 3)) {
      solution.fill(0, 0, linearRows);
      return 0;
    }
    solution.fill(0, 0, linearRows);
    for (let i = 0; i < 3; i++) solution[row + i] = found[i]!;
    multiplyColumns(refinement, linearRows, solution, step);
    let left = false;
    for (let d = 0; d < count; d++) {
      const goes = isLimited && used[d] !== 0 && blocked[d] !== 0 && step[d] !== 0 && goesOut(blocked[d]!, step[d]!);
      if (goes) used[d] = 0;
      if (goes) left = true;
      step[d]! *= used[d]!;
    }
    if (!left) break;
  }
  solution.fill(0, 0, linearRows);
  combineColumns(refinement, linearRows, step, solution);
  let after = 0;
  for (let i = row; i < row + 3; i++) after += (right[i]! - solution[i]!) ** 2;
  return 1 - after / whole;
}

/** Writes the three by three numbers J W Jᵀ of the goal in `row` to the matrix, over the freedoms in use; returns their trace. */
function writeSquare({ freedoms, columns, moved, movedStarts, used, matrix }: Refinement, row: number, size: number): number {
  matrix.fill(0, 0, 9);
  for (let group = 0; group < freedoms.groups; group++) {
    for (let i = movedStarts[group]!; i < movedStarts[group + 1]!; i++) {
      if (moved[i] !== row) continue;
      for (let d = freedoms.starts[group]!; d < freedoms.starts[group + 1]!; d++) {
        const at = d * size + row;
        for (let k = 0; k < 9; k++) matrix[k]! += used[d]! * columns[at + Math.floor(k / 3)]! * columns[at + (k % 3)]!;
      }
    }
  }
  return matrix[0]! + matrix[4]! + matrix[8]!;
}

/**
 * Whether the movement that {@link descend} has written takes another goal further away, noticeably and out of its tolerance. Goals of lower
 * priorities do not stand in the way.
 */
function opposes({ ws: { task }, refined }: Search, g: number, other: number): boolean {
  const { rows, right, solution } = refined!.refinement;
  const row = rows[other]!;
  if (other === g || row < 0 || task.ranks[other]! > task.ranks[g]!) return false;
  let before = 0;
  let after = 0;
  for (let i = row; i < row + 3; i++) {
    before += right[i]! ** 2;
    after += (right[i]! - solution[i]!) ** 2;
  }
  const turns = task.kinds[other] === GOAL_ORIENTATION || task.kinds[other] === GOAL_AIM;
  const tolerance = task.tolerances[other]! * (turns ? task.levers[other]! : 1);
  return Math.sqrt(after) > Math.max(tolerance, Math.sqrt(before) + NOTICEABLE * tolerance);
}
