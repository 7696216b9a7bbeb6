import { describe, expect, it } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { centreOfMass, segmentMasses, supportPolygon } from '../../../../core/humanoid/anatomy/masses.ts';
import { conjugate, multiply, normalizeQuat } from '../../../../core/math/quat.ts';
import { forwardKinematics, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { turn } from '../../../helpers/body-directions.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

/** Turns the arms of a figure in T-pose down to its sides. */
function armsDown(rig: ReturnType<typeof buildRig>) {
  const pose = restPose(rig.skeleton);
  const rest = forwardKinematics(rig.skeleton, pose);
  for (const [bone, angle] of [
    ['leftUpperArm', -Math.PI / 2],
    ['rightUpperArm', Math.PI / 2],
  ] as const) {
    const joint = rig.humanoid[bone]!;
    const at = worldRotation(rest, joint);
    setRotation(pose, joint, normalizeQuat(multiply(multiply(conjugate(at), turn([0, 0, 1], angle)), at)));
  }
  return pose;
}

describe('the masses of a standing man of 1.741 m', () => {
  const rig = buildRig(sceneOf(plainFigure()));
  const masses = segmentMasses(rig);

  it('sum to the whole body', () => {
    expect(masses.masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 9);
  });

  it('have their centre at 57.25 % of his height with his arms at his sides', () => {
    const [x, y] = centreOfMass(masses, forwardKinematics(rig.skeleton, armsDown(rig)));
    expect(x).toBeCloseTo(0, 9);
    expect(Math.abs(y - 0.9968)).toBeLessThan(2e-3);
  });

  it('have a higher centre with his arms out, by the moment of what was raised', () => {
    const low = centreOfMass(masses, forwardKinematics(rig.skeleton, armsDown(rig)));
    const high = centreOfMass(masses, forwardKinematics(rig.skeleton, restPose(rig.skeleton)));
    // Lever arms of upper arm, forearm and hand below the shoulder when the arm hangs.
    const raised = 0.0271 * 0.5772 * 0.2817 + 0.0162 * (0.2817 + 0.4574 * 0.2689) + 0.0061 * (0.2817 + 0.2689 + 0.79 * 0.0862);
    expect(high[1] - low[1]).toBeCloseTo(2 * raised, 4);
  });

  it('give a missing bone to its parent segment', () => {
    const armless = plainFigure().filter(({ name }) => !/^hand|^toes/.test(name));
    const other = segmentMasses(buildRig(sceneOf(armless)));
    expect(other.masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 9);
  });
});

describe.each(sampleRigs())('the balance of $name', ({ rig }) => {
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));

  it('carries all of the mass at finite places', () => {
    const { masses, centres } = segmentMasses(rig);
    expect(masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 9);
    expect(centres.every(Number.isFinite)).toBe(true);
  });

  it('stands over its feet at rest, or nearly', () => {
    const [x, y, z] = centreOfMass(segmentMasses(rig), world);
    const polygon = supportPolygon(rig, world);
    const height = rig.report.height;
    expect(y).toBeGreaterThan(0.35 * height);
    expect(y).toBeLessThan(0.75 * height);
    const [xs, zs] = [polygon.map((corner) => corner[0]), polygon.map((corner) => corner[1])];
    expect(x).toBeGreaterThan(Math.min(...xs));
    expect(x).toBeLessThan(Math.max(...xs));
    expect(z).toBeGreaterThan(Math.min(...zs) - 0.08 * height);
    expect(z).toBeLessThan(Math.max(...zs) + 0.08 * height);
  });

  it('loses a lifted foot from its support', () => {
    const pose = restPose(rig.skeleton);
    const joint = rig.humanoid.leftUpperLeg!;
    const at = worldRotation(world, joint);
    const { facing } = rig.report;
    const forward = turn([facing[2], 0, -facing[0]], -Math.PI / 2);
    setRotation(pose, joint, normalizeQuat(multiply(multiply(conjugate(at), forward), at)));
    const both = supportPolygon(rig, world);
    const one = supportPolygon(rig, forwardKinematics(rig.skeleton, pose));
    const width = (polygon: readonly (readonly [number, number])[], k: 0 | 1) =>
      Math.max(...polygon.map((corner) => corner[k])) - Math.min(...polygon.map((corner) => corner[k]));
    expect(one.length).toBeGreaterThanOrEqual(3);
    expect(width(one, 0)).toBeLessThan(0.6 * width(both, 0));
  });
});
