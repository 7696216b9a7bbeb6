import type { TimeUnit } from '../../electron/contract.ts';
import { readIn, readNumber } from './units.ts';

/** A frame as the timeline shows it: its number, or its seconds with two decimals. */
export function showTime(unit: TimeUnit, frame: number, fps: number): string {
  return unit === 'frames' ? String(frame) : `${(frame / fps).toFixed(2)} s`;
}

/** A frame in words. */
export function timeInWords(unit: TimeUnit, frame: number, fps: number): string {
  return unit === 'frames' ? `Frame ${frame}` : showTime(unit, frame, fps);
}

const FRAMES: ReadonlySet<string> = new Set(['f', 'fr', 'frame', 'frames']);

/** The frame, perhaps between two, that a typed text means: a number of the unit, or frames (“12 f”) or a time (“0.5 s”). Null when it means none. */
export function readFrame(unit: TimeUnit, text: string, fps: number): number | null {
  const read = readNumber(text);
  if (!read) return null;
  const { number, written } = read;
  if (FRAMES.has(written) || (written === '' && unit === 'frames')) return number;
  const seconds = readIn('s', text);
  return seconds === null ? null : seconds * fps;
}
