import { describe, expect, test } from 'vitest';
import type { ReferenceData } from '../../../../core/document/project-data.ts';
import { shownFrame } from '../../../../renderer/state/reference/reference-frames.ts';

const reference: ReferenceData = {
  name: 'run',
  files: [{ fileName: 'run.webm', hash: 'ab' }],
  isShown: true,
  opacity: 1,
  size: 1,
  offset: [0, 0],
  at: 0,
  speed: 1,
  fps: 30,
};
const nothing = { draw: async () => {}, close: () => {} };
/** A film whose times are rounded to milliseconds, as Matroska files have them. */
const film = (count: number, fps: number) => ({
  ...nothing,
  count,
  times: Array.from({ length: count }, (_, i) => Math.round((1000 * i) / fps) / 1000),
});
const pictures = (count: number) => ({ ...nothing, count, times: null });

describe('the frame that a reference shows at the playhead', () => {
  test.each([24, 25, 30, 50, 60, 120])('of a film of %i a second is that of each frame of the clip', (fps) => {
    const frames = film(600, fps);
    for (let frame = 0; frame < 600; frame++) expect(shownFrame(reference, frames, frame / fps)).toBe(frame);
  });

  test('of a film with uneven frames is the last that has begun', () => {
    const frames = { ...nothing, count: 4, times: [0, 0.1, 0.5, 0.6] };
    const at = [0, 0.0993, 0.1, 0.3, 0.4999, 0.55, 0.7].map((time) => shownFrame(reference, frames, time));
    expect(at).toEqual([0, 0, 1, 1, 2, 2, 3]);
  });

  test('follows its offset and its speed, and stays at its first and its last frame', () => {
    const moved = { ...reference, at: 0.5, speed: 0.5 };
    const at = (time: number) => shownFrame(moved, film(30, 30), time);
    expect([0, 0.5, 0.5 + 2 / 30, 1.5, 2.4, 9].map(at)).toEqual([0, 0, 1, 15, 28, 29]);
  });

  test('of pictures follows the pace that was told', () => {
    const paced = { ...reference, fps: 12 };
    const at = (time: number) => shownFrame(paced, pictures(10), time);
    for (let frame = 0; frame < 10; frame++) expect(at(frame / 12)).toBe(frame);
    expect([-1, 1 / 24, 100].map(at)).toEqual([0, 0, 9]);
    expect(shownFrame(paced, pictures(1), 3)).toBe(0);
  });
});
