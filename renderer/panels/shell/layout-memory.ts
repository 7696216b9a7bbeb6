import type { DockviewApi, SerializedDockview } from 'dockview-react';
import { changeSetting } from '../../state/window/settings.ts';
import type { Studio } from '../../state/studio.ts';
import { LASTING_PANELS, roomOf, type Arrangement } from './arrange.ts';
import { fitLayout } from './fit-layout.ts';

/** What a remembered arrangement is for: its sizes are pixels. */
export interface LayoutKind {
  readonly arrangement: Arrangement;
  readonly scale: number;
}

function keyOf({ arrangement, scale }: LayoutKind): string {
  return `${arrangement} ${scale}`;
}

export function rememberLayout(studio: Studio, kind: LayoutKind, api: DockviewApi): void {
  const { layouts } = studio.getState().session.settings;
  const layout = JSON.stringify(api.toJSON());
  if (layouts[keyOf(kind)] !== layout) changeSetting(studio, 'layouts', { ...layouts, [keyOf(kind)]: layout });
}

export function forgetLayout(studio: Studio, kind: LayoutKind): void {
  const { [keyOf(kind)]: _, ...others } = studio.getState().session.settings.layouts;
  changeSetting(studio, 'layouts', others);
}

/** Brings back the remembered arrangement; false when there is none that can be used. */
export function recallLayout(studio: Studio, kind: LayoutKind, api: DockviewApi): boolean {
  const stored = studio.getState().session.settings.layouts[keyOf(kind)];
  if (stored === undefined) return false;
  if (applyLayout(api, stored, kind.scale)) return true;
  api.clear();
  forgetLayout(studio, kind);
  return false;
}

/**
 * Whether the panels could be arranged so, the viewport larger or smaller than it was with the window; those that are there already are kept as they are. Where
 * not, they may be in no order at all.
 */
export function applyLayout(api: DockviewApi, layout: string, scale: number): boolean {
  try {
    api.fromJSON(fitLayout(JSON.parse(layout) as SerializedDockview, roomOf(api), scale), { reuseExistingPanels: true });
    return LASTING_PANELS.every((name) => api.getPanel(name));
  } catch {
    // What was stored is not a layout (any more).
    return false;
  }
}
