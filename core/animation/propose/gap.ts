import type { Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { blendPose } from '../blend.ts';
import { allTracks, type Clip } from '../clip.ts';
import { sampleClip } from '../sampling.ts';

/** How a body goes from a key or comes to it: as the clip does on the other side of that key, from rest, or as fast as the whole way is on average. */
export type EndSpeed = 'asBeside' | 'still' | 'steady';

/** Two poses and what lies between them, which is to be filled. */
export interface Gap {
  /** Frames from the first pose to the last. */
  readonly frames: number;
  readonly fps: number;
  readonly first: Pose;
  readonly last: Pose;
  /** The poses a frame before the first and a frame after the last: the speeds at the ends. */
  readonly before: Pose;
  readonly after: Pose;
}

/** The gap of a clip between two of its frames. Where the clip shows nothing on the other side of one of them the body rests there. */
export function gapBetween(
  skeleton: Skeleton,
  clip: Clip,
  from: number,
  to: number,
  { leaving, arriving }: { readonly leaving: EndSpeed; readonly arriving: EndSpeed },
): Gap {
  const poseAt = (frame: number) => sampleClip(skeleton, clip, frame / clip.fps);
  const [first, last] = [poseAt(from), poseAt(to)];
  const frames = to - from;
  const tracks = allTracks(skeleton);
  const end = Math.round(clip.duration * clip.fps);
  const beside = (way: EndSpeed, at: Pose, frame: number, step: number): Pose => {
    if (way === 'steady') return blendPose(first, last, step < 0 ? -1 / frames : 1 + 1 / frames, tracks);
    return way === 'still' || frame + step < 0 || frame + step > end ? at : poseAt(frame + step);
  };
  return { frames, fps: clip.fps, first, last, before: beside(leaving, first, from, -1), after: beside(arriving, last, to, 1) };
}
