import { save } from './saving.ts';
import { hasUnsavedChanges, type Studio, type StudioState } from '../studio.ts';

/**
 * Saves a project that lies in a folder when its changes have waited for as long as the setting says, and nothing is being dragged. `tick` calls
 * back every few seconds and returns how to stop.
 */
export function followAutosave(studio: Studio, tick: (callback: () => void) => () => void): () => void {
  let unsavedSince: number | null = null;
  return tick(() => {
    const state = studio.getState();
    const isWaiting = hasUnsavedChanges(state) && state.document?.folder != null;
    if (!isWaiting) {
      unsavedSince = null;
      return;
    }
    const now = studio.clock.now();
    unsavedSince ??= now;
    const { autosave } = state.session.settings;
    if (autosave === 0 || isGestureUnderWay(state) || now - unsavedSince < 60 * autosave) return;
    unsavedSince = null;
    void save(studio);
  });
}

/** What comes live is no gesture that ends. */
function isGestureUnderWay({ transient: { preview } }: StudioState): boolean {
  return preview !== null && preview.cause !== 'live';
}
