import type { DockviewApi } from 'dockview-react';
import type { Studio } from '../../state/studio.ts';
import { arrange, arrangementFor, rescale, type Arrangement } from './arrange.ts';
import { recallLayout, rememberLayout } from './layout-memory.ts';

export interface FollowedWindow {
  /** The kind of window that the panels are arranged for now. */
  arrangement(): Arrangement;
  stop(): void;
}

/**
 * Arranges the panels as the user left them for a window of this kind, or as in a new one, and again when the window becomes one of the other
 * kind; they grow with the scale.
 */
export function followWindow(studio: Studio, api: DockviewApi): FollowedWindow {
  const scaleNow = () => studio.getState().session.settings.scale;
  const kindNow = () => arrangementFor(window.innerWidth, scaleNow());
  let kind = kindNow();
  let scale = scaleNow();

  const bringBack = () => {
    if (!recallLayout(studio, { arrangement: kind, scale }, api)) arrange(api, kind, scale);
  };
  const follow = () => {
    const next = kindNow();
    const before = scale;
    scale = scaleNow();
    if (next !== kind) {
      kind = next;
      bringBack();
    } else if (scale !== before) rescale(api, kind, before, scale);
  };

  bringBack();
  const remembering = api.onDidLayoutChange(() => {
    if (kindNow() === kind && scaleNow() === scale) rememberLayout(studio, { arrangement: kind, scale }, api);
  });
  // The panels take on the window's size a moment later.
  const observer = new ResizeObserver(() => requestAnimationFrame(follow));
  observer.observe(document.documentElement);
  const unsubscribe = studio.subscribe(({ session }, before) => {
    if (session.settings.scale !== before.session.settings.scale) follow();
  });
  return {
    arrangement: () => kind,
    stop: () => {
      remembering.dispose();
      observer.disconnect();
      unsubscribe();
    },
  };
}
