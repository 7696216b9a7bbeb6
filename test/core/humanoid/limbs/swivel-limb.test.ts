import { expect, test } from 'vitest';
import { limbOf } from '../../../../core/humanoid/body/limbs.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { distance, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { figureRigs } from '../../../helpers/figure-rigs.ts';
import { FEET, handleAt } from '../../../helpers/pulled-figure.ts';

const STRAIGHT = figureRigs().filter(({ name }) => /T-pose|seed 1|turned by 90/.test(name));

test.each(STRAIGHT)('a straight elbow of $name that is pulled up bends upwards from then on, and the hand stays', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { bend, end } = limbOf(rig, 'leftElbow')!;
  const limit = rig.skeleton.limits[bend]!;
  if (limit.kind !== 'hinge') throw new Error('the elbow is a hinge');
  const at = (pose: Pose, joint: number): Vec3 => worldPosition(forwardKinematics(rig.skeleton, pose), joint);
  /** Which way the hand goes when the elbow bends by 30 degrees. */
  const bent = (pose: Pose): Vec3 => {
    const next = pose.slice();
    setRotation(next, bend, fromAxisAngle(limit.axis, limit.min + Math.PI / 6));
    return subtract(at(next, end), at(pose, end));
  };
  const elbow = handleAt(rig, rest, 'leftElbow');
  const height = rig.report.height;
  const target: Vec3 = [elbow[0], elbow[1] + 0.3 * height, elbow[2]];
  const { pose } = createPuller(rig).begin(rest, 'leftElbow', FEET, DEFAULT_SOLVER_SETTINGS).to(target);
  expect(distance(at(pose, end), at(rest, end))).toBeLessThan(1e-3 * height);
  expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
  const away = (of: Pose): number => {
    const [x, y, z] = bent(of);
    return x * (target[0] - elbow[0]) + y * (target[1] - elbow[1]) + z * (target[2] - elbow[2]);
  };
  // The hand goes away from where the elbow points.
  expect(away(pose)).toBeLessThan(away(rest) - 1e-3 * height * height);
});
