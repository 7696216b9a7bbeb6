import type { ReferenceData } from '../../../core/document/project-data.ts';
import type { Frames } from '../../reading/frames.ts';
import { shownFrame } from '../reference/reference-frames.ts';

/** A frame of a film that is read: which one it is, and when it begins, seconds of the clip that is made. */
export interface ReadFrame {
  readonly index: number;
  readonly time: number;
}

/** The part of the timeline that a film is read for. */
export interface FilmRange {
  /** Seconds on the timeline. */
  readonly from: number;
  /** Frames of the clip that is made. */
  readonly count: number;
  /** The frames of the film that show in it, each once, at their exact times. */
  readonly read: readonly ReadFrame[];
}

/** Frames of a clip that are read at once. */
const MOST_FRAMES = 9000;

/**
 * What of a film shows between two times of the timeline, seconds, at frames of a clip; without them all of it that is on the timeline. Throws a sentence where that is
 * nothing, or more than is read at once.
 */
export function filmRange(
  reference: ReferenceData,
  film: Pick<Frames, 'count' | 'times'>,
  fps: number,
  chosen: readonly [from: number, to: number] | null,
): FilmRange {
  const { at, speed } = reference;
  const begins = (index: number): number => at + (film.times ? film.times[index]! : index / reference.fps) / speed;
  const [from, to] = chosen ?? [0, Number.POSITIVE_INFINITY];
  const first = Math.max(0, Math.ceil(Math.max(from, at) * fps - NEAR));
  const last = Math.floor(Math.min(to, begins(film.count - 1)) * fps + NEAR);
  const count = last - first + 1;
  if (count < 2) throw new Error('the film shows no motion there: set a range of the timeline in which it plays');
  if (count > MOST_FRAMES)
    throw new Error(`these are ${count} frames, more than the ${MOST_FRAMES} that are read at once: set a range of the timeline`);
  const start = first / fps;
  const indices = new Set(Array.from({ length: count }, (_, k) => shownFrame(reference, film, start + k / fps)));
  return { from: start, count, read: [...indices].map((index) => ({ index, time: begins(index) - start })) };
}

/** Frames within which two moments are the same one. */
const NEAR = 1e-3;
