import { GOAL_POSITION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { ResidualReason } from '../request/outcome.ts';
import type { Candidate } from './candidate.ts';
import { isSpent } from './iterate.ts';
import { measureDistance } from './out-of-reach.ts';
import type { Search } from './search-state.ts';

/** Why goal `g` is left, as far as that can be told without derivatives; null where it cannot. */
export function plainReason(search: Search, found: Candidate, g: number): ResidualReason | null {
  const { ws } = search;
  if (!mayMove(ws, g)) return 'cannotMove';
  if (!search.isOver) return 'unfinished';
  if (isTooFar(ws, g)) return 'outOfReach';
  return wasCut(search, found) ? 'unfinished' : null;
}

/** Whether any joint, or the root, may move for goal `g`. */
export function mayMove(ws: Workspace, g: number): boolean {
  const other = ws.task.counterparts[g]!;
  return movesEnd(ws, g) || (other >= 0 && movesEnd(ws, other));
}

function movesEnd({ task, rootMobility }: Workspace, g: number): boolean {
  return task.chainStart[g + 1]! > task.chainStart[g]! || (task.rooted[g] === 1 && rootMobility > 0);
}

/** Whether the links are too short (or too long) for position goal `g`, whatever the joints do. */
export function isTooFar(ws: Workspace, g: number): boolean {
  if (ws.task.kinds[g] !== GOAL_POSITION || (ws.rootMobility > 0 && ws.task.rootMoves)) return false;
  measureDistance(ws, g);
  return ws.measured > ws.task.tolerances[g]!;
}

/** Whether iterations or updates were used up. */
export function wasCut(search: Search, found: Candidate): boolean {
  return found.status === 'limit' || isSpent(search);
}
