import { expect, test } from 'vitest';
import { UNIT_X, UNIT_Y, type Vec3 } from '../../../core/math/vec3.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { limitExcess } from '../../../core/skeleton/limit-state.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { moveHandle, placeOfHandle, turnJointInWorld } from '../../../renderer/tools/nudge.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { documentOf, leftElbow, openStudio } from '../state/open-studio.ts';

const by = (from: Vec3, to: Vec3) => to.map((value, i) => value - from[i]!);

test.each<Vec3>([
  [0.01, 0, 0],
  [0, -0.03, 0],
  [0, 0, 0.02],
  [-0.02, -0.03, 0.01],
])('A hand that is nudged by %j is there, in one step', async (...delta) => {
  const { studio } = await openStudio();
  const start = placeOfHandle(studio.getState(), 'leftHand')!;
  // Bent first: a straight arm reaches no farther.
  moveHandle(studio, 'leftHand', [-0.1, -0.1, 0.1]);
  const bent = placeOfHandle(studio.getState(), 'leftHand')!;
  expect(by(start, bent)).toEqual([-0.1, -0.1, 0.1].map((value) => expect.closeTo(value, 3)));
  moveHandle(studio, 'leftHand', delta);
  expect(by(bent, placeOfHandle(studio.getState(), 'leftHand')!)).toEqual(delta.map((value) => expect.closeTo(value, 3)));
  expect(documentOf(studio).history.past.map(({ label }) => label)).toEqual(['Pull left hand', 'Pull left hand']);
});

test('A nudge of nothing, or of no number, is none', async () => {
  const { studio } = await openStudio();
  moveHandle(studio, 'leftHand', [0, 0, 0]);
  moveHandle(studio, 'leftHand', [Number.NaN, 0, 0]);
  expect(documentOf(studio).history.past).toHaveLength(0);
});

test('A joint is turned about an axis of the world, never beyond its limit', async () => {
  const { studio } = await openStudio();
  const joint = leftElbow(studio);
  const { skeleton } = documentOf(studio).rig;
  const before = rotationOf(shownPose(studio.getState())!, joint);
  turnJointInWorld(studio, joint, UNIT_Y, -0.2);
  const after = rotationOf(shownPose(studio.getState())!, joint);
  turnJointInWorld(studio, joint, UNIT_Y, 0.4);
  const back = rotationOf(shownPose(studio.getState())!, joint);
  // A straight elbow bends one way only.
  expect(Math.max(angleBetween(before, after), angleBetween(after, back))).toBeCloseTo(0.2, 2);
  turnJointInWorld(studio, joint, UNIT_X, 3);
  expect(limitExcess(skeleton, shownPose(studio.getState())!, joint)).toBeLessThan(1e-6);
});
