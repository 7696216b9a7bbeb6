import type { DockviewApi } from 'dockview-react';
import type { Studio } from '../../state/studio.ts';
import {
  arrange,
  arrangementFor,
  GAP,
  giveSides,
  readMovedSides,
  readSides,
  type Arrangement,
  type SideSizes,
} from './arrange.ts';
import { recallLayout, rememberLayout } from './layout-memory.ts';

/** Pixels, at the scale 1, that are left of a panel which gives its room to messages. */
const TAB_LINE = 34;

export interface FollowedWindow {
  /** The kind of window that the panels are arranged for now. */
  arrangement(): Arrangement;
  stop(): void;
}

/**
 * Arranges the panels as the user left them for a window of this kind, or as in a new one, and again when the window becomes one of the other
 * kind. What stands beside the viewport grows with the scale, and its columns in a window that is wider than usual. Where the line of messages takes room
 * from the panels or gives it back, the viewport keeps its height.
 */
export function followWindow(studio: Studio, api: DockviewApi, panels: Element): FollowedWindow {
  const scaleNow = () => studio.getState().session.settings.scale;
  const kindNow = () => arrangementFor(window.innerWidth, scaleNow());
  let kind = kindNow();
  let scale = scaleNow();
  let room = { width: 0, height: 0 };
  /** Pixels of the line of messages. */
  let line = 0;
  /** Pixels of the viewport's height: what it is to have, and what was left of that. */
  let viewport = { wanted: 0, given: 0 };
  const hasRoom = () => api.width === room.width && api.height === room.height;

  const bringBack = () => {
    if (!recallLayout(studio, { arrangement: kind, scale }, api)) arrange(api, kind, scale);
  };
  bringBack();
  let sides: SideSizes = new Map();
  /** Of the kind of window that it is not now: read again from panels whose room is still another, they would get a little less each time. */
  let others: SideSizes = new Map();
  const settleSides = () => {
    if (sides.size === 0) sides = readSides(api, kind, scale);
    else giveSides(api, kind, scale, sides);
  };

  const viewportGroup = () => api.getPanel('viewport')?.group.api;

  const measureViewport = () => {
    const height = viewportGroup()?.height ?? 0;
    if (!api.hasMaximizedGroup() && height !== viewport.given) viewport = { wanted: height, given: height };
  };

  const keepViewport = () => {
    const group = viewportGroup();
    if (!group || api.hasMaximizedGroup() || viewport.wanted === 0) return;
    const { wanted } = viewport;
    for (const each of api.groups) if (each.api !== group) each.api.setConstraints({ minimumHeight: TAB_LINE * scale });
    group.setSize({ height: wanted });
    // A size that is set has a share of the gaps in it.
    const gaps = wanted - group.height;
    if (gaps > 0 && gaps <= GAP) group.setSize({ height: wanted + gaps });
    viewport = { wanted, given: group.height };
  };

  const follow = () => {
    const taken = lineHeight() - line;
    const isOfLine = taken !== 0 && api.width === room.width && Math.abs(room.height - api.height - taken) < GAP;
    if (!hasRoom()) line = lineHeight();
    if (isOfLine) {
      room = { width: api.width, height: api.height };
      keepViewport();
      return;
    }
    const next = kindNow();
    const isResized = !hasRoom() || scale !== scaleNow();
    const isFirst = room.width === 0;
    scale = scaleNow();
    room = { width: api.width, height: api.height };
    if (next !== kind) {
      kind = next;
      [sides, others] = [others, sides];
      bringBack();
      settleSides();
    } else if (isFirst || (isResized && !api.hasMaximizedGroup())) settleSides();
    measureViewport();
  };

  const remembering = api.onDidLayoutChange(() => {
    // While the window is changing, sizes are not what the user chose.
    if (kindNow() !== kind || scaleNow() !== scale || !hasRoom()) return;
    if (!api.hasMaximizedGroup()) sides = readMovedSides(api, kind, scale, sides);
    rememberLayout(studio, { arrangement: kind, scale }, api);
    measureViewport();
  });
  // The panels take on the window's size a moment later.
  const observer = new ResizeObserver(() => requestAnimationFrame(follow));
  observer.observe(document.documentElement);
  observer.observe(panels);
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

/** Pixels that the line of messages takes from the panels. */
function lineHeight(): number {
  return document.querySelector('.messages.on-line')?.getBoundingClientRect().height ?? 0;
}
