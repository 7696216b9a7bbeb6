import { isNumberFrom } from '../../math/check-numbers.ts';
import { spellOut } from '../../math/check-values.ts';
import type { FieldsOf } from '../../math/near-names.ts';
import { checkClip } from '../../animation/check-clip.ts';
import { isTrackOf, type Clip } from '../../animation/clip.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

/** Which part of a clip is written, and how finely. */
export interface ClipRange {
  /** On the clip's timeline, seconds. */
  readonly from: number;
  readonly to: number;
  /** Frames a second. */
  readonly fps: number;
}

/** What {@link ClipRange} has. */
export const CLIP_RANGE_FIELDS: FieldsOf<ClipRange> = { from: true, to: true, fps: true };

/** At most so many moments of a clip are compared after writing. */
const COMPARED_MOMENTS = 240;
/** Most frames that are written, all joints together. */
const MOST_JOINT_FRAMES = 10_000_000;

/** The whole clip at its own rate, except where `part` says otherwise. Throws an `Error` with one sentence. */
export function clipRange({ count }: Skeleton, clip: Clip, part: Partial<ClipRange> = {}): ClipRange {
  const { from = 0, to = clip.duration, fps = clip.fps } = part;
  if (!isNumberFrom(fps, 1, 1000)) throw new Error(`a clip is written at 1 to 1000 frames a second, got ${spellOut(fps)}`);
  if (!(isNumberFrom(from, 0, Infinity) && isNumberFrom(to, from, clip.duration + 1e-6) && to > from)) {
    const got = `${spellOut(from)} to ${spellOut(to)}`;
    throw new Error(`the range to write must lie inside the clip's ${clip.duration} s and rise, got ${got}`);
  }
  if ((to - from) * fps * count > MOST_JOINT_FRAMES) {
    throw new Error(`${to - from} s of a character with ${count} joints are too many frames at ${fps} a second`);
  }
  return { from, to, fps };
}

/** Throws an `Error` with one sentence unless it is a clip whose tracks are those of the skeleton. */
export function checkClipOf(skeleton: Skeleton, clip: Clip): void {
  checkClip(clip, 'the clip');
  for (const { joint } of clip.tracks) {
    if (!isTrackOf(skeleton, joint))
      throw new Error(`the clip "${clip.name}" speaks of joint ${joint}, but the character has ${skeleton.count}`);
  }
}

/** The frames of a range, in seconds from its start. */
export function frameTimes({ from, to, fps }: ClipRange): number[] {
  return Array.from({ length: Math.max(1, Math.round((to - from) * fps)) + 1 }, (_, frame) => frame / fps);
}

/** Moments on and between the frames of a range, in seconds from its start. */
export function comparedTimes({ from, to, fps }: ClipRange): number[] {
  const count = Math.min(COMPARED_MOMENTS, Math.max(2, Math.ceil((to - from) * fps * 2)));
  return Array.from({ length: count + 1 }, (_, i) => ((to - from) * i) / count);
}
