import { describe, expect, test } from 'vitest';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { FEET, figureOf, moved, placeOf } from '../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const DEGREES = Math.PI / 180;

describe.each(sampleRigs())('the chest of $name pulled along the arc of a bow', ({ rig }) => {
  const figure = figureOf(rig);
  const { rest } = figure;
  const { humanoid, skeleton } = rig;
  const atRest = forwardKinematics(skeleton, rest);
  const chest = placeOf(figure, atRest, 'chest');
  const above = distance(chest, placeOf(figure, atRest, 'hips'));
  const gesture = createPuller(rig).begin(rest, 'chest', FEET);
  /** The pose after the chest has been pulled by so much of a bow of 45°. */
  const bowed = (share: number): Pose => {
    const angle = share * 45 * DEGREES;
    const way: Vec3 = [0, above * (Math.cos(angle) - 1), above * Math.sin(angle)];
    const target = moved(figure, chest, way);
    const { pose, status } = gesture.to(target);
    const missed = distance(placeOf(figure, forwardKinematics(skeleton, pose), 'chest'), target);
    // Short legs would fall over: their hips go back, and the chest misses a little.
    if (status !== 'reached') expect(missed).toBeLessThan(0.11 * distance(chest, target));
    return pose;
  };
  const turned = (joint: number, pose: Pose): number =>
    angleBetween(worldRotation(forwardKinematics(skeleton, pose), joint), worldRotation(atRest, joint)) / DEGREES;
  const bent = (joint: number, pose: Pose): number => angleBetween(rotationOf(pose, joint), rotationOf(rest, joint)) / DEGREES;

  test('bows from the hips, its feet flat and its knees nearly straight', () => {
    const pose = bowed(1);
    expect(turned(humanoid.hips!, pose)).toBeGreaterThan(12);
    for (const foot of [humanoid.leftFoot!, humanoid.rightFoot!]) expect(turned(foot, pose)).toBeLessThan(6);
    for (const knee of [humanoid.leftLowerLeg!, humanoid.rightLowerLeg!]) expect(bent(knee, pose)).toBeLessThan(16);
  });

  test('bows steadily', () => {
    const poses = Array.from({ length: 91 }, (_, i) => bowed(i / 90));
    const turns = poses
      .slice(1)
      .map((pose, i) =>
        Math.max(
          ...skeleton.names.map((_, joint) => angleBetween(rotationOf(pose, joint), rotationOf(poses[i]!, joint)) / DEGREES),
        ),
      );
    expect(Math.max(...turns)).toBeLessThan(5);
  });
});
