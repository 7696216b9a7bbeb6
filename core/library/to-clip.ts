import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkSavedPoses } from './check-saved-poses.ts';
import type { Clip } from '../animation/clip.ts';
import { checkFps, createClip, setKey } from '../animation/keys.ts';
import { checkTracks, isNumberFrom } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { restPose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { applySavedPose } from './apply.ts';
import type { SavedPose } from './saved-pose.ts';

/** How the clip is made. */
export interface PosesToClipOptions {
  /** Default: `library`. */
  readonly id?: string;
  /** Default: `Library`. */
  readonly name?: string;
  /** Frames a second, one of `FRAME_RATES`. Default 30. */
  readonly fps?: number;
  /** Seconds from one pose to the next, at least a frame. Default 1. */
  readonly spacing?: number;
}

const CLIP_FIELDS: FieldsOf<PosesToClipOptions> = { id: true, name: true, fps: true, spacing: true };

/**
 * A clip that shows saved poses one after the other, each held until the next; a pose of some joints leaves the others at rest. Throws a
 * `RangeError` of one sentence when the frame rate or the spacing cannot be used.
 */
export function posesToClip(skeleton: Skeleton, poses: readonly SavedPose[], options: PosesToClipOptions = {}): Clip {
  checkSkeleton(skeleton);
  checkSavedPoses(poses, 'the poses', skeleton);
  for (const [i, { joints }] of poses.entries()) checkTracks(joints, `the poses: the joints of number ${i}`);
  checkFieldsOf(options, CLIP_FIELDS, 'the options');
  const { id = 'library', name = 'Library', fps = 30, spacing = 1 } = options;
  checkFps(fps);
  if (!isNumberFrom(spacing, 1 / fps, Number.MAX_VALUE)) {
    throw new RangeError(`poses must be at least one frame (${1 / fps} s) apart, got ${spellOut(spacing)} s`);
  }
  const empty = createClip(id, name, { fps, duration: Math.max(poses.length, 1) * spacing, loop: false });
  const rest = restPose(skeleton);
  const clip = poses.reduce((built, saved, i) => setKey(skeleton, built, i * spacing, applySavedPose(rest, saved)), empty);
  return { ...clip, tracks: clip.tracks.map((track) => ({ ...track, interpolation: 'step' })) };
}
