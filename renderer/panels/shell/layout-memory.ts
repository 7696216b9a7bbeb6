import type { DockviewApi } from 'dockview-react';
import { PANEL_NAMES } from '../../state/window-parts.ts';

/** Changes when the set of panels changes, so that an arrangement without a new panel is not brought back. */
const STORAGE_KEY = 'limber.layout.2';

export function rememberLayout(api: DockviewApi): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(api.toJSON()));
  } catch {
    // A window without storage forgets its layout; nothing else depends on it.
  }
}

export function forgetLayout(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}

/** Brings back the remembered arrangement; false when there is none that can be used. */
export function recallLayout(api: DockviewApi): boolean {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored === null) return false;
    api.fromJSON(JSON.parse(stored));
    if (PANEL_NAMES.every((name) => api.getPanel(name))) return true;
  } catch {
    // What was stored is not a layout (any more): start afresh.
  }
  api.clear();
  forgetLayout();
  return false;
}
