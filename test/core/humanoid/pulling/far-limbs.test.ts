import { describe, expect, test } from 'vitest';
import type { HandleName } from '../../../../core/humanoid/body/handles.ts';
import { createPuller } from '../../../../core/humanoid/pulling/posing.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/pull-goals.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { distance, scale, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { degreesBetween, FEET, handleAt, movedBy } from '../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

describe.each(sampleRigs())('limbs of $name that are pulled far', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { humanoid, report } = rig;
  const size = report.height / 1.75;
  const at = (joint: number): Vec3 => worldPosition(forwardKinematics(rig.skeleton, rest), joint);
  const lengthOf = (upper: number, bend: number, end: number): number =>
    (distance(at(upper), at(bend)) + distance(at(bend), at(end))) / size;
  const leg = lengthOf(humanoid.rightUpperLeg!, humanoid.rightLowerLeg!, humanoid.rightFoot!);
  const arm = lengthOf(humanoid.leftUpperArm!, humanoid.leftLowerArm!, humanoid.leftHand!);
  const hipsTurned = (pose: Pose): number => {
    const [before, now] = [rest, pose].map((of) => worldRotation(forwardKinematics(rig.skeleton, of), humanoid.hips!));
    return angleBetween(before!, now!) / DEGREES;
  };
  const begin = (name: HandleName) => {
    const pins = Object.fromEntries(Object.entries(FEET).filter(([pin]) => pin !== name));
    return createPuller(rig).begin(rest, name, pins, { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 });
  };

  test.each<[HandleName, Vec3]>([
    ['rightFoot', [0.7, -0.7, 0]],
    ['rightFoot', [-0.6, -0.6, 0.6]],
    ['rightFoot', [0, 1, 0]],
    ['leftHand', [0.6, -0.6, 0.6]],
    ['leftHand', [0.7, 0, -0.7]],
  ])('%s along %j: the body is not turned over for it, and what is missing is told', (name, way) => {
    const from = handleAt(rig, rest, name);
    const gesture = begin(name);
    for (let share = 1; share <= 2; share += 0.5) {
      const target = movedBy(rig, from, scale(way, share * (name.endsWith('Foot') ? leg : arm)));
      const { pose, status, distance: missed } = gesture.to(target);
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      expect(hipsTurned(pose)).toBeLessThan(50);
      const away = distance(handleAt(rig, pose, name), target);
      if (away <= DEFAULT_SOLVER_SETTINGS.tolerance) continue;
      expect(status).not.toBe('reached');
      expect(missed).toBeCloseTo(away, 6);
    }
  });

  test('a foot that is pulled further than it comes stays where it came to, and the body with it', () => {
    const from = handleAt(rig, rest, 'rightFoot');
    const gesture = begin('rightFoot');
    const poses = [2.5, 2.7, 3].map((share) => {
      const { pose, status } = gesture.to(movedBy(rig, from, [0, share * leg, 0]));
      expect(status).not.toBe('reached');
      return pose;
    });
    expect(degreesBetween(rig, poses[0]!, poses[1]!)).toBeLessThan(2);
    expect(degreesBetween(rig, poses[1]!, poses[2]!)).toBeLessThan(2);
  });
});
