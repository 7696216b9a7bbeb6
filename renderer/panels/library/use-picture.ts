import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { posePicturesOf } from '../../state/library/pictures/pose-pictures.ts';
import { pictureOfSaved } from '../../state/library/pictures/saved-pictures.ts';
import { useServices, useStudio } from '../window-context.tsx';

/** The address of the picture of a saved pose of a library in `folder` that is in view: null while it is read or drawn, empty where there is none. */
export function usePicture(saved: SavedPose, folder: string | null): string | null {
  const { studio, parts } = useServices();
  const rig = useStudio((state) => state.document?.rig);
  const pictures = posePicturesOf(studio);
  const subscribe = useCallback((listener: () => void) => pictures.subscribe(listener), [pictures]);
  // On another character what was drawn looks different.
  useEffect(
    () => pictures.see(folder, saved, async (seen) => (rig ? pictureOfSaved(studio.getState(), rig, parts.viewport, seen) : '')),
    [pictures, folder, saved, rig, studio, parts],
  );
  return useSyncExternalStore(subscribe, () => pictures.addressOf(folder, saved));
}
