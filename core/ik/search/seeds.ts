import type { Pose } from '../../skeleton/pose.ts';
import type { Candidate } from './candidate.ts';
import { restoreState } from '../mechanism/saved-state.ts';
import { loadStart } from '../mechanism/start-pose.ts';
import { settle, type Workspace } from '../mechanism/workspace.ts';

/** Seeds in the order of the cost they begin with. */
export function nearestFirst(ws: Workspace, present: Candidate, seeds: readonly Pose[]): Pose[] {
  const costs = seeds.map((seed) => {
    loadStart(ws, seed, null);
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
