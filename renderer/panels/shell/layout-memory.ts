import type { DockviewApi } from 'dockview-react';
import { changeSetting } from '../../state/settings.ts';
import type { Studio } from '../../state/studio.ts';
import { PANEL_NAMES } from '../../state/window-parts.ts';
import type { Arrangement } from './arrange.ts';

export function rememberLayout(studio: Studio, arrangement: Arrangement, api: DockviewApi): void {
  const { layouts } = studio.getState().session.settings;
  const layout = JSON.stringify(api.toJSON());
  if (layouts[arrangement] !== layout) changeSetting(studio, 'layouts', { ...layouts, [arrangement]: layout });
}

export function forgetLayout(studio: Studio, arrangement: Arrangement): void {
  const { [arrangement]: _, ...others } = studio.getState().session.settings.layouts;
  changeSetting(studio, 'layouts', others);
}

/** Brings back the remembered arrangement; false when there is none that can be used. */
export function recallLayout(studio: Studio, arrangement: Arrangement, api: DockviewApi): boolean {
  const stored = studio.getState().session.settings.layouts[arrangement];
  if (stored === undefined) return false;
  if (applyLayout(api, stored)) return true;
  api.clear();
  forgetLayout(studio, arrangement);
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
