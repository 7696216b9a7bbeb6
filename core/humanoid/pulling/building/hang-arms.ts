import { acos } from '../../../math/elementary.ts';
import { clamp } from '../../../math/angles.ts';
import { conjugate, IDENTITY, multiply, rotate, shortestArc, slerp } from '../../../math/quat.ts';
import { smooth } from '../../../math/soft-stretch.ts';
import { normalize, subtract, UNIT_Y } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { isLocked, limbsOf, turnJoint } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';
import { clampJoint } from '../../limbs/fold-limb.ts';

/** Radians from straight down within which an arm hangs, and over which it comes not to. Our choice. */
const HANGS = 0.5;
const FADES = 0.4;

/**
 * The pose with arms that hang in the snapshot hanging as there, whatever the trunk does: with R the rotation by which the trunk has turned since then, the arm turns back by the shortest arc from
 * R y to y, a share of it where it hung aslant. So it tilts with nothing that the trunk tilts by, and turns with it about the vertical. Inside its limit.
 */
export function hangArms(rig: Rig, snapshot: Pose, pose: Pose, share: number): Pose {
  const before = forwardKinematics(rig.skeleton, snapshot);
  const after = forwardKinematics(rig.skeleton, pose);
  let hanging = pose;
  for (const { name, upper, end } of limbsOf(rig)) {
    const parent = rig.skeleton.parents[upper]!;
    if (!name.endsWith('Arm') || parent < 0 || isLocked(rig, upper)) continue;
    const [, y] = normalize(subtract(worldPosition(before, end), worldPosition(before, upper)));
    const hangs = share * smooth((HANGS + FADES - acos(clamp(-y, -1, 1))) / FADES);
    if (hangs === 0) continue;
    const turn = multiply(worldRotation(after, parent), conjugate(worldRotation(before, parent)));
    hanging = turnJoint(rig, hanging, upper, slerp(IDENTITY, shortestArc(rotate(turn, UNIT_Y), UNIT_Y), hangs));
    clampJoint(rig, hanging, upper);
  }
  return hanging;
}
