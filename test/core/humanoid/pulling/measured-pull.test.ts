import { describe, expect, test } from 'vitest';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { limbOf } from '../../../../core/humanoid/body/limbs.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { dot, normalize, rejectFrom, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const puller = createPuller(rig);
const bent = puller.begin(restPose(rig.skeleton), 'leftHand').to([0.35, 1.2, 0.3]).pose;

/** The angle about the line from shoulder to hand between the elbow and a place, radians. */
function poleAngle(pose: Pose, target: Vec3): number {
  const limb = limbOf(rig, 'leftElbow')!;
  const world = forwardKinematics(rig.skeleton, pose);
  const root = worldPosition(world, limb.upper);
  const axis = normalize(subtract(worldPosition(world, limb.end), root));
  const aside = (place: Vec3): Vec3 => normalize(rejectFrom(subtract(place, root), axis));
  return Math.acos(Math.min(1, dot(aside(worldPosition(world, limb.bend)), aside(target))));
}

describe('what a pull says is left', () => {
  test.each([
    [[0.6, 0.9, 0.2], true],
    [[0.9, 1.3, 0], true],
    [[-0.6, 1.9, 0.1], false],
    [[-0.9, 1.2, 0.5], false],
  ] as const)('of an elbow that is pulled towards %o is the angle about its limb', (target, isReached) => {
    const { pose, status, angle, residuals } = puller.begin(bent, 'leftElbow').to(target);
    const left = poleAngle(pose, target);
    expect([status === 'reached', residuals[0]!.reached]).toEqual([isReached, isReached]);
    if (isReached) expect(left).toBeLessThan(0.02);
    else expect(Math.abs(angle - left)).toBeLessThan(1e-3);
  });
});
