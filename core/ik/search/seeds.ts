import type { Pose } from '../../skeleton/pose.ts';
import { keepUnmovable, type Candidate } from './candidate.ts';
import { restoreState } from '../mechanism/saved-state.ts';
import { loadStart } from '../mechanism/start-pose.ts';
import { settle, type Workspace } from '../mechanism/workspace.ts';

/** Reads a seed into the working configuration: what no goal may move, the root too, stays as it is at present. */
export function loadSeed(ws: Workspace, present: Candidate, seed: Pose): void {
  loadStart(ws, seed, null);
  if (ws.rootMobility === 0 || !ws.task.rootMoves) ws.now.root.set(present.root);
  keepUnmovable(ws, present);
}

/** Seeds in the order of the cost they begin with. */
export function nearestFirst(ws: Workspace, present: Candidate, seeds: readonly Pose[]): Pose[] {
  const costs = seeds.map((seed) => {
    loadSeed(ws, present, seed);
    settle(ws);
    return ws.cost;
  });
  restoreState(ws, present);
  settle(ws);
  return seeds
    .map((_, i) => i)
    .sort((a, b) => costs[a]! - costs[b]! || a - b)
    .map((i) => seeds[i]!);
}
