import { describe, expect, test } from 'vitest';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { dot, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, type WorldTransforms } from '../../../../core/skeleton/forward-kinematics.ts';
import { FEET, figureOf, moved, placeOf } from '../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

/** Share of the leg by which the hips may be farther aside than the foot on that side. */
const ASIDE = 0.22;

describe.each(sampleRigs())('a hand of $name that is pulled further than its arm reaches', ({ rig }) => {
  const figure = figureOf(rig);
  const { rest, left, leg, arm } = figure;
  const across = (world: WorldTransforms, name: 'hips' | 'leftFoot'): number => dot(left, placeOf(figure, world, name));

  test.each([
    ['aside', [0.6, 0, 0]],
    ['ahead', [0, 0, 1.6]],
  ] as const)('takes the body along %s without taking the hips off the feet', (_, way) => {
    const atRest = forwardKinematics(rig.skeleton, rest);
    const by = way.map((share) => share * arm) as unknown as Vec3;
    const target = moved(figure, placeOf(figure, atRest, 'leftHand'), by);
    const { status, pose } = createPuller(rig).begin(rest, 'leftHand', FEET).to(target);
    const world = forwardKinematics(rig.skeleton, pose);
    expect(status).toBe('reached');
    expect(Math.hypot(...subtract(placeOf(figure, world, 'leftHand'), target))).toBeLessThan(1e-3);
    expect(across(world, 'hips') - across(atRest, 'leftFoot')).toBeLessThan(ASIDE * leg);
  });
});
