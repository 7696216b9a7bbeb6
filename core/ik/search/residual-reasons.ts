import { solveCholesky } from '../../math/cholesky.ts';
import { releaseRanks } from '../refinement/holding.ts';
import { goesOut } from '../jacobian/ends.ts';
import { listFreedoms } from '../jacobian/freedoms.ts';
import { writeColumns } from '../jacobian/linearize.ts';
import { combineRow, listRowGroups, multiplyRow, writeRowSquare } from '../jacobian/row-groups.ts';
import { restoreState } from '../mechanism/saved-state.ts';
import { GOAL_AIM, GOAL_ORIENTATION, GOAL_POLE, GOAL_POSITION } from '../mechanism/task.ts';
import { refresh, type Workspace } from '../mechanism/workspace.ts';
import { MOST_CONFLICTS, type ResidualReason } from '../request/outcome.ts';
import type { Candidate } from './candidate.ts';
import { isSpent } from './iterate.ts';
import { measureDistance } from './out-of-reach.ts';
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
  const { refinement } = search.refined;
  if (!mayMove(ws, g)) return 'cannotMove';
  if (!search.isOver) return 'unfinished';
  if (search.linearRows === 0) linearizeFound(search, found);
  if (isTooFar(ws, g)) return 'outOfReach';
  // What was cut short may stand where no step helps for a moment.
  const isCut = wasCut(search, found);
  descend(search, g, false);
  if (ws.measured < NOTHING) return isCut ? 'unfinished' : 'outOfReach';
  descend(search, g, true);
  if (ws.measured < NOTHING) return isCut ? 'unfinished' : 'limits';
  for (let other = 0; other < ws.task.count; other++) if (opposes(search, g, other)) return 'conflict';
  const { blocked, count } = refinement.freedoms;
  for (let d = 0; d < count; d++) if (blocked[d] !== 0 && refinement.used[d] === 0) return 'limits';
  return 'unfinished';
}

/** The goals that `g` conflicts with, as many as are named. */
export function conflictsOf(search: Search, g: number): number[] {
  const conflicts: number[] = [];
  descend(search, g, true);
  for (let other = 0; other < search.ws.task.count && conflicts.length < MOST_CONFLICTS; other++) {
    if (opposes(search, g, other)) conflicts.push(other);
  }
  return conflicts;
}

/** Whether any joint, or the root, may move for goal `g`. */
function mayMove(ws: Workspace, g: number): boolean {
  const other = ws.task.counterparts[g]!;
  return movesEnd(ws, g) || (other >= 0 && movesEnd(ws, other));
}

function movesEnd({ task, rootMobility }: Workspace, g: number): boolean {
  return task.chainStart[g + 1]! > task.chainStart[g]! || (task.rooted[g] === 1 && rootMobility > 0);
}

/** Whether the links are too short (or too long) for position goal `g`, whatever the joints do. */
function isTooFar(ws: Workspace, g: number): boolean {
  if (ws.task.kinds[g] !== GOAL_POSITION || (ws.rootMobility > 0 && ws.task.rootMoves)) return false;
  measureDistance(ws, g);
  return ws.measured > ws.task.tolerances[g]!;
}

/** Whether iterations or updates were used up. */
function wasCut(search: Search, found: Candidate): boolean {
  return found.status === 'limit' || isSpent(search);
}

/** Takes the workspace of a solve that has ended to what it has found, and writes the columns of all goals but poles, each with the weight 1. */
function linearizeFound(search: Search, found: Candidate): void {
  const { ws } = search;
  const { refinement, nullSpace, rowGroups } = search.refined;
  releaseRanks(nullSpace.holding, ws);
  restoreState(ws, found);
  for (let g = 0; g < ws.task.count; g++) ws.costWeights[g] = ws.task.kinds[g] === GOAL_POLE ? 0 : 1;
  refresh(ws);
  listFreedoms(refinement.freedoms, ws, null);
  search.linearRows = writeColumns(refinement, ws);
  listRowGroups(rowGroups, refinement, search.linearRows);
}

/**
 * Writes to `freedoms.step` the damped least-squares step of goal `g` alone, δ = W Jᵀ y with (J W Jᵀ + λ 1) y = r; where it `isLimited`, without the
 * freedoms that would leave their range. `ws.measured` is the share of the squared residual that it takes away.
 */
function descend({ ws, linearRows, refined }: Search, g: number, isLimited: boolean): void {
  const { refinement, rowGroups } = refined;
  const { freedoms, used, right, solution, rows, wanted, found, matrix, factor, shift } = refinement;
  const { step, mobility, count } = freedoms;
  const row = rows[g]!;
  for (let i = 0; i < 3; i++) wanted[i] = right[row + i]!;
  for (let d = 0; d < count; d++) used[d] = mobility[d]!;
  ws.measured = 0;
  for (let projection = 0; projection < PROJECTIONS; projection++) {
    writeRowSquare(rowGroups, refinement, linearRows, row);
    const trace = matrix[0]! + matrix[4]! + matrix[8]!;
    shift[0] = DAMPING * trace + 1e-300;
    if (!(trace > 0) || !solveCholesky(matrix, shift, wanted, factor, found, 3)) {
      step.fill(0, 0, count);
      return;
    }
    multiplyRow(rowGroups, refinement, linearRows, row, found, step);
    let left = false;
    for (let d = 0; d < count; d++) {
      const goes = isLimited && used[d] !== 0 && step[d] !== 0 && goesOut(freedoms, d);
      if (goes) used[d] = 0;
      if (goes) left = true;
      step[d]! *= used[d]!;
    }
    if (!left) break;
  }
  combineRow(rowGroups, refinement, linearRows, row, step, solution);
  let whole = 0;
  let after = 0;
  for (let i = 0; i < 3; i++) {
    whole += right[row + i]! ** 2;
    after += (right[row + i]! - solution[i]!) ** 2;
  }
  ws.measured = 1 - after / whole;
}

/**
 * Whether the movement that {@link descend} has written takes another goal further away, noticeably and out of its tolerance. Goals of lower
 * priorities do not stand in the way.
 */
function opposes({ ws: { task }, refined, linearRows }: Search, g: number, other: number): boolean {
  const { refinement, rowGroups } = refined;
  const { rows, right, solution, freedoms } = refinement;
  const row = rows[other]!;
  if (other === g || row < 0 || task.ranks[other]! > task.ranks[g]!) return false;
  combineRow(rowGroups, refinement, linearRows, row, freedoms.step, solution);
  let before = 0;
  let after = 0;
  for (let i = 0; i < 3; i++) {
    before += right[row + i]! ** 2;
    after += (right[row + i]! - solution[i]!) ** 2;
  }
  const turns = task.kinds[other] === GOAL_ORIENTATION || task.kinds[other] === GOAL_AIM;
  const tolerance = task.tolerances[other]! * (turns ? task.levers[other]! : 1);
  return Math.sqrt(after) > Math.max(tolerance, Math.sqrt(before) + NOTICEABLE * tolerance);
}
