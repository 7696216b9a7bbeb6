import { describe, expect, test } from 'vitest';
import {
  aimOf,
  FOCAL_LENGTHS,
  NO_CAMERA_MOTION,
  shotAt,
  sightOf,
  slopeOf,
  type CameraKey,
  type Shot,
} from '../../../core/animation/camera-motion.ts';
import { propFrameAt } from '../../../core/animation/prop-motion.ts';
import { SAME_FRAME } from '../../../core/math/frame.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';

const rest: Shot = { position: [0, 1.5, 4], rotation: [0, 0, 0, 1], focalLength: 50, distance: 4 };
const turned = fromAxisAngle([0, 1, 0], 1.2);
const keys: readonly CameraKey[] = [
  { ...rest, time: 0, interpolation: 'linear' },
  { position: [3, 1.5, 2], rotation: turned, focalLength: 100, distance: 2, time: 1, interpolation: 'step' },
  { position: [3, 2, 2], rotation: turned, focalLength: 35, distance: 3, time: 2, interpolation: 'cubic' },
];

describe('a camera', () => {
  test('rests where no key moves it', () => {
    expect(shotAt(rest, NO_CAMERA_MOTION, 3)).toBe(rest);
  });

  test('goes between keys as each says, and stays before the first and after the last', () => {
    const half = shotAt(rest, { keys }, 0.5);
    expect(half.focalLength).toBeCloseTo(75, 12);
    expect(half.distance).toBeCloseTo(3, 12);
    expect(half.position).toEqual([1.5, 1.5, 3]);
    expect(sightOf(half)).toEqual(
      sightOf({ ...rest, rotation: fromAxisAngle([0, 1, 0], 0.6) }).map((x) => expect.closeTo(x, 12)),
    );
    expect(shotAt(rest, { keys }, 1.9)).toEqual(shotAt(rest, { keys }, 1));
    expect(shotAt(rest, { keys }, 9).focalLength).toBe(35);
    expect(shotAt(rest, { keys }, -1).focalLength).toBe(50);
  });

  test('moves as a prop with the same keys does', () => {
    const asProp = { ...rest, by: null };
    for (const interpolation of ['step', 'linear', 'ease', 'overshoot', 'cubic'] as const) {
      const alike = keys.map((key) => ({ ...key, interpolation }));
      for (const time of [0.1, 0.7, 1.3, 1.99]) {
        const { position, rotation } = shotAt(rest, { keys: alike }, time);
        expect({ position, rotation }).toEqual(propFrameAt(asProp, { keys: alike, changes: [] }, time, () => SAME_FRAME));
      }
    }
  });

  test('keeps its lens within what there is where a curve swings beyond its keys', () => {
    const long = FOCAL_LENGTHS[1];
    const swinging = [long - 900, long, long, long - 900].map((focalLength, time): CameraKey => ({
      ...rest,
      focalLength,
      time,
      interpolation: 'cubic',
    }));
    expect(shotAt(rest, { keys: swinging }, 1.5).focalLength).toBe(long);
  });

  test('aims at the point that is so far along its sight', () => {
    expect(aimOf(rest)).toEqual([0, 1.5, 0]);
  });

  test('sees as wide as its gate, 36 mm, whatever the form of the picture', () => {
    // A lens of 18 mm sees 90° across.
    for (const aspect of [16 / 9, 1, 0.5])
      expect(Math.atan(slopeOf({ focalLength: 18 }, aspect) * aspect)).toBeCloseTo(Math.PI / 4, 12);
    expect((2 * Math.atan(slopeOf({ focalLength: 50 }, 1.5)) * 180) / Math.PI).toBeCloseTo(26.99, 2);
  });
});
