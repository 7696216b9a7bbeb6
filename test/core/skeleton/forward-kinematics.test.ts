import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forwardKinematics, pointOf, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { poseLength } from '../../../core/skeleton/pose.ts';
import { aPoint, aRotation, aSkeleton } from '../../helpers/arbitraries.ts';
import { matrixKinematics, positionOf, transformPoint } from '../../helpers/matrix-kinematics.ts';

const posed = aSkeleton(10).chain((skeleton) =>
  fc
    .tuple(
      fc.array(aRotation(), { minLength: skeleton.count, maxLength: skeleton.count }),
      aPoint(),
      fc.nat({ max: skeleton.count - 1 }),
      aPoint(),
    )
    .map(([rotations, root, joint, point]) => {
      const pose = new Float64Array(poseLength(skeleton));
      pose.set(root, 0);
      rotations.forEach((q, j) => pose.set(q, 3 + 4 * j));
      for (let i = 3 + 4 * skeleton.count; i < pose.length; i++) pose[i] = root[0] / 2;
      return { skeleton, pose, joint, point };
    }),
);

test('forward kinematics agrees with 4 × 4 matrices for any tree, rest, slide and pose', () => {
  fc.assert(
    fc.property(posed, ({ skeleton, pose, joint, point }) => {
      const world = forwardKinematics(skeleton, pose);
      const matrices = matrixKinematics(skeleton, pose);
      for (let j = 0; j < skeleton.count; j++) {
        positionOf(matrices[j]!).forEach((value, i) => expect(worldPosition(world, j)[i]).toBeCloseTo(value, 10));
      }
      transformPoint(matrices[joint]!, point).forEach((value, i) =>
        expect(pointOf(world, joint, point)[i]).toBeCloseTo(value, 10),
      );
    }),
  );
});

test('rotations count by their direction, however long or short they are', () => {
  fc.assert(
    fc.property(posed, fc.constantFrom(1e300, 1e160, 3, 1 / 3, 1e-160, 1e-300, 1e-320), ({ skeleton, pose }, length) => {
      const scaled = pose.slice();
      for (let i = 3; i < 3 + 4 * skeleton.count; i++) scaled[i]! *= length;
      const [expected, found] = [pose, scaled].map((each) => forwardKinematics(skeleton, each));
      // Numbers below 1e-308 have few digits.
      const digits = length < 1e-308 ? 2 : 9;
      found!.positions.forEach((value, i) => expect(value).toBeCloseTo(expected!.positions[i]!, digits));
      found!.rotations.forEach((value, i) => expect(value).toBeCloseTo(expected!.rotations[i]!, digits));
    }),
  );
});
