import { describe, expect, test } from 'vitest';
import type { ReferenceData } from '../../../../core/document/project-data.ts';
import { filmRange } from '../../../../renderer/state/pictures/film-range.ts';

const REFERENCE: ReferenceData = {
  name: 'run.mp4',
  files: [{ fileName: 'run.mp4', hash: 'ab' }],
  isShown: true,
  opacity: 1,
  size: 1,
  offset: [0, 0],
  at: 0,
  speed: 1,
  fps: 12,
};
const film = (count: number, fps: number) => ({ count, times: Array.from({ length: count }, (_, i) => i / fps) });

describe('What of a film is read', () => {
  test('is all of it, each frame once and at its own time, where no range is chosen', () => {
    const { from, count, read } = filmRange(REFERENCE, film(60, 30), 30, null);
    expect({ from, count }).toEqual({ from: 0, count: 60 });
    expect(read.map(({ index }) => index)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    read.forEach(({ index, time }) => expect(time).toBeCloseTo(index / 30, 9));
  });

  test('of a slower film is each frame once, of a faster one what shows at the frames of the clip', () => {
    const slow = filmRange(REFERENCE, film(48, 24), 30, null);
    expect(slow.count).toBe(59);
    // The last one begins after the last frame of the clip has.
    expect(slow.read.map(({ index }) => index)).toEqual(Array.from({ length: 47 }, (_, i) => i));
    const fast = filmRange(REFERENCE, film(120, 60), 30, null);
    expect(fast.read.slice(0, 3).map(({ index }) => index)).toEqual([0, 2, 4]);
  });

  test('is the chosen range of the timeline, counted from its beginning, where the film lies elsewhere and goes faster', () => {
    const moved = { ...REFERENCE, at: 0.5, speed: 2 };
    const { from, count, read } = filmRange(moved, film(120, 30), 30, [1, 1.5]);
    expect({ from, count }).toEqual({ from: 1, count: 16 });
    // The film is a second on at the beginning: (1 − 0.5) · 2.
    expect(read[0]).toEqual({ index: 30, time: 0 });
    expect(read[1]!.index).toBe(32);
    expect(read[1]!.time).toBeCloseTo(1 / 30, 9);
  });

  test('of pictures goes by the pace that was told, and begins where they do', () => {
    const { from, count, read } = filmRange({ ...REFERENCE, at: 1 }, { count: 13, times: null }, 24, null);
    expect({ from, count, read: read.length }).toEqual({ from: 1, count: 25, read: 13 });
    expect(read[1]!.time).toBeCloseTo(1 / 12, 9);
  });

  test('is refused in a sentence where the film does not play there, or is too long', () => {
    expect(() => filmRange(REFERENCE, film(60, 30), 30, [5, 6])).toThrow(/^the film shows no motion there: set a range/);
    expect(() => filmRange(REFERENCE, film(9002, 30), 30, null)).toThrow(/^these are 9002 frames, more than the 9000/);
  });
});
