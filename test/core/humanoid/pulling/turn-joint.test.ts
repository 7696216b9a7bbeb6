import { describe, expect, test } from 'vitest';
import { createJointTurner } from '../../../../core/humanoid/pulling/turn-joint.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { angleBetween, conjugate, fromAxisAngle, multiply } from '../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { FEET, handleAt } from '../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

describe.each(sampleRigs())('turning a joint of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { humanoid } = rig;
  /** The rest-relative rotation of a joint at rest that is turned about an axis of the world. */
  const turnedBy = (joint: number, axis: Vec3, degrees: number) => {
    const present = worldRotation(forwardKinematics(rig.skeleton, rest), joint);
    return multiply(conjugate(present), multiply(fromAxisAngle(axis, degrees * DEGREES), present));
  };
  const placeOf = (pose: Pose, joint: number): Vec3 => worldPosition(forwardKinematics(rig.skeleton, pose), joint);
  const turned = (pose: Pose, joint: number): number =>
    angleBetween(
      worldRotation(forwardKinematics(rig.skeleton, pose), joint),
      worldRotation(forwardKinematics(rig.skeleton, rest), joint),
    ) / DEGREES;

  test.each<[Vec3, number]>([
    [[0, 1, 0], 20],
    [[1, 0, 0], 12],
    [[0, 0, 1], -8],
  ])('the hips about %j by %d degrees: they turn, pinned feet stay, no limit breaks', (axis, degrees) => {
    const joint = humanoid.hips!;
    const pose = createJointTurner(rig, rest, joint, FEET, DEFAULT_SOLVER_SETTINGS).to(turnedBy(joint, axis, degrees));
    expect(turned(pose, joint)).toBeCloseTo(Math.abs(degrees), 0);
    // Where a heel has to rise, the ball of the foot stays.
    for (const bones of [
      ['leftFoot', 'leftToes'],
      ['rightFoot', 'rightToes'],
    ] as const) {
      const joints = bones.flatMap((bone) => humanoid[bone] ?? []);
      const ways = joints.map((each) => distance(placeOf(pose, each), placeOf(rest, each)));
      if (joints.length === 2) expect(Math.min(...ways)).toBeLessThan(1.1e-4 * Math.max(1, rig.report.height));
    }
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    const trunk = [humanoid.spine, humanoid.chest, humanoid.leftUpperArm].flatMap((bone) => bone ?? []);
    for (const bone of trunk) expect(rotationOf(pose, bone)).toEqual(rotationOf(rest, bone));
  });

  test('a joint that no pinned handle hangs from turns alone', () => {
    const joint = humanoid.leftUpperArm!;
    const pose = createJointTurner(rig, rest, joint, FEET, DEFAULT_SOLVER_SETTINGS).to(turnedBy(joint, [0, 0, 1], -10));
    expect(turned(pose, joint)).toBeGreaterThan(5);
    for (let other = 0; other < rig.skeleton.count; other++) {
      if (other !== joint) expect(rotationOf(pose, other)).toEqual(rotationOf(rest, other));
    }
    expect(pose.subarray(0, 3)).toEqual(rest.subarray(0, 3));
  });

  test('the thigh of a pinned foot: the body goes along, the foot stays', () => {
    const joint = humanoid.leftUpperLeg!;
    const pose = createJointTurner(rig, rest, joint, { leftFoot: FEET.leftFoot! }, DEFAULT_SOLVER_SETTINGS).to(
      turnedBy(joint, [1, 0, 0], -15),
    );
    expect(turned(pose, joint)).toBeGreaterThan(5);
    expect(distance(handleAt(rig, pose, 'leftFoot'), handleAt(rig, rest, 'leftFoot'))).toBeLessThan(1.1e-4);
  });
});
