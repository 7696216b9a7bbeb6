import { cross, distance, normalize, rejectFrom, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { isLocked } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { foldLimb, limbPlane } from './fold-limb.ts';
import { bendAxisOf } from './pinned-limbs.ts';
import type { Reaching } from './pull-move.ts';

/** Share of its bones' length that a straight limb spans at least. */
const STRETCHED = 0.99;
/** Share of the limb's present length below which a target asks it to bend. */
const SHORTER = 0.998;

/**
 * The pose with the pulled limb folded to the target where it is straight and the target lies nearer than its length: from a straight limb coordinate
 * descent sees no way to shorten it and would move the trunk instead. The same pose when there is nothing to do, or a joint of it is locked.
 */
export function bendStraightLimb(rig: Rig, pose: Pose, { limb, handle }: Reaching, target: Vec3): Pose {
  if (isLocked(rig, limb.bend) || isLocked(rig, limb.upper)) return pose;
  const axis = bendAxisOf(rig, handle.startsWith('left') ? 'left' : 'right', handle.endsWith('Foot') ? 'Foot' : 'Hand');
  const plane = limbPlane(forwardKinematics(rig.skeleton, pose), limb, axis);
  const { root, end, upperLength, lowerLength } = plane;
  const [span, wanted] = [distance(root, end), distance(root, target)];
  if (span < STRETCHED * (upperLength + lowerLength) || wanted > SHORTER * span) return pose;
  const line = normalize(subtract(end, root));
  return foldLimb(rig, pose, limb, axis, target, cross(line, rejectFrom(plane.axis, line)));
}
