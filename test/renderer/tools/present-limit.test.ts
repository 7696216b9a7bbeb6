import { describe, expect, test } from 'vitest';
import { conjugate, fromAxisAngle, fromRotationVector, multiply, normalizeQuat, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_Z } from '../../../core/math/vec3.ts';
import { clampPose, limitExcess } from '../../../core/skeleton/limit-state.ts';
import type { SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { presentLimit } from '../../../renderer/tools/geometry/present-limit.ts';
import { swingOnBoundary } from '../../../renderer/tools/geometry/limit-shapes.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { openedStudio } from './mannequin-studio.ts';

const { skeleton } = openedStudio().document().rig;
const coupled = [...new Set(skeleton.couplings.map(({ joint }) => joint))].map(
  (joint) => [skeleton.names[joint]!, joint] as const,
);

/** Metres and radians outside the limit, judged by `core`, with the joint swung and twisted so in its limit's frame. */
function excess(pose: Pose, joint: number, swing: readonly [number, number], twist: number): number {
  const { parentFrame, childFrame } = skeleton.limits[joint] as SwingTwistLimit;
  const local: Quat = multiply(fromRotationVector([swing[0], swing[1], 0]), fromAxisAngle(UNIT_Z, twist));
  const turned = pose.slice();
  setRotation(turned, joint, normalizeQuat(multiply(multiply(parentFrame, local), conjugate(childFrame))));
  return limitExcess(skeleton, turned, joint);
}

describe.each(coupled)('the limit that %s has in a pose', (_, joint) => {
  test('is exactly what core holds it to: the cone all around (seed 4)', () => {
    const random = seededRandom(4);
    for (let round = 0; round < 12; round++) {
      const { pose } = clampPose(skeleton, randomPose(skeleton, random, 1.2));
      const present = presentLimit(skeleton, pose, joint, skeleton.limits[joint]!) as SwingTwistLimit;
      const [x, y] = swingOnBoundary(present, 2 * Math.PI * random());
      const twist = (present.twist[0] + present.twist[1]) / 2;
      expect(excess(pose, joint, [x * 1.01, y * 1.01], twist)).toBeGreaterThan(1e-4);
      // A quarter of the way out no coupling narrows the twist so far that its middle is outside.
      expect(excess(pose, joint, [x * 0.25, y * 0.25], twist)).toBeLessThan(1e-9);
    }
  });

  test('and the twist at its present swing (seed 6)', () => {
    const random = seededRandom(6);
    for (let round = 0; round < 12; round++) {
      const { pose } = clampPose(skeleton, randomPose(skeleton, random, 1.2));
      const cone = presentLimit(skeleton, pose, joint, skeleton.limits[joint]!) as SwingTwistLimit;
      const [x, y] = swingOnBoundary(cone, 2 * Math.PI * random());
      const swing = [0.9 * x, 0.9 * y] as const;
      const there = pose.slice();
      const { parentFrame, childFrame } = cone;
      const local = fromRotationVector([swing[0], swing[1], 0]);
      setRotation(there, joint, normalizeQuat(multiply(multiply(parentFrame, local), conjugate(childFrame))));
      const [min, max] = (presentLimit(skeleton, there, joint, skeleton.limits[joint]!) as SwingTwistLimit).twist;
      expect(excess(there, joint, swing, min)).toBeLessThan(1e-9);
      expect(excess(there, joint, swing, max)).toBeLessThan(1e-9);
      expect(excess(there, joint, swing, max + 0.01)).toBeGreaterThan(0.009);
      expect(excess(there, joint, swing, min - 0.01)).toBeGreaterThan(0.009);
    }
  });
});

test('the mannequin has coupled joints to check', () => {
  expect(coupled.length).toBeGreaterThan(1);
});
