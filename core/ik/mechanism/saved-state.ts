import { resolveLimits } from './coupling.ts';
import { createLocalState, type LocalState } from './configuration.ts';
import type { Workspace } from './workspace.ts';

/** A copy of where the mechanism stood, and of what had moved by then. */
export type SavedState = LocalState;

/** Room for a copy of the state of so many joints. */
export function createSavedState(joints: number): SavedState {
  return createLocalState(joints);
}

/** Copies the present configuration. */
export function saveState(saved: SavedState, { now }: Workspace): void {
  saved.numbers.set(now.numbers);
}

/** Sets the configuration to the copy, and the coupled limits to what it makes of them. World transforms go stale. */
export function restoreState(ws: Workspace, saved: SavedState): void {
  ws.now.numbers.set(saved.numbers);
  resolveLimits(ws);
}

/** The same for joint `j` alone, and for whether it had moved; coupled limits go stale too. */
export function restoreJoint({ now, moved }: Workspace, saved: SavedState, j: number): void {
  for (let i = 4 * j; i < 4 * j + 4; i++) now.rotations[i] = saved.rotations[i]!;
  now.slides[j] = saved.slides[j]!;
  moved[j] = saved.moved[j]!;
}

/** Marks what had moved when the copy was made as moved too. */
export function markMoved(moved: Uint8Array, saved: SavedState): void {
  for (let j = 0; j < moved.length; j++) if (saved.moved[j] === 1) moved[j] = 1;
}
