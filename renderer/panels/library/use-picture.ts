import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { posePicturesOf } from '../../state/pose-pictures.ts';
import { useServices } from '../window-context.tsx';

/** The address of the picture of a saved pose of a library in `folder` that is in view: null while it is not known, empty where there is none. */
export function usePicture(saved: SavedPose, folder: string | null): string | null {
  const { studio } = useServices();
  const pictures = posePicturesOf(studio);
  const subscribe = useCallback((listener: () => void) => pictures.subscribe(listener), [pictures]);
  useEffect(() => pictures.see(folder, saved), [pictures, folder, saved]);
  return useSyncExternalStore(subscribe, () => pictures.addressOf(folder, saved));
}
