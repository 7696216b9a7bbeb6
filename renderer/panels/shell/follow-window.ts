import type { DockviewApi } from 'dockview-react';
import type { Studio } from '../../state/studio.ts';
import { arrange, arrangementFor, giveSides, readMovedSides, readSides, type Arrangement, type SideSizes } from './arrange.ts';
import { recallLayout, rememberLayout } from './layout-memory.ts';

export interface FollowedWindow {
  /** The kind of window that the panels are arranged for now. */
  arrangement(): Arrangement;
  stop(): void;
}

/**
 * Arranges the panels as the user left them for a window of this kind, or as in a new one, and again when the window becomes one of the other
 * kind. What stands beside the viewport grows with the scale, and its columns in a window that is wider than usual.
 */
export function followWindow(studio: Studio, api: DockviewApi): FollowedWindow {
  const scaleNow = () => studio.getState().session.settings.scale;
  const kindNow = () => arrangementFor(window.innerWidth, scaleNow());
  let kind = kindNow();
  let scale = scaleNow();
  let room = { width: 0, height: 0 };
  const hasRoom = () => api.width === room.width && api.height === room.height;

  /** Of the kind of window that it is not now: what is read again differs by the gaps, a little more each time. */
  let others: SideSizes = new Map();
  const bringBack = () => {
    if (!recallLayout(studio, { arrangement: kind, scale }, api)) arrange(api, kind, scale);
    return readMovedSides(api, kind, scale, others);
  };
  let sides = bringBack();

  const follow = () => {
    const next = kindNow();
    const isResized = !hasRoom() || scale !== scaleNow();
    const isFirst = room.width === 0;
    scale = scaleNow();
    room = { width: api.width, height: api.height };
    if (next !== kind) {
      kind = next;
      [sides, others] = [bringBack(), sides];
    } else if (isFirst) sides = readSides(api, kind, scale);
    else if (isResized && !api.hasMaximizedGroup()) giveSides(api, kind, scale, sides);
  };

  const remembering = api.onDidLayoutChange(() => {
    // While the window is changing, sizes are not what the user chose.
    if (kindNow() !== kind || scaleNow() !== scale || !hasRoom()) return;
    if (!api.hasMaximizedGroup()) sides = readMovedSides(api, kind, scale, sides);
    rememberLayout(studio, { arrangement: kind, scale }, api);
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
