import type { SolveStatus, StartKind } from './outcome.ts';
import type { Workspace } from './workspace.ts';

/** The best configuration found so far, and what it leaves. */
export interface Candidate {
  readonly rotations: Float64Array;
  readonly slides: Float64Array;
  readonly root: Float64Array;
  readonly moved: Uint8Array;
  distances: Float64Array;
  angles: Float64Array;
  reached: Uint8Array;
  /** {@link rankedCost}. */
  cost: number;
  status: SolveStatus;
  kind: StartKind;
  index: number;
}

export function createCandidate(count: number): Candidate {
  return {
    rotations: new Float64Array(4 * count),
    slides: new Float64Array(count),
    root: new Float64Array(3),
    moved: new Uint8Array(count),
    distances: new Float64Array(8),
    angles: new Float64Array(8),
    reached: new Uint8Array(8),
    cost: Infinity,
    status: 'stalled',
    kind: 'present',
    index: 0,
  };
}

/** Copies the present configuration into the candidate. */
export function keepCandidate(best: Candidate, ws: Workspace, status: SolveStatus): void {
  const { now, effectors, task } = ws;
  if (task.count > best.distances.length) {
    best.distances = new Float64Array(2 * task.count);
    best.angles = new Float64Array(2 * task.count);
    best.reached = new Uint8Array(2 * task.count);
  }
  best.rotations.set(now.rotations);
  best.slides.set(now.slides);
  best.root.set(now.root);
  best.moved.set(ws.moved);
  for (let g = 0; g < task.count; g++) {
    best.distances[g] = effectors.distances[g]!;
    best.angles[g] = effectors.angles[g]!;
    best.reached[g] = effectors.reached[g]!;
  }
  best.cost = rankedCost(ws);
  best.status = status;
}

/** What candidates are compared by: what is left of the goals that are not reached, each rank a million times the one below it. */
export function rankedCost(ws: Workspace): number {
  const { task, effectors } = ws;
  const { errors } = effectors;
  let cost = 0;
  for (let g = 0; g < task.count; g++) {
    if (task.ranks[g]! >= task.rankCount || effectors.reached[g] === 1) continue;
    const o = 3 * g;
    cost += task.weights[g]! * RANK_RATIO ** task.ranks[g]! * (errors[o]! ** 2 + errors[o + 1]! ** 2 + errors[o + 2]! ** 2);
  }
  return cost;
}

const RANK_RATIO = 1e-6;
