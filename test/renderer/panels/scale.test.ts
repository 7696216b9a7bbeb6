import { describe, expect, test } from 'vitest';
import { createClip } from '../../../core/animation/keys.ts';
import {
  drawnSpan,
  hiddenAfter,
  isInRun,
  keyRuns,
  pressedSides,
  shareOf,
  shifted,
  ticks,
  timeAt,
  wholeClip,
  zoomed,
  visibleTimes,
} from '../../../renderer/panels/timeline/scale.ts';

const clip = createClip('c', 'Clip', { fps: 30, duration: 2 });

describe('The span of the timeline', () => {
  test('shows the whole clip with a margin at first', () => {
    const span = wholeClip(clip);
    expect(shareOf(span, 0)).toBeGreaterThan(0);
    expect(shareOf(span, 2)).toBeLessThan(1);
    expect(timeAt(span, shareOf(span, 1.25))).toBeCloseTo(1.25, 12);
  });

  test('zooms about the pointer: the time under it stays there', () => {
    const span = wholeClip(clip);
    const closer = zoomed(span, clip, 0.8, 0.5);
    expect(closer.length).toBeCloseTo(span.length / 2, 12);
    expect(shareOf(closer, 0.8)).toBeCloseTo(shareOf(span, 0.8), 12);
  });

  test('never shows more than the clip or less than a few frames', () => {
    const span = wholeClip(clip);
    expect(zoomed(span, clip, 1, 100)).toEqual({ start: expect.closeTo(span.start, 12), length: span.length });
    expect(zoomed(span, clip, 1, 1e-9).length).toBeCloseTo(6 / 30, 12);
    const closer = zoomed(span, clip, 1, 0.25);
    expect(shifted(closer, clip, -99).start).toBe(span.start);
    expect(shifted(closer, clip, 99).start + closer.length).toBeCloseTo(span.start + span.length, 12);
  });
});

describe('Ticks', () => {
  test('stand on frames from the first to the last, with room for their numbers', () => {
    const span = wholeClip(clip);
    for (const width of [200, 600, 1200, 3000]) {
      const all = ticks(span, clip, width);
      expect(all[0]?.frame).toBe(0);
      expect(all.every(({ frame, time }) => Number.isInteger(frame) && time === frame / 30 && frame <= 60)).toBe(true);
      const labelled = all.filter(({ isLabelled }) => isLabelled).map(({ time }) => shareOf(span, time) * width);
      const gaps = labelled.slice(1).map((at, i) => at - (labelled[i] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(55.9);
    }
  });

  test('of a long clip stay few', () => {
    const long = createClip('c', 'Clip', { fps: 120, duration: 600 });
    expect(ticks(wholeClip(long), long, 1000).length).toBeLessThan(200);
  });

  test('of a view without width are none', () => {
    expect(ticks(wholeClip(clip), clip, 0)).toEqual([]);
  });
});

describe('keys that are drawn', () => {
  const CAPTURED = Array.from({ length: 10_000 }, (_, i) => i / 120);
  const whole = { start: 0, length: 10_000 / 120 };

  test('are no more than have room, however many there are: one for five pixels at most, chosen or not', () => {
    for (const [width, chosen] of [300, 1000, 1900].flatMap((each) => [[each, []] as const, [each, CAPTURED] as const])) {
      const drawn = visibleTimes(CAPTURED, whole, width, new Set(chosen));
      expect(drawn.length).toBeGreaterThan(width / 9);
      expect(drawn.length).toBeLessThanOrEqual(width / 5 + 1);
    }
  });

  test('say how many others they stand for', () => {
    const drawn = visibleTimes(CAPTURED, whole, 1000, new Set());
    const hidden = hiddenAfter(CAPTURED, drawn, whole);
    expect(hidden).toHaveLength(drawn.length);
    expect(hidden.reduce((sum, each) => sum + each, drawn.length)).toBe(CAPTURED.length);
    const half = { start: 0, length: whole.length / 2 };
    expect(hiddenAfter([0, 1, 2, 60], [0, 2], half)).toEqual([1, 0]);
    expect(hiddenAfter([-1, 0, 1, 60], [0], half)).toEqual([1]);
  });

  test('stay the same while the view moves along a little, and hold all that is in view', () => {
    const length = wholeClip(clip).length / 4;
    const starts = Array.from({ length: 200 }, (_, i) => -0.3 + (i * length) / 80);
    const drawn = starts.map((start) => drawnSpan({ start, length }, clip));
    starts.forEach((start, i) => {
      expect(drawn[i]!.start).toBeLessThanOrEqual(start);
      expect(drawn[i]!.start + drawn[i]!.length).toBeGreaterThanOrEqual(start + length);
    });
    expect(new Set(drawn.map(({ start }) => start)).size).toBeLessThan(13);
    expect(new Set(drawn.map((each) => each.length))).toEqual(new Set([1.25 * length]));
  });

  test('stay the same while the view zooms by less than twice, with room for the longest of its views', () => {
    const { start, length } = wholeClip(clip);
    const drawn = Array.from({ length: 61 }, (_, i) => {
      const span = { start, length: length * 2 ** (-i / 20) };
      const each = drawnSpan(span, clip);
      expect(each.start).toBeLessThanOrEqual(span.start);
      expect(each.start + each.length).toBeGreaterThanOrEqual(span.start + span.length);
      expect(each.view).toBeGreaterThanOrEqual(span.length);
      expect(each.view).toBeLessThan(2.001 * span.length);
      return each;
    });
    expect(drawn[0]!.view).toBe(length);
    expect(new Set(drawn.map(({ view }) => view)).size).toBe(4);
  });

  test('are those in view, all of them where there is room', () => {
    const span = { start: 10, length: 1 };
    expect(visibleTimes(CAPTURED, span, 1000, new Set())).toEqual(CAPTURED.filter((time) => time >= 10 && time <= 11));
  });

  test('are the chosen ones beside others that leave them no room, and in view', () => {
    const chosen = new Set([CAPTURED[501]!, CAPTURED[700]!]);
    const drawn = visibleTimes(CAPTURED, whole, 300, chosen);
    for (const time of chosen) expect(drawn).toContain(time);
    expect(visibleTimes(CAPTURED, { start: 40, length: 1 }, 300, chosen)).not.toContain(CAPTURED[501]);
  });
});

test('a press means the key within 12 pixels, and between two keys the nearer one', () => {
  const span = { start: 0, length: 10 };
  expect(pressedSides([1, 2, 2.1, 2.16], span, 1000)).toEqual([12, 12, 5, 3, 12].map((value) => expect.closeTo(value, 9)));
  expect(pressedSides([], span, 1000)).toEqual([12, 12]);
});

describe('keys that are too close for marks of their own', () => {
  const span = { start: 0, length: 10 };
  const runs = (times: readonly number[], width = 1000) => keyRuns(times, span, width).map(({ from, to }) => [from, to]);

  test('are a bar from the first to the last of them; five pixels and more keep them apart', () => {
    expect(runs([0, 1, 2])).toEqual([]);
    expect(runs([0, 0.05, 0.1])).toEqual([]);
    expect(runs([0, 0.04, 0.08, 3, 6, 6.01])).toEqual([
      [0, 0.08],
      [6, 6.01],
    ]);
    expect(runs([0, 0.04, 0.08], 2000)).toEqual([]);
    expect(runs([], 1000)).toEqual([]);
  });

  test('are looked for in view only, and know the times in them', () => {
    const found = keyRuns([-1, -0.99, 5, 5.02, 12, 12.01], span, 1000);
    expect(found).toEqual([{ from: 5, to: 5.02 }]);
    expect([4.9, 5, 5.01, 5.02, 5.1].map((time) => isInRun(found, time))).toEqual([false, true, true, true, false]);
  });
});
