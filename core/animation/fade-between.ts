import { smooth } from '../math/soft-stretch.ts';

/**
 * Fills the frames of a correction that are not held: from each held stretch it fades to nothing within `release` frames, and
 * where the next one is nearer than both fades, it passes smoothly from one to the other. `values`: 3 × frames, changed in place.
 */
export function fadeBetween(values: Float64Array, held: Uint8Array, release: number): void {
  const count = held.length;
  let previous = -1;
  for (let frame = 0; frame <= count; frame++) {
    if (frame < count && held[frame] === 0) continue;
    fillGap(values, previous, frame < count ? frame : -1, previous < 0 ? 0 : previous + 1, Math.min(frame, count), release);
    previous = frame;
  }
}

/** Fills frames `from` to `to` (excluded) between the held frames `before` and `after` (−1: none). */
function fillGap(values: Float64Array, before: number, after: number, from: number, to: number, release: number): void {
  const isShort = before >= 0 && after >= 0 && after - before < 2 * release;
  for (let frame = from; frame < to; frame++) {
    const sinceBefore = before < 0 ? 1 : (frame - before) / (isShort ? after - before : release);
    const weightBefore = 1 - smooth(sinceBefore);
    const weightAfter = isShort ? 1 - weightBefore : after < 0 ? 0 : 1 - smooth((after - frame) / release);
    for (let c = 0; c < 3; c++) {
      const a = before < 0 ? 0 : values[3 * before + c]!;
      const b = after < 0 ? 0 : values[3 * after + c]!;
      values[3 * frame + c] = weightBefore * a + weightAfter * b;
    }
  }
}

/** Seconds over which what holds a hand, a foot or the body fades out before and after it. */
const RELEASE = 0.2;

/** The same in frames. */
export function releaseFrames(fps: number): number {
  return Math.max(1, Math.round(RELEASE * fps));
}
