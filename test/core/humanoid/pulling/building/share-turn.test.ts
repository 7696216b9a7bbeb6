import { describe, expect, test } from 'vitest';
import { handlesOf } from '../../../../../core/humanoid/body/handles.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { createJointTurner } from '../../../../../core/humanoid/pulling/turn-joint.ts';
import { angleBetween, conjugate, fromAxisAngle, multiply, type Quat } from '../../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../../core/skeleton/pose.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';

const DEGREES = Math.PI / 180;
const UP: Vec3 = [0, 1, 0];

describe.each(sampleRigs().filter(({ rig }) => rig.humanoid.chest !== undefined))('the chest of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { report, humanoid } = rig;
  const { joint } = handlesOf(rig).find(({ name }) => name === 'chest')!;
  const left: Vec3 = [report.facing[2], 0, -report.facing[0]];
  const spine = [humanoid.spine, humanoid.chest, humanoid.upperChest].flatMap((each) => each ?? []);
  /** Its own rotation that would turn it so about an axis of the world, and its world rotation then. */
  const turned = (axis: Vec3, degrees: number): { readonly own: Quat; readonly world: Quat } => {
    const now = worldRotation(forwardKinematics(rig.skeleton, rest), joint);
    const world = multiply(fromAxisAngle(axis, degrees * DEGREES), now);
    return { own: multiply(conjugate(multiply(now, conjugate(rotationOf(rest, joint)))), world), world };
  };
  const away = (pose: Pose, wanted: Quat): number =>
    angleBetween(worldRotation(forwardKinematics(rig.skeleton, pose), joint), wanted);

  test.each<[string, Vec3, number]>([
    ['about the upright by 45°', UP, 45],
    ['about the upright by −45°', UP, -45],
    ['aside by 30°', report.facing, 30],
    ['ahead by 40°', left, 40],
  ])('turns %s, and every joint of the spine takes its share', (_, axis, degrees) => {
    const { own, world } = turned(axis, degrees);
    const pose = createJointTurner(rig, rest, joint, {}, DEFAULT_SOLVER_SETTINGS).to(own);
    expect(away(pose, world)).toBeLessThan(0.1 * Math.abs(degrees) * DEGREES);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    for (const each of spine) expect(angleBetween(rotationOf(pose, each), rotationOf(rest, each))).toBeGreaterThan(2 * DEGREES);
  });

  test('that is turned too far goes as far as the spine does, and turned alone leaves the spine below it', () => {
    const { own, world } = turned(UP, 120);
    const pose = createJointTurner(rig, rest, joint, {}, DEFAULT_SOLVER_SETTINGS).to(own);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    expect(away(pose, world)).toBeGreaterThan(40 * DEGREES);
    const alone = createJointTurner(rig, rest, joint, {}, DEFAULT_SOLVER_SETTINGS, true).to(turned(UP, 45).own);
    for (const each of spine.filter((other) => other !== joint)) expect(rotationOf(alone, each)).toEqual(rotationOf(rest, each));
  });
});
