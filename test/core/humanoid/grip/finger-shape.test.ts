import { describe, expect, test } from 'vitest';
import {
  closeHand,
  createSurface,
  fingersOfHand,
  placeInHand,
  placeSurface,
  restPose,
  type Rig,
  type Shape,
} from '../../../../core/index.ts';
import { fingerJoints } from '../../../../core/humanoid/anatomy/finger-joints.ts';
import { sizeOf } from '../../../../core/humanoid/body/rig.ts';
import { fingerShapeOf, withFingerShape } from '../../../../core/humanoid/grip/finger-shape.ts';
import { mirrorPose } from '../../../../core/humanoid/transfer/mirror-pose.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { dot } from '../../../../core/math/vec3.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const SAMPLES = sampleRigs().filter(({ rig }) => fingersOfHand(rig, 'left').length > 1);

/** Degrees by which the fingers of a side differ most. */
function apart(rig: Rig, a: Pose, b: Pose, side: 'left' | 'right'): number {
  const joints = [...fingerJoints(rig)[side].values()].flat();
  return Math.max(...joints.map(({ joint }) => toDegrees(angleBetween(rotationOf(a, joint), rotationOf(b, joint)))));
}

/** Whether the limits of a rig let its fingers bend about other axes than those of a hand: a shape then loses what bends off them. */
function bendsOtherwise(rig: Rig): boolean {
  const joints = [...fingerJoints(rig).left.values(), ...fingerJoints(rig).right.values()].flat();
  return joints.some(({ joint, limit }) => {
    const own = rig.skeleton.limits[joint]!;
    return own.kind === 'hinge' && limit.kind === 'hinge' && Math.abs(dot(own.axis, limit.axis)) < 0.99;
  });
}

function closed(rig: Rig, side: 'left' | 'right', cm: number): Pose {
  const d = (cm / 100) * sizeOf(rig);
  const shape: Shape = { kind: 'box', size: [d, 4 * d, 1.5 * d] };
  const { position, rotation } = placeInHand(rig, side, shape);
  return closeHand(rig, restPose(rig.skeleton), side, placeSurface(createSurface(shape), position, rotation)).pose;
}

describe.each(SAMPLES)('The shape of the fingers of $name', ({ rig }) => {
  test.each([3, 7])('that hold a box of %i cm brings each joint back', (cm) => {
    for (const side of ['left', 'right'] as const) {
      const held = closed(rig, side, cm);
      const back = withFingerShape(rig, restPose(rig.skeleton), side, fingerShapeOf(rig, held, side));
      expect(apart(rig, held, restPose(rig.skeleton), side)).toBeGreaterThan(15);
      expect(apart(rig, held, back, side)).toBeLessThan(bendsOtherwise(rig) ? 1 : 0.01);
    }
  });

  test('is that of the other hand where the pose is mirrored', () => {
    const held = closed(rig, 'right', 5);
    const other = withFingerShape(rig, restPose(rig.skeleton), 'left', fingerShapeOf(rig, held, 'right'));
    // Hands of samples are not quite each other’s mirror images.
    expect(apart(rig, other, mirrorPose(rig, held), 'left')).toBeLessThan(bendsOtherwise(rig) ? 10 : 8);
  });
});
