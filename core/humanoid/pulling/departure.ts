import { angleBetween } from '../../math/quat.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { Following } from './following.ts';
import type { Rig } from '../body/rig.ts';

/** Metres of the hips' way that weigh as much as a radian of a joint, as a share of the body's height. Our choice: a thigh. */
const RADIAN = 0.25;

/**
 * How far a pose is from another, by what had to move for it: Σ of the squared angles between their joints, each over the joint's mobility, and the
 * squared way of the hips over theirs; radians squared.
 */
export function departure(rig: Rig, pose: Pose, from: Pose, { stiffness, rootStiffness }: Following): number {
  let sum = 0;
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    const mobility = 1 - stiffness[joint]!;
    if (mobility > 0) sum += angleBetween(rotationOf(pose, joint), rotationOf(from, joint)) ** 2 / mobility;
  }
  if (rootStiffness >= 1) return sum;
  const radian = RADIAN * rig.report.height;
  let way = 0;
  for (let i = 0; i < 3; i++) way += ((pose[i]! - from[i]!) / radian) ** 2;
  return sum + way / (1 - rootStiffness);
}

/** Radians of the joint that is turned most between two poses. */
export function farthestTurn(rig: Rig, a: Pose, b: Pose): number {
  let most = 0;
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    most = Math.max(most, angleBetween(rotationOf(a, joint), rotationOf(b, joint)));
  }
  return most;
}
