import { subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { HandleName, Pins } from '../body/handles.ts';
import { limbOf } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { bendStraightLimb } from './straight-limbs.ts';

const LIMB_ENDS: readonly HandleName[] = ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'];

/**
 * The pose with the whole body carried until `joint` is at `target` (world, metres), and the straight limbs bent that are pinned where `snapshot`
 * has their ends: from straight legs coordinate descent sees no way to lower the hips between them.
 */
export function carryBody(rig: Rig, pose: Pose, joint: number, target: Vec3, pins: Pins, snapshot: Pose): Pose {
  const pinned = forwardKinematics(rig.skeleton, snapshot);
  const by = subtract(target, worldPosition(forwardKinematics(rig.skeleton, pose), joint));
  let carried: Pose = pose.slice();
  for (let i = 0; i < 3; i++) carried[i]! += by[i]!;
  for (const name of LIMB_ENDS) {
    const limb = limbOf(rig, name);
    if (limb && pins[name]?.translation) carried = bendStraightLimb(rig, carried, name, worldPosition(pinned, limb.end));
  }
  return carried;
}
