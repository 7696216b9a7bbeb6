import type { Pose } from '../../core/skeleton/pose.ts';
import type { Desktop } from '../../electron/contract.ts';
import { type Clock, createClock } from './clock.ts';
import type { DocumentState } from './document-state.ts';
import { INITIAL_SESSION, type SessionState } from './session-state.ts';
import type { TransientState } from './transient-state.ts';
import type { WindowParts } from './window-parts.ts';
import { watchWrites } from './writing.ts';
import { type StoreApi, createStore } from 'zustand/vanilla';

/**
 * The window's state, sorted by lifetime. The viewport and the panels are derived from it, one way; only the functions
 * of `renderer/state` and the tools change it.
 */
export interface StudioState {
  readonly document: DocumentState | null;
  readonly session: SessionState;
  readonly transient: TransientState;
}

export interface Studio extends StoreApi<StudioState> {
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly parts: WindowParts;
}

export function createStudio(
  desktop: Desktop,
  clock: Clock = createClock(),
  parts: WindowParts = { viewport: null, workspace: null },
): Studio {
  const store = createStore<StudioState>(() => ({
    document: null,
    session: INITIAL_SESSION,
    transient: { preview: null, feedback: null },
  }));
  const watched = watchWrites(desktop, (writing) => {
    const { session } = store.getState();
    store.setState({ session: { ...session, writing } });
  });
  return { ...store, desktop: watched, clock, parts };
}

/** Whether the document differs from what was last saved or opened. */
export function hasUnsavedChanges(state: StudioState): boolean {
  return state.document !== null && state.document.history.present !== state.document.saved;
}

/** The pose on screen: the preview of a gesture while there is one, else the document's. */
export function shownPose(state: StudioState): Pose | null {
  return state.transient.preview?.pose ?? state.document?.history.present.pose ?? null;
}
