import { subtract, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { HandleName, Pins } from './handles.ts';
import { limbOf } from './limbs.ts';
import type { Rig } from './rig.ts';
import { bendStraightLimb } from './straight-limbs.ts';

const LIMB_ENDS: readonly HandleName[] = ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'];

/**
 * The pose with the whole body carried until its hips are at `target` (world, metres), and the straight limbs bent that are pinned where `snapshot`
 * has their ends: from straight legs coordinate descent sees no way to lower the hips between them.
 */
export function carryHips(rig: Rig, pose: Pose, target: Vec3, pins: Pins, snapshot: Pose): Pose {
  const { hips } = rig.humanoid;
  if (hips === undefined) return pose;
  const pinned = forwardKinematics(rig.skeleton, snapshot);
  const by = subtract(target, worldPosition(forwardKinematics(rig.skeleton, pose), hips));
  let carried: Pose = pose.slice();
  for (let i = 0; i < 3; i++) carried[i]! += by[i]!;
  for (const name of LIMB_ENDS) {
    const limb = limbOf(rig, name);
    if (limb && pins[name]?.translation) carried = bendStraightLimb(rig, carried, name, worldPosition(pinned, limb.end));
  }
  return carried;
}
