import { describe, expect, test } from 'vitest';
import type { HandleName } from '../../../../../core/humanoid/body/handles.ts';
import { limbsOf } from '../../../../../core/humanoid/body/limbs.ts';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import type { SolverSettings } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { angleBetween, conjugate, multiply, rotate, type Quat } from '../../../../../core/math/quat.ts';
import { distance, normalize, subtract, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../../../../../core/skeleton/pose.ts';
import { FEET, figureOf, moved, placeOf } from '../../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';

const DEGREES = Math.PI / 180;

describe.each(sampleRigs())('arms of $name', ({ rig }) => {
  const figure = figureOf(rig);
  const puller = createPuller(rig);
  const { rest, arm } = figure;
  const worldOf = (pose: Pose) => forwardKinematics(rig.skeleton, pose);
  const arms = limbsOf(rig).filter(({ name }) => name.endsWith('Arm'));
  /** Where an arm points, from its shoulder to its hand. */
  const alongArm = (pose: Pose, { upper, end }: (typeof arms)[number]): Vec3 => {
    const world = worldOf(pose);
    return normalize(subtract(worldPosition(world, end), worldPosition(world, upper)));
  };
  const downwards = (pose: Pose): number[] => arms.map((each) => Math.acos(-alongArm(pose, each)[1]) / DEGREES);
  /** Both arms at the sides, each brought there by its hand. */
  const hanging = ['leftHand', 'rightHand'].reduce((pose, name) => {
    const { upper } = arms.find((each) => name.startsWith(each.name.slice(0, -3)))!;
    const shoulder = worldPosition(worldOf(pose), upper);
    const aside = name === 'leftHand' ? 0.25 : -0.25;
    const target = moved(figure, shoulder, [aside * arm, -0.9 * arm, 0.05 * arm]);
    return puller.begin(pose, name as HandleName, FEET).to(target, { keepsDirection: false }).pose;
  }, rest);
  const chest = worldRotation(worldOf(hanging), rig.humanoid.chest ?? rig.humanoid.spine!);
  const leanOf = (pose: Pose): number =>
    angleBetween(chest, worldRotation(worldOf(pose), rig.humanoid.chest ?? rig.humanoid.spine!)) / DEGREES;
  /** The head pulled ahead and down. */
  const bowed = (share: number, from = hanging, settings: Partial<SolverSettings> = {}): Pose => {
    const head = placeOf(figure, worldOf(from), 'head');
    const above = distance(head, placeOf(figure, worldOf(from), 'hips'));
    const angle = share * 60 * DEGREES;
    const target = moved(figure, head, [0, above * (Math.cos(angle) - 1), above * Math.sin(angle)]);
    return puller.begin(from, 'head', FEET, settings).to(target).pose;
  };

  test('hang down before', () => {
    for (const angle of downwards(hanging)) expect(angle).toBeLessThan(30);
  });

  test('that hang keep hanging in a bow, and tilt with the trunk without weight', () => {
    const [before, after, stiff] = [hanging, bowed(1), bowed(1, hanging, { weight: 0 })].map(downwards);
    expect(leanOf(bowed(1))).toBeGreaterThan(20);
    after!.forEach((angle, i) => {
      expect(Math.abs(angle - before![i]!)).toBeLessThan(4);
      expect(stiff![i]! - before![i]!).toBeGreaterThan(8);
    });
    expect(isInsideLimits(rig.skeleton, bowed(1))).toBe(true);
  });

  test('that hang turn with a trunk that turns about the vertical', () => {
    const { upper } = arms.find(({ name }) => name === 'leftArm')!;
    const hand = placeOf(figure, worldOf(hanging), 'rightHand');
    const target = moved(figure, hand, [0.8 * arm, 1.1 * arm, 1.5 * arm]);
    const { pose } = puller.begin(hanging, 'rightHand', FEET).to(target, { keepsDirection: false });
    /** Radians about the vertical by which what has turned so points elsewhere. */
    const heading = (now: Quat, before: Quat): number => {
      const [x, , z] = rotate(multiply(now, conjugate(before)), [0, 0, 1]);
      return Math.atan2(x, z);
    };
    const chestNow = worldRotation(worldOf(pose), rig.humanoid.chest ?? rig.humanoid.spine!);
    const turned = heading(chestNow, chest);
    expect(turned / DEGREES).toBeGreaterThan(4);
    expect(heading(worldRotation(worldOf(pose), upper), worldRotation(worldOf(hanging), upper))).toBeGreaterThan(0.5 * turned);
  });

  test('that point ahead tilt with the trunk', () => {
    const ahead = ['leftHand', 'rightHand'].reduce((pose, name) => {
      const { upper } = arms.find((each) => name.startsWith(each.name.slice(0, -3)))!;
      const shoulder = worldPosition(worldOf(pose), upper);
      const target = moved(figure, shoulder, [0, -0.3 * arm, 0.8 * arm]);
      return puller.begin(pose, name as HandleName, FEET).to(target, { keepsDirection: false }).pose;
    }, rest);
    const after = bowed(1, ahead);
    expect(leanOf(after)).toBeGreaterThan(15);
    for (const { upper } of arms)
      expect(angleBetween(rotationOf(after, upper), rotationOf(ahead, upper)) / DEGREES).toBeLessThan(1);
  });

  test('follow a bow steadily', () => {
    const poses = Array.from({ length: 61 }, (_, i) => bowed(i / 60));
    const turns = poses
      .slice(1)
      .flatMap((pose, i) =>
        arms.map(
          ({ upper }) => angleBetween(worldRotation(worldOf(pose), upper), worldRotation(worldOf(poses[i]!), upper)) / DEGREES,
        ),
      );
    expect(Math.max(...turns)).toBeLessThan(6);
  });
});
