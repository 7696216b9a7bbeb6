import { setPin } from '../../core/document/edits/posing.ts';
import type { HandleName, PinSettings } from '../../core/humanoid/body/handles.ts';
import { commitEdit } from './editing.ts';
import { inWords } from './joint-labels.ts';
import type { Studio, StudioState } from './studio.ts';

const NOT_PINNED: PinSettings = { translation: false, rotation: false, weight: 1 };

/** How a handle is pinned; keeps neither place nor direction where it is not. */
export function pinOf(state: StudioState, handle: HandleName): PinSettings {
  return state.document?.history.present.pins[handle] ?? NOT_PINNED;
}

export function isPinned(state: StudioState, handle: HandleName): boolean {
  return state.document?.history.present.pins[handle] !== undefined;
}

/** Pins the place and the direction of a handle, or lets it go. */
export function togglePin(studio: Studio, handle: HandleName): void {
  const pinned = isPinned(studio.getState(), handle);
  commitEdit(studio, `${pinned ? 'Unpin' : 'Pin'} ${inWords(handle).toLowerCase()}`, (project) =>
    setPin(project, handle, pinned ? null : { ...NOT_PINNED, translation: true, rotation: true }),
  );
}

/** Changes what of a handle is pinned, and how much that counts. */
export function changePin(studio: Studio, handle: HandleName, change: Partial<PinSettings>): void {
  const pin = { ...pinOf(studio.getState(), handle), ...change };
  commitEdit(studio, `Pin of ${inWords(handle).toLowerCase()}`, (project) => setPin(project, handle, pin));
}
