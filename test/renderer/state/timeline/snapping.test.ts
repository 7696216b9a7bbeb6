import { expect, test } from 'vitest';
import { framesDragged, snappedTime } from '../../../../renderer/state/timeline/snapping.ts';

const clip = {
  fps: 30,
  markers: [
    { name: 'a', time: 1 },
    { name: 'b', time: 1.1 },
  ],
};
const slow = { pixelsPerSecond: 100, isFree: false };
const free = { ...slow, isFree: true };

test('what is dragged comes to the nearest marker within six pixels, else to a frame', () => {
  expect(snappedTime(clip, 1.04, slow)).toBe(1);
  expect(snappedTime(clip, 1.06, slow)).toBe(1.1);
  expect(snappedTime(clip, 1.17, slow)).toBeCloseTo(35 / 30, 12);
  expect(snappedTime({ fps: 30 }, 1.01, slow)).toBe(1);
  expect(snappedTime(clip, 1.04, free)).toBeCloseTo(31 / 30, 12);
});

test('what has a start and an end is moved so that the end that is nearer to a marker comes to it', () => {
  // The start comes to 0.95, 5 pixels before a.
  expect(framesDragged(clip, [0.5], 0.45, slow)).toBe(15);
  expect(framesDragged(clip, [0.5], 0.45, free)).toBe(14);
  // The end comes to 1.12, 2 pixels behind b, the start to 0.97, 3 pixels before a.
  expect(framesDragged(clip, [17 / 30, 22 / 30], 0.39, slow)).toBe(11);
  expect(framesDragged(clip, [0, 0.2], 0.31, slow)).toBe(9);
});
