import { describe, expect, test } from 'vitest';
import { BLEND_RANGE, blendPose, breakdownPose, pushPose } from '../../../core/animation/blend.ts';
import { ROOT_TRACK } from '../../../core/animation/clip.ts';
import { fromAxisAngle, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_Z } from '../../../core/math/vec3.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;
const HEAD = skeleton.names.indexOf('head');
const SPINE = skeleton.names.indexOf('spine');

/** Head and spine turned about their own z by an angle in radians, the root moved as many metres along x. */
function turned(angle: number): Pose {
  const pose = restPose(skeleton);
  pose[0] = angle;
  for (const joint of [HEAD, SPINE]) setRotation(pose, joint, fromAxisAngle(UNIT_Z, angle));
  return pose;
}

const scaleQuat = ([x, y, z, w]: Quat, factor: number): Quat => [factor * x, factor * y, factor * z, factor * w];

const angleOf = (pose: Pose, joint: number): number => {
  const [, , z, w] = rotationOf(pose, joint);
  return 2 * Math.atan2(z, w);
};

function expectTurned(pose: Pose, angle: number): void {
  expect(pose[0]).toBeCloseTo(angle, 12);
  expect(angleOf(pose, HEAD)).toBeCloseTo(angle, 12);
  expect(angleOf(pose, SPINE)).toBeCloseTo(angle, 12);
}

describe('a blend', () => {
  test.each([-0.5, 0, 0.25, 1, 1.5])('goes from one pose to the other at an even speed, and on beyond both: %f', (amount) => {
    expectTurned(blendPose(turned(0.2), turned(0.6), amount), 0.2 + 0.4 * amount);
    expectTurned(breakdownPose(turned(0.2), turned(0.6), amount), 0.2 + 0.4 * amount);
  });

  test('goes no further than its range on either side', () => {
    const [least, most] = BLEND_RANGE;
    expectTurned(blendPose(turned(0), turned(0.1), 9), 0.1 * most);
    expectTurned(blendPose(turned(0), turned(0.1), -9), 0.1 * least);
  });

  test('is the other pose to the byte at its end, and leaves both poses as they were', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 20; i++) {
      const [from, to] = [randomPose(skeleton, random), randomPose(skeleton, random)];
      // Numbers that use all their bits, and quaternions of either sign.
      from.set([random() / 3, random() / 7, random() / 11]);
      to.set([random() / 3, random() / 7, random() / 11]);
      for (const joint of [HEAD, SPINE]) setRotation(to, joint, scaleQuat(rotationOf(to, joint), random() < 0.5 ? 1 : -1));
      const before = [from.slice(), to.slice()];
      expect(blendPose(from, to, 1)).toEqual(to);
      expect([from, to]).toEqual(before);
    }
  });

  test('of some joints leaves the others where they are', () => {
    const head = blendPose(turned(0.2), turned(0.6), 0.5, [HEAD]);
    expect([head[0], angleOf(head, HEAD), angleOf(head, SPINE)]).toEqual([0.2, expect.closeTo(0.4, 12), expect.closeTo(0.2, 12)]);
    const root = blendPose(turned(0.2), turned(0.6), 0.5, [ROOT_TRACK]);
    expect([root[0], angleOf(root, HEAD)]).toEqual([expect.closeTo(0.4, 12), expect.closeTo(0.2, 12)]);
  });
});

describe('a pose between two keys', () => {
  // A quarter of the way from 0.2 to 1 the keys alone would show 0.4; the pose stands 0.3 beyond that.
  const push = (amount: number, joints?: readonly number[]): Pose =>
    pushPose(turned(0.2), turned(1), 0.25, turned(0.7), amount, joints);

  test('is pushed away from what the keys alone would show, and relaxed towards it', () => {
    expectTurned(push(0.5), 0.85);
    expectTurned(push(0), 0.7);
    expectTurned(push(-0.5), 0.55);
  });

  test('is what the keys alone would show when it is relaxed entirely', () => {
    expectTurned(push(-1), 0.4);
  });

  test('is pushed in the chosen joints only', () => {
    const pushed = push(0.5, [HEAD]);
    expect([pushed[0], angleOf(pushed, HEAD), angleOf(pushed, SPINE)]).toEqual([
      0.7,
      expect.closeTo(0.85, 12),
      expect.closeTo(0.7, 12),
    ]);
  });
});
