import type { Clip } from '../../../../core/animation/clip.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { isFinger, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import type { Skeleton } from '../../../../core/skeleton/skeleton.ts';
import type { Viewport } from '../../window/viewport.ts';

/** Pixels of a saved pose's picture: twice what the library shows, for sharp displays. */
const THUMBNAIL_PIXELS = 192;
/** Frames of a clip's picture, and pixels of each. */
const MOST_FRAMES = 12;
const MOVING_PIXELS = 128;

/** What a pose looks like on the character: what is around `joints`, where they are given; empty where nothing is drawn. */
export async function pictureOf(viewport: Viewport | null, pose: Pose, joints?: readonly number[]): Promise<string> {
  return viewport ? viewport.thumbnail(pose, THUMBNAIL_PIXELS, joints) : '';
}

/** What a picture of a pose of fingers alone shows; undefined for the whole figure. */
export function closeUp({ humanoid }: Rig, { joints }: SavedPose): readonly number[] | undefined {
  const fingers = new Set(Object.entries(humanoid).flatMap(([bone, joint]) => (isFinger(bone as HumanoidBone) ? [joint] : [])));
  return joints.length > 0 && joints.every((joint) => fingers.has(joint)) ? joints : undefined;
}

/** What a clip looks like on the character: a PNG that moves, as long as the clip; empty where nothing is drawn. */
export async function movingPictureOf(viewport: Viewport | null, skeleton: Skeleton, clip: Clip): Promise<string> {
  if (!viewport) return '';
  const count = Math.min(MOST_FRAMES, Math.max(2, Math.round(clip.duration * clip.fps)));
  const poses = Array.from({ length: count }, (_, i) => sampleClip(skeleton, clip, (i / count) * clip.duration));
  return viewport.movingThumbnail(poses, MOVING_PIXELS, clip.duration);
}
