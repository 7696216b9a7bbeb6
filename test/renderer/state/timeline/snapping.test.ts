import { expect, test } from 'vitest';
import { snappedTime } from '../../../../renderer/state/timeline/snapping.ts';

const clip = {
  fps: 30,
  markers: [
    { name: 'a', time: 1 },
    { name: 'b', time: 1.1 },
  ],
};

test('what is dragged comes to the nearest marker within six pixels, else to a frame', () => {
  expect(snappedTime(clip, 1.04, 100)).toBe(1);
  expect(snappedTime(clip, 1.06, 100)).toBe(1.1);
  expect(snappedTime(clip, 1.17, 100)).toBeCloseTo(35 / 30, 12);
  expect(snappedTime({ fps: 30 }, 1.01, 100)).toBe(1);
});
