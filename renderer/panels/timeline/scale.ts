import type { Clip } from '../../../core/animation/clip.ts';

/** The part of the timeline that is in view, seconds. */
export interface TimeSpan {
  readonly start: number;
  readonly length: number;
}

/** Share of the clip's length that stays free on either side. */
const MARGIN = 0.03;
/** Frames that the closest view shows. */
const FEWEST_FRAMES = 6;
/** Pixels between two labelled ticks, at least. */
const LABEL_GAP = 56;
const TICK_GAP = 7;

export function wholeClip(clip: Clip): TimeSpan {
  return { start: -MARGIN * clip.duration, length: (1 + 2 * MARGIN) * clip.duration };
}

/** The span made shorter (`factor` < 1) or longer about `pivot` seconds, never beyond the whole clip or below a few frames. */
export function zoomed(span: TimeSpan, clip: Clip, pivot: number, factor: number): TimeSpan {
  const whole = wholeClip(clip);
  const length = Math.min(Math.max(span.length * factor, FEWEST_FRAMES / clip.fps), whole.length);
  const share = (pivot - span.start) / span.length;
  return inside({ start: pivot - share * length, length }, whole);
}

export function shifted(span: TimeSpan, clip: Clip, seconds: number): TimeSpan {
  return inside({ start: span.start + seconds, length: span.length }, wholeClip(clip));
}

function inside(span: TimeSpan, whole: TimeSpan): TimeSpan {
  const last = whole.start + whole.length - span.length;
  return { start: Math.min(Math.max(span.start, whole.start), last), length: span.length };
}

/** Where `time` lies in the span, 0 to 1 from left to right. */
export function shareOf(span: TimeSpan, time: number): number {
  return (time - span.start) / span.length;
}

export function timeAt(span: TimeSpan, share: number): number {
  return span.start + share * span.length;
}

export interface Tick {
  readonly frame: number;
  readonly time: number;
  readonly isLabelled: boolean;
}

/** Ticks for a ruler of `width` pixels: on frames, labelled at round distances. */
export function ticks(span: TimeSpan, clip: Clip, width: number): readonly Tick[] {
  const pixelsPerFrame = width / (span.length * clip.fps);
  if (!(pixelsPerFrame > 0)) return [];
  const label = stepOf(LABEL_GAP / pixelsPerFrame, clip.fps);
  const step = [1, 2, 5, label].find((each) => each * pixelsPerFrame >= TICK_GAP && label % each === 0) ?? label;
  const first = Math.max(0, Math.ceil((span.start * clip.fps) / step)) * step;
  const last = Math.min(clip.duration, span.start + span.length) * clip.fps;
  const result: Tick[] = [];
  for (let frame = first; frame <= last + 1e-6; frame += step) {
    result.push({ frame, time: frame / clip.fps, isLabelled: frame % label === 0 });
  }
  return result;
}

/** The round number of frames that is at least `wanted`: 1, 2, 5, 10, then parts and multiples of a second. */
function stepOf(wanted: number, fps: number): number {
  const parts = [1, 2, 5, 10, fps, 2 * fps, 5 * fps, 10 * fps, 30 * fps, 60 * fps].sort((a, b) => a - b);
  return parts.find((part) => part >= wanted) ?? 300 * fps;
}

/** Share of a view that is drawn beside it: as long as the view stays in that, moving along draws nothing anew. */
const DRAWN_BESIDE = 0.25;

/** What is drawn of a clip while a part of it is in view. */
export interface DrawnSpan extends TimeSpan {
  /** Seconds of the longest view that it is drawn for: its room for keys is that of this view. */
  readonly view: number;
}

/** What is drawn while `span` is in view: the same as long as the view moves along within it, and zooms by less than twice. */
export function drawnSpan({ start, length }: TimeSpan, clip: Clip): DrawnSpan {
  const whole = wholeClip(clip).length;
  const view = whole / 2 ** Math.floor(Math.log2(whole / length));
  const step = DRAWN_BESIDE * view;
  return { start: Math.floor(start / step) * step, length: view + step, view };
}

/** Pixels at each side of a key in which a press means it, where no other key is nearer. */
export const MOST_BESIDE = 12;

/** Where presses on keys at these rising times end: pixels before each key, and after the last. Between two keys the nearer one is meant. */
export function pressedSides(shown: readonly number[], span: TimeSpan, width: number): readonly number[] {
  const sides = [MOST_BESIDE];
  for (let i = 1; i < shown.length; i++) {
    const gap = (shareOf(span, shown[i]!) - shareOf(span, shown[i - 1]!)) * width;
    sides.push(Math.min(MOST_BESIDE, gap / 2));
  }
  return [...sides, MOST_BESIDE];
}

/** Keys that are closer than this many pixels, half the width of a key, to the one before are not drawn again. */
const CLOSEST = 5;

/** Those of the rising times that are in view and not too near to the one before. One that is chosen is drawn beside one that is not. */
export function visibleTimes(
  times: readonly number[],
  span: TimeSpan,
  width: number,
  chosen: ReadonlySet<number>,
): readonly number[] {
  const shown: number[] = [];
  let before = -Infinity;
  let wasChosen = true;
  for (const time of times) {
    const share = shareOf(span, time);
    if (share < 0 || share > 1) continue;
    const isChosen = chosen.has(time);
    if (share * width - before < CLOSEST && (wasChosen || !isChosen)) continue;
    shown.push(time);
    before = share * width;
    wasChosen = isChosen;
  }
  return shown;
}

/** How many of the rising times each of the shown ones stands for beside itself: those after it in the span that are not shown. */
export function hiddenAfter(times: readonly number[], shown: readonly number[], span: TimeSpan): readonly number[] {
  const hidden = shown.map(() => 0);
  let at = -1;
  for (const time of times) {
    if (time === shown[at + 1]) at++;
    else if (at >= 0 && shareOf(span, time) <= 1) hidden[at]!++;
  }
  return hidden;
}

/** Keys of a line that stand so close that they are drawn as one bar, seconds. */
export interface KeyRun {
  readonly from: number;
  readonly to: number;
}

/** Runs of the rising times that are in view, each nearer to the one before than half the width of a key. */
export function keyRuns(times: readonly number[], span: TimeSpan, width: number): readonly KeyRun[] {
  const runs: { from: number; to: number }[] = [];
  let before = -Infinity;
  for (const time of times) {
    const share = shareOf(span, time);
    if (share < 0 || share > 1) continue;
    const last = runs.at(-1);
    if ((share - shareOf(span, before)) * width >= CLOSEST) runs.push({ from: time, to: time });
    else if (last) last.to = time;
    before = time;
  }
  return runs.filter(({ from, to }) => to > from);
}

/** Whether a time lies in one of the runs. */
export function isInRun(runs: readonly KeyRun[], time: number): boolean {
  return runs.some(({ from, to }) => time >= from && time <= to);
}
