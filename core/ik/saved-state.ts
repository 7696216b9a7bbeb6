import { resolveLimits } from './coupled-limits.ts';
import type { Workspace } from './workspace.ts';

/** A copy of where the mechanism stood, and of what had moved by then. */
export interface SavedState {
  /** 4 × joints: limit-frame rotation of each. */
  readonly rotations: Float64Array;
  /** Metres for each joint. */
  readonly slides: Float64Array;
  /** Root translation, metres. */
  readonly root: Float64Array;
  readonly moved: Uint8Array;
}

export function createSavedState(joints: number): SavedState {
  return {
    rotations: new Float64Array(4 * joints),
    slides: new Float64Array(joints),
    root: new Float64Array(3),
    moved: new Uint8Array(joints),
  };
}

/** Copies the present configuration. */
export function saveState(saved: SavedState, { now, moved }: Workspace): void {
  saved.rotations.set(now.rotations);
  saved.slides.set(now.slides);
  saved.root.set(now.root);
  saved.moved.set(moved);
}

/** Sets the configuration to the copy, and the coupled limits to what it makes of them. World transforms go stale. */
export function restoreState(ws: Workspace, saved: SavedState): void {
  ws.now.rotations.set(saved.rotations);
  ws.now.slides.set(saved.slides);
  ws.now.root.set(saved.root);
  ws.moved.set(saved.moved);
  resolveLimits(ws);
}
