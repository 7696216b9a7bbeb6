import { expect, test } from 'vitest';
import { massPoints, spinBetween } from '../../../../core/humanoid/anatomy/mass-points.ts';
import { centreOfMass, segmentMasses } from '../../../../core/humanoid/anatomy/masses.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { add, scale, subtract, ZERO, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const points = massPoints(rig);

/** The mannequin with its arms hanging, as people were measured. */
function standing(): Vec3[] {
  const pose = restPose(rig.skeleton);
  for (const side of ['left', 'right'] as const) {
    const turn = ((side === 'left' ? -1 : 1) * Math.PI) / 2;
    setRotation(pose, rig.humanoid[`${side}UpperArm`]!, [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)]);
  }
  const world = forwardKinematics(rig.skeleton, pose);
  return points.map(({ joint, offset }) => pointOf(world, joint, offset));
}

test('the points have the masses and the centre of the body that they stand for', () => {
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  expect(points.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 3);
  const sum = points.reduce<Vec3>((all, { joint, offset, mass }) => add(all, scale(pointOf(world, joint, offset), mass)), ZERO);
  const total = points.reduce((all, { mass }) => all + mass, 0);
  centreOfMass(segmentMasses(rig), world).forEach((value, c) => expect(sum[c]! / total).toBeCloseTo(value, 9));
});

test('a standing body turns as heavily as those that Santschi, DuBois and Omoto measured in 1963', () => {
  const places = standing();
  const centre = points.reduce<Vec3>((all, { mass }, k) => add(all, scale(places[k]!, mass)), ZERO);
  const from = Float64Array.from(places.flatMap((place) => subtract(place, centre)));
  const { inertia, momentum } = spinBetween(points, from, from, 1 / 30);
  expect(momentum).toEqual([0, 0, 0]);
  // 66 men of 75.6 kg and 1.76 m: 13.0, 11.6 and 1.28 kg m² about the axes ahead, across and up.
  const size = (rig.report.height / 1.76) ** 2;
  for (const [at, measured] of [
    [8, 13],
    [0, 11.6],
    [4, 1.28],
  ] as const)
    expect(Math.abs(inertia[at]! / size / (measured / 75.6) - 1), `axis ${at}`).toBeLessThan(0.1);
});

test('a rigid body that turns slowly about an axis has the momentum I ω about it, for any axis', () => {
  const places = standing();
  const centre = points.reduce<Vec3>((all, { mass }, k) => add(all, scale(places[k]!, mass)), ZERO);
  const arms = places.map((place) => subtract(place, centre));
  const speed: Vec3 = [0.3, -0.7, 0.2];
  const seconds = 1e-4;
  // r + ω × r dt, written out.
  const after = arms.flatMap(([x, y, z]) => [
    x + (speed[1] * z - speed[2] * y) * seconds,
    y + (speed[2] * x - speed[0] * z) * seconds,
    z + (speed[0] * y - speed[1] * x) * seconds,
  ]);
  const { momentum, inertia } = spinBetween(points, Float64Array.from(arms.flat()), Float64Array.from(after), seconds);
  [0, 1, 2].forEach((row) => {
    const expected = speed.reduce((sum, value, c) => sum + inertia[3 * row + c]! * value, 0);
    expect(momentum[row]).toBeCloseTo(expected, 5);
  });
});
