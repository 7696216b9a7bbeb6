import { describe, expect, test } from 'vitest';
import type { HandleName } from '../../../../core/humanoid/body/handles.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import type { PriorSource } from '../../../../core/humanoid/pulling/request/pull-move.ts';
import { createPosePrior } from '../../../../core/library/prior/pose-prior.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { gestureLibrary } from '../../../helpers/gesture-library.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { degreesBetween, FEET, handleAt, movedBy } from '../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const { rig } = sampleRigs().find(({ name }) => MANNEQUIN.endsWith(name))!;
const { skeleton } = rig;
const rest = restPose(skeleton);
const prior = createPosePrior(rig, gestureLibrary(rig, 200, 1));
const source: PriorSource = (goals, built, share, isKept) => prior.predict(goals, built, share, isKept)?.pose ?? null;

function pulled(handle: HandleName, by: Vec3, followLibrary: number, asked: PriorSource = source): Pose {
  const pull = createPuller(rig).begin(rest, handle, FEET, { followLibrary }, undefined, asked);
  const { pose, status } = pull.to(movedBy(rig, handleAt(rig, rest, handle), by));
  expect(status).toBe('reached');
  return pose;
}

describe('A pulled body that follows the library', () => {
  test('does not ask it at strength 0, to the byte', () => {
    const refuse: PriorSource = () => {
      throw new Error('the prior was asked');
    };
    const plain = createPuller(rig).begin(rest, 'leftHand', FEET);
    const target = movedBy(rig, handleAt(rig, rest, 'leftHand'), [-0.3, -0.4, 0.2]);
    expect(pulled('leftHand', [-0.3, -0.4, 0.2], 0, refuse)).toEqual(plain.to(target).pose);
  });

  test.each([
    ['leftHand', [-0.3, -0.4, 0.2]],
    ['head', [0, -0.1, 0.15]],
    ['hips', [0, -0.2, 0]],
  ] as const)('reaches with pins kept and inside limits: %s', (handle, by) => {
    const pose = pulled(handle, by, 1);
    for (const joint of skeleton.names.keys()) expect(limitExcess(skeleton, pose, joint)).toBeLessThan(1e-6);
    for (const foot of ['leftFoot', 'rightFoot'] as const) {
      if (handle !== 'hips') expect(distance(handleAt(rig, pose, foot), handleAt(rig, rest, foot))).toBeLessThan(1.01e-4);
    }
    expect(degreesBetween(rig, pose, pulled(handle, by, 0))).toBeGreaterThan(0.2);
  });

  test('leaves joints alone that may not follow', () => {
    const pull = createPuller(rig).begin(rest, 'leftHand', FEET, { followLibrary: 1 }, undefined, source);
    const { pose } = pull.to(movedBy(rig, handleAt(rig, rest, 'leftHand'), [-0.25, -0.3, 0.2]), { followers: 'limb' });
    const { spine, neck, rightUpperArm, leftUpperArm } = rig.humanoid;
    const turned = (joint: number) => angleBetween(rotationOf(pose, joint), rotationOf(rest, joint));
    for (const joint of [spine!, neck!, rightUpperArm!]) expect(turned(joint)).toBeLessThan(1e-9);
    expect(turned(leftUpperArm!)).toBeGreaterThan(0.2);
  });

  test('does not leap when it is grabbed, nor on the way', () => {
    const pull = createPuller(rig).begin(rest, 'leftHand', FEET, { followLibrary: 1 }, undefined, source);
    const from = handleAt(rig, rest, 'leftHand');
    let before = forwardKinematics(skeleton, rest);
    for (let step = 1; step <= 120; step++) {
      const { pose } = pull.to(movedBy(rig, from, [-0.004 * step, -0.003 * step, 0.002 * step]));
      const now = forwardKinematics(skeleton, pose);
      for (const joint of skeleton.names.keys())
        expect(distance(worldPosition(now, joint), worldPosition(before, joint))).toBeLessThan(12 * 0.0054);
      before = now;
    }
  });

  test('refuses a strength that is none', () => {
    expect(() => createPuller(rig).begin(rest, 'leftHand', FEET, { followLibrary: 2 })).toThrow(
      'followLibrary must be a number from 0 to 1',
    );
  });
});
