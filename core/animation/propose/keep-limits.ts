import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

/** Joints that one of the poses takes beyond their limits. */
export function jointsBeyond(skeleton: Skeleton, poses: readonly Pose[]): ReadonlySet<number> {
  return new Set(poses.flatMap((pose) => clampPose(skeleton, pose).clamped));
}

/** A function that brings the joints of a pose inside their limits, in place, but those that one of the `ends` takes beyond them: there it would only jump. */
export function limitKeeper(skeleton: Skeleton, ends: readonly Pose[]): (pose: Pose) => void {
  const free = jointsBeyond(skeleton, ends);
  return (pose) => {
    const { pose: inside, clamped } = clampPose(skeleton, pose);
    for (const joint of clamped) if (!free.has(joint)) setRotation(pose, joint, rotationOf(inside, joint));
  };
}
