import { expect, test } from 'vitest';
import { ROOT_TRACK, type Track } from '../../../core/animation/clip.ts';
import { reduceKeys } from '../../../core/animation/reduce-keys.ts';
import { sampleTrack } from '../../../core/animation/sampling.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, quatAt } from '../../../core/math/quat.ts';

/** 101 keys in 1 s. */
function trackOf(joint: number, value: (time: number) => readonly number[]): Track {
  const times = Array.from({ length: 101 }, (_, k) => k / 100);
  return { joint, interpolation: 'linear', times, values: times.flatMap(value) };
}

test('a curve keeps the keys that it needs to stay within 0.02°', () => {
  const track = trackOf(2, (time) => fromAxisAngle([0, 1, 0], 0.1 * Math.sin(3 * time)));
  const reduced = reduceKeys(track);
  expect(reduced.times.length).toBeLessThan(40);
  expect(reduced.times.length).toBeGreaterThan(10);
  const value = new Float64Array(4);
  for (let k = 0; k <= 100; k++) {
    sampleTrack(reduced, k / 100, value, 0);
    expect(toDegrees(angleBetween(quatAt(value, 0), quatAt(track.values, k)))).toBeLessThan(0.012);
  }
});

test('steady motion keeps its two ends, stillness one key', () => {
  expect(reduceKeys(trackOf(ROOT_TRACK, (time) => [time, 2 * time, 0])).times).toEqual([0, 1]);
  expect(reduceKeys(trackOf(2, (time) => fromAxisAngle([0, 1, 0], time))).times).toEqual([0, 1]);
  expect(reduceKeys(trackOf(2, () => [0, 0, 0, 1])).times).toEqual([0]);
});

test('a motion that ends where it began keeps what happens between', () => {
  const reduced = reduceKeys(trackOf(ROOT_TRACK, (time) => [time === 0.5 ? 1 : 0, 0, 0]));
  expect(reduced.times).toEqual([0, 0.49, 0.5, 0.51, 1]);
});
