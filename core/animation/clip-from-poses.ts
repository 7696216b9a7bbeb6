import { checkFieldsOf } from '../math/near-names.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkFlag, checkText } from '../math/check-values.ts';
import { checkPoses, rotationIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { ROOT_TRACK, type Clip, type Track } from './clip.ts';
import { checkFps } from './keys.ts';

const CLIP_FIELDS = { id: true, name: true, fps: true, loop: true };

/**
 * A clip with one key on every frame from 0 on. Joints that stay at rest get no track; neighbouring quaternions lie in one hemisphere.
 * Throws a `RangeError` of one sentence when the frame rate is none of `FRAME_RATES`.
 */
export function clipFromPoses<Names>(
  skeleton: Skeleton<Names>,
  poses: readonly Pose<Names>[],
  settings: { readonly id: string; readonly name: string; readonly fps: number; readonly loop: boolean },
): Clip {
  checkSkeleton(skeleton);
  checkPoses(skeleton, poses, 'the poses');
  checkFieldsOf(settings, CLIP_FIELDS, 'the settings');
  checkText(settings.id, 'the id');
  checkText(settings.name, 'the name');
  checkFps(settings.fps);
  checkFlag(settings.loop, 'whether the clip loops');
  const times = poses.map((_, frame) => frame / settings.fps);
  const tracks: Track[] = [];
  if (poses.some((pose) => pose[0] !== 0 || pose[1] !== 0 || pose[2] !== 0)) {
    const values = poses.flatMap((pose) => [pose[0]!, pose[1]!, pose[2]!]);
    tracks.push({ joint: ROOT_TRACK, interpolation: 'linear', times, values });
  }
  for (let joint = 0; joint < skeleton.count; joint++) {
    const values = continuousRotations(poses, joint);
    if (turns(values)) tracks.push({ joint, interpolation: 'linear', times, values });
  }
  return { ...settings, duration: Math.max(poses.length - 1, 1) / settings.fps, tracks };
}

/** The joint's rotations pose by pose, 4 numbers each, neighbouring quaternions in one hemisphere. */
export function continuousRotations(poses: readonly Pose[], joint: number): number[] {
  const values: number[] = [];
  const at = rotationIndex(joint);
  let px = 0;
  let py = 0;
  let pz = 0;
  let pw = 1;
  for (const pose of poses) {
    const x = pose[at]!;
    const y = pose[at + 1]!;
    const z = pose[at + 2]!;
    const w = pose[at + 3]!;
    const sign = x * px + y * py + z * pz + w * pw < 0 ? -1 : 1;
    px = sign * x;
    py = sign * y;
    pz = sign * z;
    pw = sign * w;
    values.push(px, py, pz, pw);
  }
  return values;
}

/** Whether one of the quaternions, one after the other, is a turn. */
function turns(values: readonly number[]): boolean {
  for (let i = 0; i < values.length; i += 4) if (values[i] !== 0 || values[i + 1] !== 0 || values[i + 2] !== 0) return true;
  return false;
}
