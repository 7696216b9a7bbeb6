import { storePose } from './configuration.ts';
import { keepCandidate } from './candidate.ts';
import type { GoalResidual, Outcome } from './outcome.ts';
import type { Search } from './search.ts';
import { boundaryJoints } from './start-pose.ts';

/** The outcome of the best configuration that a search has found so far. */
export function buildOutcome(search: Search): Outcome {
  const { ws, best } = search;
  const { task, mechanism } = ws;
  if (best.cost === Infinity) keepCandidate(best, ws, 'limit');
  const pose = Float64Array.from(search.startPose);
  pose.set(best.root);
  storePose(mechanism, best.rotations, best.slides, best.moved, pose);
  const residuals: GoalResidual[] = [];
  let distance = 0;
  let angle = 0;
  for (let g = 0; g < task.count; g++) {
    const d = best.distances[g]!;
    const a = best.angles[g]!;
    residuals.push({ distance: d, angle: a, reached: best.reached[g] === 1 });
    if (d > distance) distance = d;
    if (a > angle) angle = a;
  }
  return {
    status: best.status,
    pose,
    residuals,
    distance,
    angle,
    iterations: search.iterations,
    updates: ws.updates,
    limited: boundaryJoints(ws, best.rotations, best.slides),
    broughtIn: search.broughtIn,
    start: { kind: best.kind, index: best.index },
  };
}
