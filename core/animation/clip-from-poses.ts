import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkObject } from '../math/check-values.ts';
import { checkPoses, rotationOf, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { ROOT_TRACK, type Clip, type Track } from './clip.ts';
import { checkFps } from './keys.ts';

/**
 * A clip with one key on every frame from 0 on. Joints that stay at rest get no track; neighbouring quaternions lie in one hemisphere.
 * Throws a `RangeError` of one sentence when the frame rate is none of `FRAME_RATES`.
 */
export function clipFromPoses(
  skeleton: Skeleton,
  poses: readonly Pose[],
  settings: { readonly id: string; readonly name: string; readonly fps: number; readonly loop: boolean },
): Clip {
  checkSkeleton(skeleton);
  checkPoses(skeleton, poses, 'the poses');
  checkObject(settings, 'the settings');
  checkFps(settings.fps);
  const times = poses.map((_, frame) => frame / settings.fps);
  const tracks: Track[] = [];
  if (poses.some((pose) => pose[0] !== 0 || pose[1] !== 0 || pose[2] !== 0)) {
    const values = poses.flatMap((pose) => [pose[0]!, pose[1]!, pose[2]!]);
    tracks.push({ joint: ROOT_TRACK, interpolation: 'linear', times, values });
  }
  for (let joint = 0; joint < skeleton.count; joint++) {
    const values = rotationValues(poses, joint);
    if (values) tracks.push({ joint, interpolation: 'linear', times, values });
  }
  return { ...settings, duration: Math.max(poses.length - 1, 1) / settings.fps, tracks };
}

/** The joint's rotations frame by frame, or null when it stays at rest. */
function rotationValues(poses: readonly Pose[], joint: number): number[] | null {
  const values: number[] = [];
  let turns = false;
  let [px, py, pz, pw] = [0, 0, 0, 1];
  for (const pose of poses) {
    const [x, y, z, w] = rotationOf(pose, joint);
    const sign = x * px + y * py + z * pz + w * pw < 0 ? -1 : 1;
    [px, py, pz, pw] = [sign * x, sign * y, sign * z, sign * w];
    turns ||= x !== 0 || y !== 0 || z !== 0;
    values.push(px, py, pz, pw);
  }
  return turns ? values : null;
}
