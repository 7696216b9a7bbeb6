import type { Pose } from '../../skeleton/pose.ts';
import { writePose } from '../mechanism/configuration.ts';
import { markMoved } from '../mechanism/saved-state.ts';
import { countBoundaryJoints } from '../mechanism/start-pose.ts';
import type { GoalResidual, Outcome, SolveStatus } from '../request/outcome.ts';
import { keepCandidate, standingOf, type Candidate } from './candidate.ts';
import { isSpent } from './iterate.ts';
import { isUnbeatable } from './out-of-reach.ts';
import { startIndex } from './record-search.ts';
import { conflictsOf, reasonFor } from './residual-reasons.ts';
import type { Search } from './search-state.ts';

/** Most residuals conflict with none, and share this. */
const NO_CONFLICTS: readonly number[] = Object.freeze([]);

/** The best configuration so far or, before there is one, the working configuration. */
function foundBy(search: Search): Candidate {
  return search.best.standing.cost < Infinity ? search.best : lookAtWorking(search);
}

/** The pose of the best configuration so far, in the one of the options where they have one: the outcome of {@link buildOutcome} without what tells of it. */
export function writeFound(search: Search, found = foundBy(search)): Pose {
  const { ws, startPose, options } = search;
  const pose = options.into ?? new Float64Array(startPose.length);
  if (found.pose === null) writePose(ws.mechanism, found, found.moved, startPose, pose);
  else pose.set(found.pose);
  return pose;
}

/** The outcome of the best configuration so far or, before there is one, of the working configuration. Changes nothing of the search. */
export function buildOutcome(search: Search): Outcome {
  const { ws } = search;
  const { task } = ws;
  const found = foundBy(search);
  const pose = writeFound(search, found);
  const costs: number[] = [];
  for (let rank = 0; rank < task.rankCount; rank++) costs.push(found.standing.costs[rank]!);
  const residuals: GoalResidual[] = [];
  search.linearRows = 0;
  let distance = 0;
  let angle = 0;
  let all = true;
  for (let g = 0; g < task.count; g++) {
    const reached = found.reached[g] === 1;
    const reason = reached ? null : reasonFor(search, found, g);
    const conflicts = reason === 'conflict' ? conflictsOf(search, g) : NO_CONFLICTS;
    const residual = { distance: found.distances[g]!, angle: found.angles[g]!, reached, reason, conflicts };
    residuals.push(residual);
    const isSoft = task.ranks[g]! >= task.rankCount;
    if (isSoft) continue;
    if (!residual.reached) all = false;
    distance = Math.max(distance, residual.distance);
    angle = Math.max(angle, residual.angle);
  }
  const limited: number[] = [];
  countBoundaryJoints(ws, found.rotations, found.slides, limited);
  return {
    status: statusOf(search, found.status, all),
    pose,
    residuals,
    distance,
    angle,
    cost: found.standing.cost,
    costs,
    settled: found.standing.cost === 0 || isUnbeatable(search),
    travel: found.standing.travel,
    iterations: search.iterations,
    updates: ws.updates,
    limited,
    clamped: search.clamped,
    start: { kind: found.kind, index: found.index },
  };
}

/** How the solve ended. A soft stretch may have been satisfied short of the target, and the search been cut short after a start that had stalled. */
function statusOf(search: Search, status: SolveStatus, all: boolean): SolveStatus {
  if (status === 'reached') return all ? 'reached' : 'stalled';
  return isSpent(search) ? 'limit' : status;
}

/** Reads the working configuration into a candidate that no other search step uses. */
function lookAtWorking(search: Search): Candidate {
  const { ws, asked, present, pass } = search;
  standingOf(ws, present.rotations, asked.standing);
  keepCandidate(asked, ws, 'limit', asked.standing);
  markMoved(asked.moved, pass.from);
  asked.kind = search.kind;
  asked.index = startIndex(search);
  return asked;
}
