import { createSavedState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { measureTurn, type Workspace } from '../mechanism/workspace.ts';

/**
 * Local restarts: a start may be followed again from perturbations of the present pose. Goals that have hardly moved should hardly move the joints: a
 * start that turns a joint further than they can ask for has missed a nearer solution, and so has one that loses them.
 */
export interface Perturbations {
  /** How many were tried; 0 while the start itself is followed. */
  count: number;
  /** The solution nearest to the present pose so far, and radians that it turns a joint by at most; infinity while there is none. */
  readonly nearest: SavedState;
  turned: number;
  /** Whether the working configuration is another than the nearest solution. */
  isElsewhere: boolean;
}

/** No perturbations yet, for a skeleton of `count` joints. */
export function createPerturbations(count: number): Perturbations {
  return { count: 0, nearest: createSavedState(count), turned: Infinity, isElsewhere: false };
}

/** Forgets what was tried. */
export function clearPerturbations(perturbations: Perturbations): void {
  perturbations.count = 0;
  perturbations.turned = Infinity;
  perturbations.isElsewhere = false;
}

/** Keeps the working configuration, which reaches all goals, if it is the nearest. Measures the radians that it turns a joint by at most. */
export function keepNearest(perturbations: Perturbations, ws: Workspace, present: SavedState): void {
  measureTurn(ws, present.rotations);
  perturbations.isElsewhere = ws.measured >= perturbations.turned;
  if (perturbations.isElsewhere) return;
  perturbations.turned = ws.measured;
  saveState(perturbations.nearest, ws);
}
