import { angleBetween } from '../../math/quat.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { HUMANOID_BONES, otherSide } from '../body/bones.ts';
import type { Side } from '../body/found-bones.ts';
import type { Rig } from '../body/rig.ts';
import { mirrorPose } from './mirror-pose.ts';

/** Radians: less is rounding. */
const UNCHANGED = 1e-9;

/**
 * The pose `after` with the changes of one side mirrored onto the other: what joints of `side` do otherwise than in `before`, the other side does in
 * the mirror, inside its limits.
 */
export function mirrorChanges(rig: Rig, before: Pose, after: Pose, side: Side): Pose {
  const changed = HUMANOID_BONES.filter((bone) => {
    const joint = rig.humanoid[bone];
    if (joint === undefined || !bone.startsWith(side)) return false;
    return angleBetween(rotationOf(before, joint), rotationOf(after, joint)) > UNCHANGED;
  });
  const others = changed.flatMap((bone) => rig.humanoid[otherSide(bone)] ?? []);
  if (others.length === 0) return after;
  const mirrored = mirrorPose(rig, after);
  const result = after.slice();
  for (const joint of others) setRotation(result, joint, rotationOf(mirrored, joint));
  return clampPose(rig.skeleton, result).pose;
}

/** Whether hips, trunk, neck and head stand alike in two poses, `within` radians and metres, so that one limb of a pair can do what the other does. */
export function isMiddleAlike(rig: Rig, a: Pose, b: Pose, within = 1e-6): boolean {
  const isAlike = (joint: number): boolean => angleBetween(rotationOf(a, joint), rotationOf(b, joint)) < within;
  const middle = HUMANOID_BONES.filter((bone) => otherSide(bone) === bone).flatMap((bone) => rig.humanoid[bone] ?? []);
  return [0, 1, 2].every((i) => Math.abs(a[i]! - b[i]!) < within) && middle.every(isAlike);
}
