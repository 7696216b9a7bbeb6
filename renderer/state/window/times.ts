import type { TimeUnit } from '../../../electron/contract.ts';
import { readIn, readNumber } from './units.ts';

/** A frame as the timeline shows it: its number, or its seconds with two decimals. */
export function showTime(unit: TimeUnit, frame: number, fps: number): string {
  return unit === 'frames' ? String(frame) : `${(frame / fps).toFixed(2)} s`;
}

/** A frame in words: “Frame 12”, or “0.50 s”. */
export function timeInWords(unit: TimeUnit, frame: number, fps: number): string {
  return unit === 'frames' ? `Frame ${frame}` : showTime(unit, frame, fps);
}

/** The same within a sentence. */
export function timeInSentence(unit: TimeUnit, frame: number, fps: number): string {
  return timeInWords(unit, frame, fps).toLowerCase();
}

/** Several of them within a sentence: “frames 10, 20”, or “0.42 s, 0.83 s”. */
export function timesInSentence(unit: TimeUnit, frames: readonly number[], fps: number): string {
  const shown = frames.map((frame) => showTime(unit, frame, fps)).join(', ');
  return unit === 'frames' ? `${frames.length === 1 ? 'frame' : 'frames'} ${shown}` : shown;
}

/** A stretch within a sentence: “frames 3 to 9”, or “0.13 s to 0.38 s”. */
export function rangeInSentence(unit: TimeUnit, first: number, last: number, fps: number): string {
  const shown = `${showTime(unit, first, fps)} to ${showTime(unit, last, fps)}`;
  return unit === 'frames' ? `frames ${shown}` : shown;
}

/** How long so many frames are: “24 frames”, or “1.00 s”. */
export function durationInWords(unit: TimeUnit, frames: number, fps: number): string {
  return unit === 'frames' ? `${frames} ${frames === 1 ? 'frame' : 'frames'}` : showTime(unit, frames, fps);
}

/** The same of a length in seconds, to the nearest frame. */
export function lengthInWords(unit: TimeUnit, seconds: number, fps: number): string {
  return durationInWords(unit, Math.round(seconds * fps), fps);
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
