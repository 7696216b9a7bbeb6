import type { Pose } from '../../../core/skeleton/pose.ts';
import { shownPose, type Studio } from '../studio.ts';
import { decodeBase64 } from '../../../core/formats/text/base64.ts';

/** Draws a pose as a square PNG, a data URL; an empty text where nothing can be drawn. */
export type DrawPose = (pose: Pose, pixels: number) => Promise<string>;

/**
 * Gives the host a picture of each project that was saved, for the file manager of a system that takes one: the pose on screen. Returns how
 * to stop.
 */
export function keepProjectPicture(studio: Studio, draw: DrawPose): () => void {
  return studio.subscribe((state, before) => {
    const { document } = state;
    const wasSaved = document?.folder && document.revisions !== before.document?.revisions;
    // The project that was opened has new revisions when the last of its poses are read: it was not saved then.
    const isSame = document?.identity === before.document?.identity && document?.awaitedPoses === before.document?.awaitedPoses;
    if (!wasSaved || !isSame || state.session.app?.platform !== 'linux') return;
    const pose = shownPose(state);
    if (pose) void tell(document.folder, pose).catch(() => undefined);
  });

  /** A file manager without a picture shows the icon of projects. */
  async function tell(folder: string, pose: Pose): Promise<void> {
    const normal = await draw(pose, 128);
    const large = await draw(pose, 256);
    if (normal !== '' && large !== '')
      await studio.desktop.call('project.picture', folder, { normal: bytesOf(normal), large: bytesOf(large) });
  }
}

function bytesOf(dataUrl: string): Uint8Array {
  return decodeBase64(dataUrl.slice(dataUrl.indexOf(',') + 1));
}
