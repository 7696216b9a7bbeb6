import { describe, expect, test } from 'vitest';
import type { Pins } from '../../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../../core/humanoid/body/limbs.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { createJointTurner } from '../../../../core/humanoid/pulling/turn-joint.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { fromAxisAngle, multiply } from '../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { degreesBetween, FEET, handleAt, movedBy } from '../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

describe.each(sampleRigs())('FK and IK of the left arm of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { upper, bend, end } = limbOf(rig, 'leftHand')!;
  const arm = [upper, bend, end];
  const pins = (ik?: number): Pins => ({
    ...FEET,
    leftHand: { translation: true, rotation: true, weight: 1, ...(ik === undefined ? {} : { ik }) },
  });
  /** With the hand before the body, so that the arm can give way. */
  const start = createPuller(rig)
    .begin(rest, 'leftHand', FEET, DEFAULT_SOLVER_SETTINGS)
    .to(movedBy(rig, handleAt(rig, rest, 'leftHand'), [-0.25, -0.05, 0.15])).pose;
  const hand = handleAt(rig, start, 'leftHand');
  const lowered = (held: Pins): Pose =>
    createPuller(rig)
      .begin(start, 'hips', held, DEFAULT_SOLVER_SETTINGS)
      .to(movedBy(rig, handleAt(rig, start, 'hips'), [0, -0.06, 0])).pose;
  const missed = (pose: Pose): number => distance(handleAt(rig, pose, 'leftHand'), hand);

  test('in FK the arm goes along as if it were not pinned', () => {
    expect(lowered(pins(0))).toEqual(lowered(FEET));
    expect(rotationOf(lowered(pins(0)), bend)).toEqual(rotationOf(start, bend));
  });

  test('in IK the hand stays', () => {
    expect(lowered(pins(1))).toEqual(lowered(pins()));
    expect(missed(lowered(pins(1)))).toBeLessThan(2e-4 * rig.report.height);
  });

  test('in between it goes from one to the other, in small steps and inside the limits', () => {
    const shares = Array.from({ length: 21 }, (_, step) => step / 20);
    const poses = shares.map((share) => lowered(pins(share)));
    const whole = degreesBetween(rig, poses[0]!, poses[20]!);
    let before = Infinity;
    for (const [step, pose] of poses.entries()) {
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      expect(missed(pose)).toBeLessThan(before + 1e-3);
      before = missed(pose);
      if (step > 0) expect(degreesBetween(rig, pose, poses[step - 1]!)).toBeLessThan(Math.max(1.5, whole / 5));
    }
    expect(missed(poses[10]!)).toBeGreaterThan(0.2 * missed(poses[0]!));
    expect(missed(poses[10]!)).toBeLessThan(0.8 * missed(poses[0]!));
  });

  test('a turned chest takes an arm in FK along, joint by joint as it was', () => {
    const joint = rig.humanoid.chest ?? rig.humanoid.spine!;
    const axis: Vec3 = [0, 1, 0];
    const rotation = multiply(rotationOf(start, joint), fromAxisAngle(axis, 12 * DEGREES));
    const turn = (held: Pins): Pose => createJointTurner(rig, start, joint, held, DEFAULT_SOLVER_SETTINGS).to(rotation);
    for (const each of arm) expect(rotationOf(turn(pins(0)), each)).toEqual(rotationOf(start, each));
    expect(missed(turn(pins()))).toBeLessThan(1e-3 * rig.report.height);
    expect(missed(turn(pins(0.5)))).toBeLessThan(missed(turn(pins(0))));
  });
});

test('a share of inverse kinematics is from 0 to 1', () => {
  const { rig } = sampleRigs()[0]!;
  const pins: Pins = { leftHand: { translation: true, rotation: true, weight: 1, ik: 1.5 } };
  expect(() => createPuller(rig).begin(restPose(rig.skeleton), 'hips', pins)).toThrow(/ik \(0 to 1\), got/);
});
