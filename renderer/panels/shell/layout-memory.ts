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
  const stored = remembered();
  if (stored === null) return false;
  if (applyLayout(api, stored)) return true;
  api.clear();
  forgetLayout();
  return false;
}

/** Whether the panels could be arranged so; where not, they may be in no order at all. */
export function applyLayout(api: DockviewApi, layout: string): boolean {
  try {
    api.fromJSON(JSON.parse(layout));
    return PANEL_NAMES.every((name) => api.getPanel(name));
  } catch {
    // What was stored is not a layout (any more).
    return false;
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
