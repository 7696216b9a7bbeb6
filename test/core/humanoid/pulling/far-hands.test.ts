import { describe, expect, test } from 'vitest';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { centreOfMass, segmentMasses, supportPolygon } from '../../../../core/humanoid/anatomy/masses.ts';
import { nearestInSupport } from '../../../../core/ik/mechanism/balance.ts';
import { distance, dot, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, type WorldTransforms } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import { FEET, figureOf, moved, placeOf } from '../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

/** Share of the leg by which the hips may be farther aside than the foot on that side. */
const ASIDE = 0.22;

/** Metres, for a figure 1.75 m tall, by which a centre of mass may be outside of the soles: what a solve goes on by. */
const MOST_OUTSIDE = 0.018;
/** In legs, aside, up and ahead. */
const WAYS = [
  [0.45, 0, 0],
  [0.45, 0.3, 0.2],
  [0.6, -0.2, -0.2],
  [0.5, 0.2, -0.5],
  [0, 0.2, 0.9],
] as const;

describe.each(sampleRigs())('a hand of $name that is pulled further than its arm reaches', ({ name, rig }) => {
  const figure = figureOf(rig);
  const { rest, left, leg, arm } = figure;
  const across = (world: WorldTransforms, part: 'hips' | 'leftFoot'): number => dot(left, placeOf(figure, world, part));

  test.each([
    ['aside', [0.6, 0, 0]],
    ['ahead', [0, 0, 1.6]],
  ] as const)('takes the body along %s without taking the hips off the feet, where it may lose its balance', (_, way) => {
    const atRest = forwardKinematics(rig.skeleton, rest);
    const by = way.map((share) => share * arm) as unknown as Vec3;
    const target = moved(figure, placeOf(figure, atRest, 'leftHand'), by);
    const { status, pose } = createPuller(rig).begin(rest, 'leftHand', FEET, { weight: 0 }).to(target);
    const world = forwardKinematics(rig.skeleton, pose);
    expect(status).toBe('reached');
    expect(Math.hypot(...subtract(placeOf(figure, world, 'leftHand'), target))).toBeLessThan(1e-3);
    expect(across(world, 'hips') - across(atRest, 'leftFoot')).toBeLessThan(ASIDE * leg);
  });

  test('keeps its centre of mass over its soles in every direction, and says that it is missed for that', () => {
    const atRest = forwardKinematics(rig.skeleton, rest);
    const from = placeOf(figure, atRest, 'leftHand');
    const support = supportPolygon(rig, atRest);
    const masses = segmentMasses(rig);
    const puller = createPuller(rig);
    const nearest = new Float64Array(2);
    const outside = (pose: Pose): number => {
      const [x, , z] = centreOfMass(masses, forwardKinematics(rig.skeleton, pose));
      nearestInSupport(support, x, z, nearest);
      return Math.hypot(x - nearest[0]!, z - nearest[1]!);
    };
    let falls = 0;
    for (const way of WAYS) {
      const target = moved(figure, from, way.map((share) => share * leg) as unknown as Vec3);
      const to = (weight: number) => puller.begin(rest, 'leftHand', FEET, { weight }).to(target);
      const { pose, status, residuals } = to(1);
      const world = forwardKinematics(rig.skeleton, pose);
      expect(outside(pose), way.join(' ')).toBeLessThan(MOST_OUTSIDE * figure.size);
      if (status === 'reached') expect(distance(placeOf(figure, world, 'leftHand'), target)).toBeLessThan(1e-3);
      else expect(residuals[0]?.distance).toBeCloseTo(distance(placeOf(figure, world, 'leftHand'), target), 6);
      if (outside(to(0).pose) < 2 * MOST_OUTSIDE * figure.size) continue;
      falls++;
      if (status !== 'reached') expect(residuals[0]?.reason, way.join(' ')).toBe('balance');
    }
    // Broad feet and short arms never fall.
    if (name.includes('mannequin')) expect(falls).toBeGreaterThan(0);
  });
});
