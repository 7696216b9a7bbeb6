import { farthestTurn } from '../mechanism/configuration.ts';
import { createSavedState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/**
 * What is tried around the pose that came in, as a part of the start that gave the reason: goals that have hardly moved should hardly move the joints.
 * A start that has turned a joint further than they can ask for has left the pose that would do behind; one that has lost them may have passed it by.
 */
export interface NearThrows {
  /** Throws so far; 0 while the start itself is followed. */
  count: number;
  /** Of what reaches the goals the nearest to the pose that came in, and radians that it turns a joint by at most; infinity while there is none. */
  readonly nearest: SavedState;
  turned: number;
  /** Whether the working configuration has gone elsewhere since. */
  isAway: boolean;
}

/** No throws yet, for a skeleton of `count` joints. */
export function createNearThrows(count: number): NearThrows {
  return { count: 0, nearest: createSavedState(count), turned: Infinity, isAway: false };
}

/** Forgets what was thrown. */
export function clearNearThrows(throws: NearThrows): void {
  throws.count = 0;
  throws.turned = Infinity;
  throws.isAway = false;
}

/** Keeps the present configuration, which reaches all goals, if it is the nearest. Returns radians that it turns a joint by at most. */
export function keepNearest(throws: NearThrows, ws: Workspace, present: SavedState): number {
  const turned = farthestTurn(present.rotations, ws.now.rotations);
  throws.isAway = turned >= throws.turned;
  if (throws.isAway) return turned;
  throws.turned = turned;
  saveState(throws.nearest, ws);
  return turned;
}
