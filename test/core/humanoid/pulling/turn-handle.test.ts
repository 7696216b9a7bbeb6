import { describe, expect, it } from 'vitest';
import { handlesOf, type HandleName, type Pins } from '../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply, type Quat } from '../../../../core/math/quat.ts';
import { add, distance, UNIT_Y, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const rigs = sampleRigs();
const PIN = { translation: true, rotation: true, weight: 1 } as const;
const FEET: Pins = { leftFoot: PIN, rightFoot: PIN };

function stand(rig: Rig, pose: Pose, name: HandleName): { readonly at: Vec3; readonly turned: Quat } {
  const { joint } = handlesOf(rig).find((each) => each.name === name)!;
  const world = forwardKinematics(rig.skeleton, pose);
  return { at: worldPosition(world, joint), turned: worldRotation(world, joint) };
}

describe.each(rigs)('turning a handle of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const size = rig.report.height / 1.75;
  const bent = createPuller(rig)
    .begin(rest, 'leftHand', FEET)
    .to(add(stand(rig, rest, 'leftHand').at, [-0.2 * size, -0.25 * size, 0.2 * size])).pose;

  it.each(['leftHand', 'rightFoot', 'head'] as const)('%s: takes the asked rotation, and keeps its place', (name) => {
    const start = stand(rig, bent, name);
    const wanted = multiply(fromAxisAngle(UNIT_Y, 10 * DEGREES), start.turned);
    const { pose } = createPuller(rig).begin(bent, name, FEET).to(start.at, { rotation: wanted });
    const end = stand(rig, pose, name);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    expect(distance(end.at, start.at)).toBeLessThan(1.01e-3);
    expect(angleBetween(end.turned, wanted)).toBeLessThan(0.6 * angleBetween(start.turned, wanted));
  });
});
