import { keyedFrames, simplifySteps, type SimplifiedClip, type SimplifyOptions } from '../../../core/animation/simplify-clip.ts';
import { activeClip, editActiveClip } from '../../../core/document/edits/clips.ts';
import { commitEdit } from '../editing.ts';
import type { DocumentState } from '../document-state.ts';
import { startInTurns } from '../in-turns.ts';
import type { Job } from '../jobs.ts';
import type { Studio } from '../studio.ts';

/** Begins to make the clip on the timeline anew with as few keys as these tolerances allow. `onProgress` hears how far it is, 0 to 1. */
export function startSimplifying(
  { history, rig }: DocumentState,
  options: SimplifyOptions,
  onProgress: (share: number) => void,
): Job<SimplifiedClip> {
  const { pins } = history.present;
  return startInTurns(simplifySteps(rig, activeClip(history.present), { ...options, pins }), onProgress);
}

/** Frames of the clip on the timeline that have a key of any joint. */
export function keyedFramesOf({ history }: DocumentState): number {
  return keyedFrames(activeClip(history.present));
}

/** Puts the simplified clip onto the timeline, as one step of undo. */
export function applySimplified(studio: Studio, { clip, keys }: SimplifiedClip): void {
  commitEdit(studio, `Simplify to ${keys} keys`, (project) => editActiveClip(project, () => clip));
}
