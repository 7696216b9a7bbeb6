import { describe, expect, test } from 'vitest';
import { rotate } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { reRoot } from '../../../core/skeleton/re-root.ts';
import { randomPose, testBiped } from '../../helpers/ik-chains.ts';

const { skeleton, joint } = testBiped();

describe('hanging a skeleton from another joint', () => {
  test.each(['footL', 'wristR', 'head', 'hips'])(
    'from %s every joint keeps its world transform to 1e-9, and the way back is exact',
    (name) => {
      const { skeleton: hung, originals, origins, fromOriginal, toOriginal } = reRoot(skeleton, joint(name));
      const random = seededRandom(3);
      for (let i = 0; i < 20; i++) {
        const pose = randomPose(skeleton, random);
        pose.set([0.3, -0.2, 0.7]);
        const there = fromOriginal(pose);
        const before = forwardKinematics(skeleton, pose);
        const after = forwardKinematics(hung, there);
        originals.forEach((original, j) => {
          const origin = add(worldPosition(after, j), rotate(worldRotation(after, j), origins[j]!));
          origin.forEach((value, k) => expect(Math.abs(value - worldPosition(before, original)[k]!)).toBeLessThan(1e-9));
          const sign = Math.sign(worldRotation(after, j)[3] * worldRotation(before, original)[3]) || 1;
          worldRotation(after, j).forEach((value, k) =>
            expect(Math.abs(value - sign * worldRotation(before, original)[k]!)).toBeLessThan(1e-9),
          );
        });
        const world = forwardKinematics(skeleton, toOriginal(there));
        for (let j = 0; j < skeleton.count; j++) {
          worldPosition(world, j).forEach((value, k) =>
            expect(Math.abs(value - worldPosition(before, j)[k]!)).toBeLessThan(1e-9),
          );
        }
      }
    },
  );

  test('a pose inside the limits of the one is inside those of the other: hinges and round cones carry over', () => {
    const { skeleton: hung, fromOriginal, toOriginal } = reRoot(skeleton, joint('footL'));
    const random = seededRandom(4);
    for (let i = 0; i < 50; i++) {
      const pose = randomPose(skeleton, random);
      expect(isInsideLimits(hung, fromOriginal(pose))).toBe(true);
      expect(isInsideLimits(skeleton, toOriginal(randomPose(hung, random)))).toBe(true);
    }
  });

  test('a joint that is none is refused in a sentence', () => {
    expect(() => reRoot(skeleton, 99)).toThrow('the new root must be a joint below "hips", got 99');
  });
});
