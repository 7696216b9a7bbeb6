import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { applySavedPose } from '../../../../core/library/apply.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import { clampPose } from '../../../../core/skeleton/limit-state.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { onCharacter } from '../folders/shown-library.ts';
import { closeUp, pictureOf } from './pose-picture.ts';
import type { StudioState } from '../../studio.ts';
import type { Viewport } from '../../window/viewport.ts';

/**
 * What a pose of the library that is shown looks like on the character with this rig, other joints at rest; empty where nothing is drawn, and where
 * another character has come meanwhile.
 */
export async function pictureOfSaved(state: StudioState, rig: Rig, viewport: Viewport | null, saved: SavedPose): Promise<string> {
  if (state.document?.rig !== rig || !viewport) return '';
  const { skeleton } = rig;
  const own = onCharacter(state, saved);
  return pictureOf(viewport, clampPose(skeleton, applySavedPose(restPose(skeleton), own, 1)).pose, closeUp(rig, own));
}
