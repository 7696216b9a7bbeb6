import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { join } from 'node:path';
import { z } from 'zod';
import { createSettingsFile, type SettingsFile } from '../services/settings-file.ts';

const placeSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().min(400).max(20_000),
  height: z.number().min(300).max(20_000),
  maximized: z.boolean(),
});

/** Where the window was, in screen points. */
export type WindowPlace = z.infer<typeof placeSchema>;

/** Points of the window that must be on some display for it to be found again. */
const VISIBLE_PART = 100;
/** Milliseconds of quiet before a moved window's place is written. */
const WRITE_DELAY = 500;

export function windowPlaceFile(dataFolder: string): SettingsFile<WindowPlace | null> {
  return createSettingsFile<WindowPlace | null>(join(dataFolder, 'window.json'), placeSchema.nullable(), null);
}

/** The place to open at: null when it would not be on any display of today. */
export function usablePlace(place: WindowPlace | null): WindowPlace | null {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  return place && areas.some((area) => overlaps(place, area)) ? place : null;
}

/** Remembers where the window is, whenever it was moved, resized or maximized. */
export function keepPlace(window: BrowserWindow, file: SettingsFile<WindowPlace | null>): void {
  let timer: NodeJS.Timeout | null = null;
  const write = () => {
    if (window.isDestroyed()) return;
    const place = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    file
      .update(() => place)
      .catch(() => {
        // A place that cannot be written is not worth a message.
      });
  };
  const later = () => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(write, WRITE_DELAY);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('maximize', later);
  window.on('unmaximize', later);
  window.on('close', write);
}

function overlaps(place: Rectangle, area: Rectangle): boolean {
  const width = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const height = Math.min(place.y + place.height, area.y + area.height) - Math.max(place.y, area.y);
  return width >= VISIBLE_PART && height >= VISIBLE_PART;
}
