import { markMoved } from '../mechanism/saved-state.ts';
import { keepCandidate, standingOf } from './candidate.ts';
import type { GoalResidual, Outcome } from '../request/outcome.ts';
import { startIndex, writeFound } from './search-record.ts';
import type { Search } from './search-state.ts';
import { boundaryJoints } from '../mechanism/start-pose.ts';

/** The outcome of the best configuration that a search has found so far. */
export function buildOutcome(search: Search): Outcome {
  const { ws, best } = search;
  const { task } = ws;
  const start = { kind: best.kind, index: best.index };
  if (best.standing.cost === Infinity) {
    start.kind = search.kind;
    start.index = startIndex(search);
    standingOf(ws, search.present.rotations, search.standing);
    keepCandidate(best, ws, 'limit', search.standing);
    markMoved(best.moved, search.passStart);
    best.standing.cost = Infinity;
  }
  const standing = best.standing.cost === Infinity ? search.standing : best.standing;
  const { startPose } = search;
  const pose = writeFound(search, search.options.into ?? new Float64Array(startPose.length));
  const limited = boundaryJoints(ws, best.rotations, best.slides);
  const costs: number[] = [];
  for (let rank = 0; rank < task.rankCount; rank++) costs.push(standing.costs[rank]!);
  const residuals: GoalResidual[] = [];
  let distance = 0;
  let angle = 0;
  let all = true;
  for (let g = 0; g < task.count; g++) {
    const d = best.distances[g]!;
    const a = best.angles[g]!;
    const reached = best.reached[g] === 1;
    residuals.push({ distance: d, angle: a, reached });
    const isWish = task.ranks[g]! >= task.rankCount;
    if (isWish) continue;
    if (!reached) all = false;
    distance = Math.max(distance, d);
    angle = Math.max(angle, a);
  }
  return {
    // A soft stretch may have been satisfied short of the target.
    status: best.status === 'reached' && !all ? 'stalled' : best.status,
    pose,
    residuals,
    distance,
    angle,
    cost: standing.cost,
    costs,
    travel: best.standing.travel,
    iterations: search.iterations,
    updates: ws.updates,
    limited,
    broughtIn: search.broughtIn,
    start,
  };
}
