import { expect, test } from 'vitest';
import type { Frame } from '../../../../core/math/frame.ts';
import { metAgain, turnedBetween, type Meeting } from '../../../../core/humanoid/bodies/meeting.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';

const turned = (angle: number): Frame['rotation'] => fromAxisAngle([0, 0, 1], angle);
const meeting: Meeting = { position: [0, 0, 0], rotation: turned(0), loose: 1 };

test('whoever missed a meeting place by more decides where it is instead', () => {
  const from: Frame = { position: [0.3, 0, 0], rotation: turned(0.4) };
  const on: Frame = { position: [0, 0, 0], rotation: turned(0) };
  const again = metAgain(meeting, from, on, true);
  expect(again.position).toEqual([0.3, 0, 0]);
  expect(angleBetween(again.rotation, turned(0.4))).toBeLessThan(1e-12);
  const third = metAgain(meeting, from, { position: [-0.1, 0, 0], rotation: turned(-0.4) }, true);
  expect(third.position[0]).toBeCloseTo(0.2, 12);
  expect(angleBetween(third.rotation, turned(0))).toBeLessThan(1e-12);
});

test('a meeting that nobody misses stays, and so does the rotation of a contact that has none', () => {
  const there: Frame = { position: [0, 0, 0], rotation: turned(0) };
  expect(metAgain(meeting, there, there, true)).toEqual(meeting);
  const free: Frame = { position: [0, 0, 0], rotation: turned(1) };
  expect(metAgain(meeting, free, there, false).rotation).toEqual(turned(0));
});

test('hands meet turned between how both came, a long bar as it was', () => {
  const [from, on] = [0.6, 0.2].map((angle): Frame => ({ position: [0, 0, 0], rotation: turned(angle) })) as [Frame, Frame];
  expect(angleBetween(turnedBetween(meeting, from, on).rotation, turned(0.4))).toBeLessThan(1e-12);
  expect(angleBetween(turnedBetween({ ...meeting, loose: 0 }, from, on).rotation, turned(0))).toBeLessThan(1e-12);
});
