import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { followingOf } from '../../../../core/humanoid/pulling/following.ts';
import { handlesOf } from '../../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../../core/humanoid/body/limbs.ts';
import { createPuller, handlePosition } from '../../../../core/humanoid/pulling/posing.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/pull-goals.ts';
import { VISITING_ORDERS, type VisitingOrder } from '../../../../core/ik/request/orders.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const arm = limbOf(mannequin, 'leftHand')!;
const FEET = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};

/** Radians that the trunk turned, all its bones together, when the left hand was pulled in and forward. */
function trunkTurn(order: VisitingOrder): number {
  const { skeleton, humanoid } = mannequin;
  const rest = restPose(skeleton);
  const hand = handlesOf(mannequin).find(({ name }) => name === 'leftHand')!;
  const [x, y, z] = handlePosition(hand, forwardKinematics(skeleton, rest));
  const gesture = createPuller(mannequin).begin(rest, 'leftHand', FEET, { ...DEFAULT_SOLVER_SETTINGS, order });
  const { pose, status } = gesture.to([x - 0.2, y - 0.15, z + 0.25]);
  expect(status).toBe('reached');
  const trunk = [humanoid.hips!, humanoid.spine!, humanoid.chest!, humanoid.upperChest!];
  return trunk.reduce((sum, joint) => sum + angleBetween(rotationOf(pose, joint), rotationOf(rest, joint)), 0);
}

describe('who moves for a pulled limb', () => {
  test('follows from the order: the arm alone, then more and more of the trunk, at last the trunk before the arm', () => {
    const byOrder = new Map(VISITING_ORDERS.map((order) => [order, trunkTurn(order)]));
    expect(byOrder.get('smartBounce')).toBeLessThan(1e-12);
    const rising = (['bounce', 'backward', 'forward', 'bounceFromRoot'] as const).map((order) => byOrder.get(order)!);
    expect(rising[0]).toBeGreaterThan(1e-4);
    for (let i = 1; i < rising.length; i++) expect(rising[i]).toBeGreaterThan(1.5 * rising[i - 1]!);
  });

  test('with smart bounce follows from the strain: nobody but the limb at 0', () => {
    const { humanoid } = mannequin;
    const [still, half, full] = [0, 0.5, 1].map((strain) => followingOf(mannequin, arm, 'smartBounce', strain, 0.5));
    expect(still!.stiffness[humanoid.spine!]).toBe(1);
    expect(still!.rootStiffness).toBe(1);
    for (const joint of [humanoid.spine!, humanoid.hips!, humanoid.leftShoulder!]) {
      expect(full!.stiffness[joint]).toBeLessThan(half!.stiffness[joint]!);
      expect(half!.stiffness[joint]).toBeLessThan(1);
    }
    expect(full!.rootStiffness).toBeLessThan(half!.rootStiffness);
    expect(full!.stiffness[arm.upper]).toBe(mannequin.skeleton.stiffness[arm.upper]);
  });

  test('never makes hips follow that the settings keep in place', () => {
    for (const order of VISITING_ORDERS) expect(followingOf(mannequin, arm, order, 1, 1).rootStiffness).toBe(1);
  });
});
