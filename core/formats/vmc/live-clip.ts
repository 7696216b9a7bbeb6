import { blendPose } from '../../animation/blend.ts';
import { allTracks, expressionTrack, type Clip, type Track } from '../../animation/clip.ts';
import { clipFromPoses } from '../../animation/clip-from-poses.ts';
import { reduceKeys } from '../../animation/reduce-keys.ts';
import { weightIndex, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

/** A pose that came live, and when. */
export interface LivePose {
  readonly pose: Pose;
  /** Of the clock by which all of them came; rising. */
  readonly milliseconds: number;
}

/** Minutes that a recording lasts at most: what is longer is a performance, and would not fit the memory of a page. */
export const LONGEST_RECORDING = 10;

/**
 * What came live as a clip, from the first pose on: frames at the clip's rate, straight between what came around each, without keys that say nothing.
 * Throws a `RangeError` of one sentence when nothing came.
 */
export function clipFromLive(
  skeleton: Skeleton,
  came: readonly LivePose[],
  settings: { readonly id: string; readonly name: string; readonly fps: number },
): Clip {
  const [first] = came;
  if (!first) throw new RangeError('a recording needs at least one pose, got none');
  const seconds = (came.at(-1)!.milliseconds - first.milliseconds) / 1000;
  const frames = Math.max(1, Math.round(seconds * settings.fps));
  const tracks = allTracks(skeleton);
  const poses: Pose[] = [];
  let next = 0;
  for (let frame = 0; frame <= frames; frame++) {
    const time = first.milliseconds + (1000 * frame) / settings.fps;
    while (next < came.length && came[next]!.milliseconds <= time) next++;
    const before = came[Math.max(next - 1, 0)]!;
    const after = came[next];
    const share = after ? (time - before.milliseconds) / (after.milliseconds - before.milliseconds) : 0;
    poses.push(after ? blendPose(before.pose, after.pose, share, tracks) : before.pose);
  }
  const clip = clipFromPoses(skeleton, poses, { ...settings, loop: false });
  return { ...clip, tracks: [...clip.tracks, ...weightTracks(skeleton, poses, settings.fps)].map(reduceKeys) };
}

/** Those of expressions that show at all. */
function weightTracks({ expressions = [] }: Skeleton, poses: readonly Pose[], fps: number): Track[] {
  const times = poses.map((_, frame) => frame / fps);
  return expressions.flatMap((_, i): Track[] => {
    const values = poses.map((pose) => pose[weightIndex(pose, i)]!);
    return values.some((value) => value > 0) ? [{ joint: expressionTrack(i), interpolation: 'linear', times, values }] : [];
  });
}
