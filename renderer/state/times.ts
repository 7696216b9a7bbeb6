import type { TimeUnit } from '../../electron/contract.ts';

/** A frame as the timeline shows it: its number, or its seconds with two decimals. */
export function showTime(unit: TimeUnit, frame: number, fps: number): string {
  return unit === 'frames' ? String(frame) : `${(frame / fps).toFixed(2)} s`;
}

/** A frame in words. */
export function timeInWords(unit: TimeUnit, frame: number, fps: number): string {
  return unit === 'frames' ? `Frame ${frame}` : showTime(unit, frame, fps);
}
