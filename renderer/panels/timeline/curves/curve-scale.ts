import type { TimeSpan } from '../scale.ts';

/** Values from the bottom of the curves to their top, in the channels' units. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** Share of the range that stays free above and below. */
const MARGIN = 0.12;
/** Units that the range spans at least: a joint that rests is a line, not noise. */
const LEAST = 20;

/** A range in which all values are seen. */
export function rangeOf(values: Iterable<number>): ValueRange {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 0];
  const middle = (low + high) / 2;
  const half = Math.max(LEAST / 2, ((1 + 2 * MARGIN) * (high - low)) / 2);
  return { low: middle - half, high: middle + half };
}

/** Where a value stands, 0 at the top to 1 at the bottom. */
export function downOf({ low, high }: ValueRange, value: number): number {
  return (high - value) / (high - low);
}

/** Values at which lines are drawn: round ones, a few of them. */
export function valueTicks({ low, high }: ValueRange): readonly number[] {
  const step = STEPS.find((each) => (high - low) / each <= MOST_LINES) ?? STEPS.at(-1)!;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step);
}

const MOST_LINES = 6;
const STEPS: readonly number[] = [1, 2, 5, 10, 15, 30, 45, 90, 180, 360, 1000, 5000];

/** Pixels between two samples of a curve. */
const SAMPLE_GAP = 2;
/** Seconds before a key at which its curve is looked at too: a held value jumps there. */
const BEFORE = 1e-6;

/** Rising times at which curves are sampled: close enough to be smooth on screen, and at every key, and right before it. */
export function sampleTimes(span: TimeSpan, duration: number, width: number, keys: readonly number[]): readonly number[] {
  const [from, to] = [Math.max(0, span.start), Math.min(duration, span.start + span.length)];
  const count = Math.max(1, Math.ceil((((to - from) / span.length) * width) / SAMPLE_GAP));
  const even = Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
  const around = keys.flatMap((time) => [time - BEFORE, time]).filter((time) => time > from && time < to);
  return [...new Set([...even, ...around])].sort((a, b) => a - b);
}
