import { checkClip, checkFrames } from './check-clip.ts';
import { checkIndices } from '../math/check-numbers.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkArray } from '../math/check-values.ts';
import { ZERO, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, pointOf, worldAtRest } from '../skeleton/forward-kinematics.ts';
import { checkPoses, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { Clip } from './clip.ts';
import { sampleClip } from './sampling.ts';

/** Times of a clip's frames from 0 to its end, both included; seconds. */
export function frameTimes(clip: Clip, fps?: number): number[] {
  checkClip(clip, 'the clip');
  const rate = fps ?? clip.fps;
  checkFrames({ duration: clip.duration, fps: rate }, 'the clip');
  const last = Math.round(clip.duration * rate);
  const times = Array.from({ length: last + 1 }, (_, frame) => frame / rate);
  return times.map((time) => Math.min(time, clip.duration));
}

/** The clip's poses at these times. */
export function posesAt<Names>(skeleton: Skeleton<Names>, clip: Clip, times: readonly number[]): Pose<Names>[] {
  checkSkeleton(skeleton);
  checkClip(clip, 'the clip');
  checkArray(times, 'the times');
  return times.map((time) => sampleClip(skeleton, clip, time));
}

/** A point that a joint carries. */
export interface CarriedPoint {
  readonly joint: number;
  /** In the joint's frame, metres. Default: the joint itself. */
  readonly offset?: Vec3;
}

/** World positions of points through a row of poses: for each point 3 × poses numbers, metres. */
export function pointPaths(skeleton: Skeleton, poses: readonly Pose[], points: readonly CarriedPoint[]): Float64Array[] {
  const paths = points.map(() => new Float64Array(3 * poses.length));
  const world = worldAtRest(skeleton);
  poses.forEach((pose, i) => {
    forwardKinematics(skeleton, pose, world);
    points.forEach(({ joint, offset = ZERO }, k) => paths[k]!.set(pointOf(world, joint, offset), 3 * i));
  });
  return paths;
}

/** World positions of some joints through a row of poses: for each joint 3 × poses numbers, metres. What a motion trail draws. */
export function jointPaths<Names>(
  skeleton: Skeleton<Names>,
  poses: readonly Pose<Names>[],
  joints: readonly number[],
): Float64Array[] {
  checkSkeleton(skeleton);
  checkPoses(skeleton, poses, 'the poses');
  checkIndices(joints, skeleton.count, 'the joints');
  return pointPaths(
    skeleton,
    poses,
    joints.map((joint) => ({ joint })),
  );
}
