import type { Steps } from './steps.ts';

/**
 * Key frames without those that are not needed. `farAt` names frames, at least one where any is, that are too far off when only the given ones have keys;
 * with all of `frames` none is. No two neighbours are left out at once, as each may be needed without the other, and what turns out to be needed comes back.
 * The first and the last frame stay.
 */
export function* withoutNeedlessKeys(
  frames: readonly number[],
  farAt: (frames: readonly number[]) => readonly number[],
): Steps<readonly number[]> {
  const untried = new Set(frames.slice(1, -1));
  let kept = frames;
  while (untried.size > 0) {
    const left = new Set<number>();
    kept.forEach((frame, i) => {
      if (untried.has(frame) && !left.has(kept[i - 1]!)) left.add(frame);
    });
    for (const frame of left) untried.delete(frame);
    const rest = () => kept.filter((frame) => !left.has(frame));
    while (left.size > 0) {
      yield 1 - untried.size / frames.length;
      const tried = rest();
      const far = farAt(tried);
      if (far.length === 0) break;
      for (const frame of far.map((each) => missedAt(each, tried, left))) left.delete(frame);
    }
    kept = rest();
  }
  return kept;
}

/** The frame that was left out nearest to one that is too far off: between the keys beside that one if there is any, as it decides most there. */
function missedAt(far: number, kept: readonly number[], left: ReadonlySet<number>): number {
  const [from, to] = [kept.findLast((frame) => frame < far) ?? -Infinity, kept.find((frame) => frame > far) ?? Infinity];
  const between = [...left].filter((frame) => frame > from && frame < to);
  const candidates = between.length > 0 ? between : [...left];
  return candidates.reduce((best, each) => (Math.abs(each - far) < Math.abs(best - far) ? each : best), Infinity);
}
