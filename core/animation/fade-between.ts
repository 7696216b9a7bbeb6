import { smooth } from '../math/soft-stretch.ts';

/**
 * Fills the frames of a correction that are not held: from each held stretch it fades to nothing within `release` frames, and
 * where the next one is nearer than both fades, it passes smoothly from one to the other. `values`: as many numbers for each frame, changed in place.
 */
export function fadeBetween(values: Float64Array, held: Uint8Array, release: number): void {
  const count = held.length;
  const size = values.length / count;
  let previous = -1;
  for (let frame = 0; frame <= count; frame++) {
    if (frame < count && held[frame] === 0) continue;
    fillGap(values, size, previous, frame < count ? frame : -1, release);
    previous = frame;
  }
}

/** Fills the frames, of `size` numbers each, between the held frames `before` and `after` (−1: none). */
function fillGap(values: Float64Array, size: number, before: number, after: number, release: number): void {
  const to = after < 0 ? values.length / size : after;
  const isShort = before >= 0 && after >= 0 && after - before < 2 * release;
  for (let frame = before + 1; frame < to; frame++) {
    const sinceBefore = before < 0 ? 1 : (frame - before) / (isShort ? after - before : release);
    const weightBefore = 1 - smooth(sinceBefore);
    const weightAfter = isShort ? 1 - weightBefore : after < 0 ? 0 : 1 - smooth((after - frame) / release);
    for (let c = 0; c < size; c++) {
      const a = before < 0 ? 0 : values[size * before + c]!;
      const b = after < 0 ? 0 : values[size * after + c]!;
      values[size * frame + c] = weightBefore * a + weightAfter * b;
    }
  }
}

/** Seconds over which what holds a hand, a foot or the body fades out before and after it. */
const RELEASE = 0.2;

/** The same in frames. */
export function releaseFrames(fps: number): number {
  return Math.max(1, Math.round(RELEASE * fps));
}
