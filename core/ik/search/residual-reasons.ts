import { releaseRanks } from '../finish/holding.ts';
import { goesOut } from '../jacobian/ends.ts';
import { listFreedoms } from '../jacobian/freedoms.ts';
import { combineColumns, multiplyColumns } from '../jacobian/jacobian-products.ts';
import { writeColumns } from '../jacobian/linearize.ts';
import { restoreState } from '../mechanism/saved-state.ts';
import { GOAL_AIM, GOAL_ORIENTATION, GOAL_POLE, GOAL_POSITION } from '../mechanism/task.ts';
import { settle, type Workspace } from '../mechanism/workspace.ts';
import type { ResidualReason } from '../request/outcome.ts';
import type { Candidate } from './candidate.ts';
import { leastDistance } from './out-of-reach.ts';
import type { Search } from './search-state.ts';

/** Share of a goal's squared residual below which what a movement gains is nothing: what a change of pose must be worth (`search.ts`). */
const NOTHING = 3e-3;
/** Share of its tolerance by which a movement that takes a goal further away does so noticeably. */
const NOTICEABLE = 0.1;

/**
 * Why goal `g` is left in the configuration that was found: what the steepest descent of its own residual r leads to, δ = W Jᵀ r, to first order.
 * Along it the residual falls at most by the share (r · J δ)² / |J δ|² |r|².
 */
export function reasonFor(search: Search, found: Candidate, g: number): ResidualReason {
  const { ws, finish } = search;
  if (!mayMove(ws, g)) return 'cannotMove';
  if (!search.isOver) return 'unfinished';
  if (search.linearRows === 0) linearizeFound(search, found);
  const isFixed = ws.task.kinds[g] === GOAL_POSITION && !(ws.rootMobility > 0 && ws.task.rootMoves);
  if (isFixed && leastDistance(ws, g) > ws.task.tolerances[g]!) return 'outOfReach';
  if (descend(search, g, false) < NOTHING) return 'outOfReach';
  if (descend(search, g, true) < NOTHING) return 'limits';
  for (let other = 0; other < ws.task.count; other++) if (opposes(search, g, other)) return 'conflict';
  const { blocked, count } = finish.freedoms;
  for (let d = 0; d < count; d++) if (blocked[d] !== 0 && finish.used[d] === 0) return 'limits';
  return 'unfinished';
}

/** The goals that `g` conflicts with. */
export function conflictsOf(search: Search, g: number): number[] {
  const conflicts: number[] = [];
  descend(search, g, true);
  for (let other = 0; other < search.ws.task.count; other++) if (opposes(search, g, other)) conflicts.push(other);
  return conflicts;
}

function mayMove({ task, rootMobility }: Workspace, g: number): boolean {
  const other = task.counterparts[g]!;
  return moves(g) || (other >= 0 && moves(other));
  function moves(own: number): boolean {
    return task.chainStart[own + 1]! > task.chainStart[own]! || (task.rooted[own] === 1 && rootMobility > 0);
  }
}

/** Takes the workspace of a solve that has ended to what it has found, and writes the columns of all goals but poles, each with the weight 1. */
function linearizeFound(search: Search, found: Candidate): void {
  const { ws, finish } = search;
  releaseRanks(search.nullSpace.holding, ws);
  restoreState(ws, found);
  for (let g = 0; g < ws.task.count; g++) ws.pull[g] = ws.task.kinds[g] === GOAL_POLE ? 0 : 1;
  settle(ws);
  listFreedoms(finish.freedoms, ws, null, search.rootLength);
  search.linearRows = writeColumns(finish, ws);
}

/**
 * Writes the steepest descent of goal `g` to `freedoms.step`, without what would leave a limit where `isLimited`, scaled to where the goal's residual
 * is least, and what it makes of all residuals to `solution`. Returns the share of the squared residual that it takes away.
 */
function descend({ finish, linearRows }: Search, g: number, isLimited: boolean): number {
  const { freedoms, used, right, solution, rows } = finish;
  const { step, mobility, blocked, count } = freedoms;
  const size = linearRows;
  const row = rows[g]!;
  solution.fill(0, 0, size);
  for (let i = row; i < row + 3; i++) solution[i] = right[i]!;
  multiplyColumns(finish, size, solution, step);
  for (let d = 0; d < count; d++) {
    used[d] = isLimited && blocked[d] !== 0 && step[d] !== 0 && goesOut(blocked[d]!, step[d]!) ? 0 : mobility[d]!;
    step[d]! *= used[d]!;
  }
  solution.fill(0, 0, size);
  combineColumns(finish, size, step, solution);
  let along = 0;
  let square = 0;
  let whole = 0;
  for (let i = row; i < row + 3; i++) {
    along += right[i]! * solution[i]!;
    square += solution[i]! ** 2;
    whole += right[i]! ** 2;
  }
  if (!(square > 0 && along > 0)) return 0;
  const length = along / square;
  for (let i = 0; i < size; i++) solution[i]! *= length;
  return (along * along) / (square * whole);
}

/**
 * Whether the movement that {@link descend} has written takes another goal further away, noticeably and out of its tolerance. Goals of lower
 * priorities do not stand in the way.
 */
function opposes({ ws: { task }, finish: { rows, right, solution } }: Search, g: number, other: number): boolean {
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
