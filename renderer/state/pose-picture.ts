import type { Clip } from '../../core/animation/clip.ts';
import { sampleClip } from '../../core/animation/sampling.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { Viewport } from './viewport.ts';

/** Pixels of a saved pose's picture: twice what the library shows, for sharp displays. */
const THUMBNAIL_PIXELS = 192;
/** Frames of a clip's picture, and pixels of each. */
const MOST_FRAMES = 12;
const MOVING_PIXELS = 128;

/** What a pose looks like on the character; empty where nothing is drawn. */
export async function pictureOf(viewport: Viewport | null, pose: Pose): Promise<string> {
  return viewport ? viewport.thumbnail(pose, THUMBNAIL_PIXELS) : '';
}

/** What a clip looks like on the character: a PNG that moves, as long as the clip; empty where nothing is drawn. */
export async function movingPictureOf(viewport: Viewport | null, skeleton: Skeleton, clip: Clip): Promise<string> {
  if (!viewport) return '';
  const count = Math.min(MOST_FRAMES, Math.max(2, Math.round(clip.duration * clip.fps)));
  const poses = Array.from({ length: count }, (_, i) => sampleClip(skeleton, clip, (i / count) * clip.duration));
  return viewport.movingThumbnail(poses, MOVING_PIXELS, clip.duration);
}
