import { readFileSync, writeFileSync } from 'node:fs';
import { toDegrees } from '../../core/math/angles.ts';
import { whyItFailed } from './storage/explain-failure.ts';
import type { LargestErrors } from '../../core/formats/clips/largest-errors.ts';
import type { WrittenMotion } from '../../core/formats/clips/write-clip.ts';

/** What a motion file turned out to be when it was read back. */
export interface ComparedFile extends LargestErrors {
  readonly bytes: number;
  /** Sentences about what the format could not hold, and about a difference that is too large. */
  readonly warnings: readonly string[];
}

/**
 * Writes a motion to a path where nothing is yet, flushes it, reads it back from the disk and compares. `onProgress` hears how far the
 * comparison is, 0 to 1. Throws an `Error` with one sentence.
 */
export function writeAndCompare(
  path: string,
  { bytes, compare, warnings }: WrittenMotion,
  onProgress?: (share: number) => void,
): ComparedFile {
  try {
    writeFileSync(path, bytes, { flag: 'wx', flush: true });
  } catch (error) {
    throw new Error(`the file could not be written: ${whyItFailed(error)}`, { cause: error });
  }
  const errors = compare(new Uint8Array(readFileSync(path)), onProgress);
  return { bytes: bytes.byteLength, ...errors, warnings: [...warnings, ...differenceNotes(errors)] };
}

/** Whether a re-read is farther from what was shown than rounding explains: 0.1 mm or 0.05°. `distance` in metres, `angle` in radians. */
export function differs({ distance, angle }: Pick<LargestErrors, 'distance' | 'angle'>): boolean {
  return distance > 1e-4 || toDegrees(angle) > 0.05;
}

function differenceNotes(errors: LargestErrors): string[] {
  return differs(errors) ? ['the file differs from what was shown by more than rounding explains'] : [];
}
