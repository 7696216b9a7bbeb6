import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { limbOf } from '../../../../core/humanoid/body/limbs.ts';
import { limbStrain } from '../../../../core/humanoid/pulling/strain.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const arm = limbOf(mannequin, 'leftHand')!;

function flexed(degrees: number): Pose {
  const pose = restPose(mannequin.skeleton);
  const limit = mannequin.skeleton.limits[arm.bend]!;
  if (limit.kind !== 'hinge') throw new Error('the mannequin has a hinge for an elbow');
  setRotation(pose, arm.bend, fromAxisAngle(limit.axis, limit.max - (150 - degrees) * DEGREES));
  return pose;
}

describe('the strain of a limb', () => {
  test('is nothing while it is bent with ease, and grows to 1 at its full length', () => {
    const strains = [90, 60, 45, 30, 15, 0].map((degrees) => limbStrain(mannequin, flexed(degrees), arm));
    expect(strains[0]).toBe(0);
    expect(strains.at(-1)).toBeCloseTo(1, 2);
    expect(strains).toEqual(strains.toSorted((a, b) => a - b));
    expect(new Set(strains).size).toBeGreaterThan(3);
  });

  test('is 1 where the upper joint stands on its limit', () => {
    const pose = flexed(90);
    const limit = mannequin.skeleton.limits[arm.upper]!;
    if (limit.kind !== 'swingTwist') throw new Error('the mannequin has a cone for a shoulder');
    const upwards = [0, 0, 1] as const;
    let strain = 0;
    for (let degrees = 0; strain < 1 && degrees < 180; degrees++) {
      setRotation(pose, arm.upper, fromAxisAngle(upwards, degrees * DEGREES));
      const next = limbStrain(mannequin, pose, arm);
      if (degrees > 40) expect(next).toBeGreaterThanOrEqual(strain);
      strain = next;
    }
    expect(strain).toBe(1);
  });

  test('grows with how much stiffer than by default its upper joint or its bend was made', () => {
    const scene = readGlbScene(MANNEQUIN);
    const strainWith = (joint: number, stiffness: number) =>
      limbStrain(buildRig(scene, { stiffness: { [joint]: stiffness } }), flexed(90), arm);
    expect(strainWith(arm.bend, 0.4)).toBeCloseTo(0.4, 12);
    expect(strainWith(arm.upper, 0.1)).toBe(0);
    expect(strainWith(arm.upper, 0.55)).toBeCloseTo(0.5, 12);
    expect(strainWith(arm.bend, 1)).toBe(1);
    expect(strainWith(arm.end, 1)).toBe(0);
  });
});
