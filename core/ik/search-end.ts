import { beats, keepCandidate, standingOf, type Candidate } from './candidate.ts';
import type { SolveStatus } from './outcome.ts';
import { copyState } from './record-solve.ts';
import { beginRelaxation } from './relax.ts';
import { releaseReserve } from './reserve.ts';
import { restoreState } from './saved-state.ts';
import { recordFrom, recordPending, startIndex } from './search-record.ts';
import { enterStart, nextStart } from './search-starts.ts';
import type { Search } from './search-state.ts';
import type { TracePhase } from './trace.ts';
import { isReached, setPull, settle, type Workspace } from './workspace.ts';

/** The present start replaces the pose that came in when it lowers its cost by more than this share: less is rounding, and would creep. */
const NOTICEABLE = 1e-4;

/** Keeps the configuration if it is the best so far, then goes to the next start or ends. */
export function endStart(search: Search, status: SolveStatus): boolean {
  recordPending(search);
  const { ws, best, present } = search;
  const reached = status === 'reached';
  if (!reached && search.held > 0) {
    // The others could not do it: now everything may be used.
    search.held = 0;
    releaseReserve(ws);
    enterStart(search, search.kind);
    return true;
  }
  const { standing } = search;
  standingOf(ws, present.rotations, standing);
  if (search.kind === 'present' && !reached && standing.cost > (1 - NOTICEABLE) * present.standing.cost) {
    // Nothing was gained: the pose that came in stays as it is, to the byte.
    goTo(search, present, 'start');
    standingOf(ws, present.rotations, standing);
    keep(search, status);
  } else if (reached || best.standing.cost === Infinity || beats(standing, best.standing, best.kind === 'present')) {
    keep(search, status);
  }
  if (reached && search.options.reference) {
    search.phase = 'relax';
    search.iteration = 0;
    setPull(ws, ws.task.rankCount - 1);
    const from = ws.trace === null ? null : copyState(ws);
    beginRelaxation(search.relaxation, search.finish, ws, search.options.reference, present.rotations, search.reach / 4);
    recordFrom(search, from, 'finish');
    return true;
  }
  if (reached) return pursueWishes(search);
  if (!reached && nextStart(search)) return true;
  end(search);
  return false;
}

/** Goes on to the wishes, or ends when there are none. */
export function pursueWishes(search: Search): boolean {
  if (!hasWish(search.ws)) {
    end(search);
    return false;
  }
  search.phase = 'wish';
  search.iteration = 0;
  search.pursuit.trust = 0.5;
  return true;
}

/** Keeps the present configuration unless it has lost a goal. */
export function keepReached(search: Search): void {
  if (!isReached(search.ws, search.ws.task.rankCount - 1)) return;
  standingOf(search.ws, search.present.rotations, search.standing);
  keep(search, 'reached');
}

/** Sets the working configuration to a candidate, and records what that changes. */
function goTo(search: Search, candidate: Candidate, phase: TracePhase): void {
  const { ws } = search;
  const from = ws.trace === null ? null : copyState(ws);
  restoreState(ws, candidate);
  settle(ws);
  recordFrom(search, from, phase);
}

/** Ends the search; the limits are left as the skeleton has them. */
export function end(search: Search): void {
  recordPending(search);
  if (search.ws.trace !== null && search.best.standing.cost < Infinity) goTo(search, search.best, 'result');
  if (search.held > 0) releaseReserve(search.ws);
  search.held = 0;
  search.phase = 'done';
}

function hasWish(ws: Workspace): boolean {
  const { task } = ws;
  for (let g = 0; g < task.count; g++) if (task.ranks[g] === task.rankCount) return true;
  return false;
}

function keep(search: Search, status: SolveStatus): void {
  keepCandidate(search.best, search.ws, status, search.standing);
  search.best.kind = search.kind;
  search.best.index = startIndex(search);
}
