import { conjugate, fromRotationVector, multiply, rotate, toRotationVector, type Quat } from '../../../math/quat.ts';
import { length, scale, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import type { Limit } from '../../../skeleton/limits.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { isLocked, turnJoint } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';
import { clampJoint } from '../../limbs/fold-limb.ts';

/** Rounds in which joints take over what the limits of others have left; and radians that are left at the end of them. */
const ROUNDS = 16;
const DONE = 1e-6;

/** The joints of the trunk above the hips that the chest's handle sits on, from below; fewer where they are locked. */
export function spineOf(rig: Rig): readonly number[] {
  const { spine, chest, upperChest } = rig.humanoid;
  return [spine, chest, upperChest].flatMap((joint) => (joint === undefined || isLocked(rig, joint) ? [] : [joint]));
}

/**
 * The pose with the last of `joints`, a chain from below, turned to a world rotation as far as the limits of all of them let it. Of a turn r each takes the
 * share w/Σw, where w is its range about the axis of r; what one cannot take the others take in further rounds.
 */
export function shareTurn(rig: Rig, pose: Pose, joints: readonly number[], wanted: Quat): Pose {
  const { skeleton } = rig;
  const top = joints.at(-1)!;
  let shared = pose;
  for (let round = 0; round < ROUNDS; round++) {
    const world = forwardKinematics(skeleton, shared);
    const left = toRotationVector(multiply(wanted, conjugate(worldRotation(world, top))));
    const angle = length(left);
    if (angle < DONE) break;
    const axis = scale(left, 1 / angle);
    const ranges = joints.map((joint) =>
      rangeAbout(skeleton.limits[joint]!, rotate(conjugate(worldRotation(world, joint)), axis)),
    );
    const all = ranges.reduce((sum, range) => sum + range, 0);
    joints.forEach((joint, i) => {
      shared = turnJoint(rig, shared, joint, fromRotationVector(scale(left, ranges[i]! / all)));
      clampJoint(rig, shared, joint);
    });
  }
  return shared;
}

/** Radians that a limit leaves to both sides of the rest pose about an axis of the joint's own frame; all of a turn without a limit. */
function rangeAbout(limit: Limit, axis: Vec3): number {
  if (limit.kind === 'hinge') return Math.max(LEAST, limit.max - limit.min);
  if (limit.kind !== 'swingTwist') return 2 * Math.PI;
  const [x, y, z] = rotate(conjugate(limit.childFrame), axis);
  const { swing, twist } = limit;
  return Math.max(
    LEAST,
    Math.sqrt((x * (swing[0] + swing[1])) ** 2 + (y * (swing[2] + swing[3])) ** 2 + (z * (twist[1] - twist[0])) ** 2),
  );
}
/** Radians: what is nearly stiff takes a little. */
const LEAST = 1e-3;
