import type { Pose } from '../../core/skeleton/pose.ts';
import type { Viewport } from './viewport.ts';

/** Pixels of a saved pose's picture: twice what the library shows, for sharp displays. */
const THUMBNAIL_PIXELS = 192;

/** What a pose looks like on the character; empty where nothing is drawn. */
export async function pictureOf(viewport: Viewport | null, pose: Pose): Promise<string> {
  return viewport ? viewport.thumbnail(pose, THUMBNAIL_PIXELS) : '';
}
