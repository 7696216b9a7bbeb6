import { expect, test } from 'vitest';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { conjugate, multiply, toRotationVector } from '../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { FEET, figureOf, moved, placeOf } from '../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

/** Ways of the hips in lengths of the leg: left, up, ahead. Beside both feet one heel comes up further than it is built. */
const WAYS: readonly Vec3[] = [
  [0, -0.4, 0.1],
  [0.5, -0.4, -0.2],
  [-0.5, -0.4, -0.2],
  [0.4, -0.5, 0.2],
];

test.each(sampleRigs())(
  'toes of $name stay flat on the ground, however far and for whatever reason their heel comes up',
  ({ rig }) => {
    const { humanoid, skeleton } = rig;
    const figure = figureOf(rig);
    const rest = forwardKinematics(skeleton, figure.rest);
    const hips = placeOf(figure, rest, 'hips');
    for (const way of WAYS) {
      const target = moved(figure, hips, way.map((share) => share * figure.leg) as unknown as Vec3);
      const { pose } = createPuller(rig).begin(figure.rest, 'hips', FEET).to(target);
      const world = forwardKinematics(skeleton, pose);
      expect(isInsideLimits(skeleton, pose)).toBe(true);
      for (const bone of ['leftToes', 'rightToes'] as const) {
        const joint = humanoid[bone];
        if (joint === undefined) continue;
        const turned = toRotationVector(multiply(worldRotation(world, joint), conjugate(worldRotation(rest, joint))));
        const tilted = Math.hypot(turned[0], turned[2]);
        expect(toDegrees(tilted), `${bone} for ${way.join()}`).toBeLessThan(10);
      }
    }
  },
);
