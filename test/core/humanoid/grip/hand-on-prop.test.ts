import { expect, test } from 'vitest';
import { restPose } from '../../../../core/index.ts';
import { bodyOf } from '../../../../core/humanoid/body/rig-body.ts';
import { handFrame } from '../../../../core/humanoid/anatomy/hand-limits.ts';
import { gripOfHand, handAtGrip, mirroredGrip } from '../../../../core/humanoid/grip/hand-on-prop.ts';
import { SAME_FRAME, type Frame } from '../../../../core/math/frame.ts';
import { angleBetween, fromAxisAngle, rotate } from '../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const PROP: Frame = { position: [0.2, 0.9, -0.4], rotation: fromAxisAngle([0.6, 0, 0.8], 1.1) };
const rigs = sampleRigs().filter(({ rig }) => rig.humanoid.leftHand !== undefined && rig.humanoid.rightHand !== undefined);

test.each(rigs.map(({ name, rig }) => [name, rig] as const))(
  'a hand of %s that held a prop holds it in the same place again',
  (_, rig) => {
    const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
    for (const side of ['left', 'right'] as const) {
      const joint = rig.humanoid[`${side}Hand`]!;
      const hand = { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
      const grip = gripOfHand(rig, side, hand, PROP);
      const again = handAtGrip(rig, side, grip, PROP);
      expect(distance(again.position, hand.position)).toBeLessThan(1e-9);
      expect(angleBetween(again.rotation, hand.rotation)).toBeLessThan(1e-6);
      // Whatever axes the file gives the joint, the grip says where hand and thumb point.
      const seen = gripOfHand(rig, side, hand, SAME_FRAME);
      const { along, thumb } = handFrame(bodyOf(rig), side);
      expect(distance(rotate(seen.rotation, [1, 0, 0]), along)).toBeLessThan(1e-6);
      expect(distance(rotate(seen.rotation, [0, 1, 0]), thumb)).toBeLessThan(1e-6);
    }
  },
);

test('the mirrored grip of a body that is even is that of its other hand', () => {
  const { rig } = rigs.find(({ name }) => name === 'mannequin.glb')!;
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const of = (side: 'left' | 'right') => {
    const joint = rig.humanoid[`${side}Hand`]!;
    return gripOfHand(rig, side, { position: worldPosition(world, joint), rotation: worldRotation(world, joint) }, SAME_FRAME);
  };
  const mirrored = mirroredGrip(of('right'));
  expect(distance(mirrored.position, of('left').position)).toBeLessThan(1e-6);
  for (const axis of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const satisfies readonly Vec3[])
    expect(distance(rotate(mirrored.rotation, axis), rotate(of('left').rotation, axis))).toBeLessThan(1e-6);
});
