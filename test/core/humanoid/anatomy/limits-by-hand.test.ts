import { expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';

const DEGREES = Math.PI / 180;
const scene = sceneOf(plainFigure());
const { humanoid, skeleton } = buildRig(scene);

/** The limit of a joint where a limit that depends on another or on itself would have to fit it. */
function limitOf(joint: number, limit: Limit): Limit {
  return buildRig(scene, { limits: { [joint]: limit } }).skeleton.limits[joint]!;
}

test.each([179, 180, 181, 400])('A knee may turn by %d° either way', (degrees) => {
  const limit = { kind: 'hinge', axis: [1, 0, 0], min: -degrees * DEGREES, max: degrees * DEGREES } as const;
  expect(limitOf(humanoid.leftLowerLeg!, limit)).toEqual(limit);
});

test.each([0, 69.99999, 70, 70.00001, 90, 180])('hips and upper arms may swing by %d° to all sides', (degrees) => {
  for (const joint of [humanoid.leftUpperArm!, humanoid.leftUpperLeg!]) {
    const limit = skeleton.limits[joint]!;
    if (limit.kind !== 'swingTwist') throw new Error('no cone');
    const half = degrees * DEGREES;
    const wide: Limit = { ...limit, swing: [half, half, half, half] };
    expect(limitOf(joint, wide)).toEqual(wide);
  }
});
