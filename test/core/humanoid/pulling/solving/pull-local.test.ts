import { describe, expect, test } from 'vitest';
import { handlesOf, type Pins } from '../../../../../core/humanoid/body/handles.ts';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import { add, distance, normalize, scale, subtract, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../../core/skeleton/pose.ts';
import { FEET, handleAt, movedBy } from '../../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';

describe.each(sampleRigs())('shoulders, toes and fingers of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { parents } = rig.skeleton;
  const locals = handlesOf(rig).filter(({ kind }) => kind === 'local');
  const ownOf = ({ joint, links }: (typeof locals)[number]): number[] => {
    const own = [joint];
    while (own.length < links) own.push(parents[own.at(-1)!]!);
    return own;
  };

  test('have a handle each where the rig has their bones, away from their joint', () => {
    const names = locals.map(({ name }) => name);
    for (const side of ['left', 'right'] as const) {
      expect(names.includes(`${side}Shoulder`)).toBe(rig.humanoid[`${side}Shoulder`] !== undefined);
      expect(names.includes(`${side}Toes`)).toBe(rig.humanoid[`${side}Toes`] !== undefined);
    }
    for (const handle of locals) {
      const world = forwardKinematics(rig.skeleton, rest);
      expect(distance(handleAt(rig, rest, handle.name), worldPosition(world, handle.joint))).toBeGreaterThan(
        0.001 * rig.report.height,
      );
      expect(handle.links).toBeGreaterThan(0);
      expect(handle.links).toBeLessThan(4);
    }
  });

  test('turn their own joints towards the target, inside the limits; the rest of the body stays', () => {
    for (const handle of locals) {
      const { name } = handle;
      const from = handleAt(rig, rest, name);
      const own = ownOf(handle);
      const root = worldPosition(forwardKinematics(rig.skeleton, rest), own.at(-1)!);
      const reach = distance(from, root);
      const ways: Vec3[] = [
        [0, 0.5, 0],
        [0, -0.5, 0],
        [0, 0, 0.5],
        [0, 0, -0.5],
      ];
      const misses = ways.map((way) => {
        const target = add(from, scale(way, reach));
        const { pose } = createPuller(rig).begin(rest, name, FEET).to(target);
        expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
        for (let joint = 0; joint < rig.skeleton.count; joint++)
          if (!own.includes(joint)) expect(rotationOf(pose, joint)).toEqual(rotationOf(rest, joint));
        expect(pose.subarray(0, 3)).toEqual(rest.subarray(0, 3));
        const wanted = own.length > 1 ? target : add(root, scale(normalize(subtract(target, root)), reach));
        const whole = distance(from, wanted);
        // Toes that are pulled ahead have nowhere to turn.
        return whole < 0.01 * reach ? 1 : distance(handleAt(rig, pose, name), wanted) / whole;
      });
      // Limits forbid some of the ways, never all.
      expect(Math.min(...misses), name).toBeLessThan(0.7);
      expect(Math.max(...misses), name).toBeLessThan(1.05);
    }
  });

  test('a raised shoulder takes a free arm along and leaves a pinned hand in its place', () => {
    if (rig.humanoid.leftShoulder === undefined) return;
    const start = createPuller(rig)
      .begin(rest, 'leftHand', FEET)
      .to(movedBy(rig, handleAt(rig, rest, 'leftHand'), [-0.25, -0.05, 0.15])).pose;
    const hand = handleAt(rig, start, 'leftHand');
    const target = movedBy(rig, handleAt(rig, start, 'leftShoulder'), [0, 0.03, 0]);
    const raise = (pins: Pins): Pose => createPuller(rig).begin(start, 'leftShoulder', pins).to(target).pose;
    const upper = (pose: Pose): Vec3 => pointOf(forwardKinematics(rig.skeleton, pose), rig.humanoid.leftUpperArm!, [0, 0, 0]);
    const pins: Pins = { ...FEET, leftHand: { translation: true, rotation: true, weight: 1 } };
    expect(upper(raise(FEET))[1] - upper(start)[1]).toBeGreaterThan(0.005 * rig.report.height);
    expect(distance(handleAt(rig, raise(FEET), 'leftHand'), hand)).toBeGreaterThan(0.005 * rig.report.height);
    expect(upper(raise(pins))[1] - upper(start)[1]).toBeGreaterThan(0.003 * rig.report.height);
    expect(distance(handleAt(rig, raise(pins), 'leftHand'), hand)).toBeLessThan(2e-4 * rig.report.height);
    expect(isInsideLimits(rig.skeleton, raise(pins))).toBe(true);
  });
});
