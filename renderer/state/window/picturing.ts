import { camerasOf, seenThrough } from '../cameras/shown-cameras.ts';
import type { PictureCamera, PictureFormat, PictureRequest, PictureSubject } from '../../../electron/contract.ts';
import { hasKeys } from '../timeline/clips.ts';
import { suggestedExportPath } from '../saving/exporting.ts';
import type { Studio, StudioState } from '../studio.ts';

/** What is asked of a picture before anybody chose anything; the path follows from the rest. */
const FIRST: Omit<PictureRequest, 'path'> = {
  subject: 'pose',
  format: 'png',
  width: 1280,
  height: 720,
  background: 'studio',
  camera: 'view',
  follows: false,
  turns: 0,
  shows: { grid: true, shadow: true, bones: false, trails: false, springs: false },
};

/** What subjects are called in paths. */
const NAMES: Readonly<Record<PictureSubject, 'clip' | 'pose' | 'turntable' | 'sheet' | 'poses'>> = {
  clip: 'clip',
  pose: 'pose',
  turntable: 'turntable',
  clipSheet: 'sheet',
  librarySheet: 'poses',
};

/** What was chosen last, for what there is now: a clip without keys is no film. */
export function startingPicture(state: StudioState): PictureRequest {
  const { picture, view } = state.session;
  const shows = { ...FIRST.shows, grid: view.grid, bones: view.bones && !view.mesh, trails: view.trails, springs: view.springs };
  const last = picture ?? { ...FIRST, shows, ...(hasKeys(state) && { subject: 'clip', format: 'mp4' }) };
  const { from: _, to: __, ...kept } = last;
  const isThere =
    kept.subject === 'pose' || kept.subject === 'turntable' || (kept.subject === 'librarySheet' ? hasPoses : hasKeys)(state);
  const usable = isThere ? kept : { ...kept, subject: 'pose' as const, format: 'png' as const };
  const camera = cameraThere(state, usable.camera);
  return { ...usable, camera, path: suggestedPicturePath(state, usable) };
}

/** What was looked through last; while the viewport looks through a camera, that one; the view where the camera is gone. */
function cameraThere(state: StudioState, camera: PictureCamera): PictureCamera {
  if (camera === 'view' && seenThrough(state))
    return state.session.through === 'cuts' ? 'cuts' : `scene:${seenThrough(state)!.id}`;
  const cameras = camerasOf(state);
  const isThere = camera === 'cuts' ? cameras.length > 0 : cameras.some(({ id }) => camera === `scene:${id}`);
  return isThere || (camera !== 'cuts' && !camera.startsWith('scene:')) ? camera : 'view';
}

export function hasPoses({ document }: StudioState): boolean {
  return (document?.history.present.poses.length ?? 0) > 0;
}

/** Where a picture is suggested: where other exports are. */
export function suggestedPicturePath(
  state: StudioState,
  { subject, format }: Pick<PictureRequest, 'subject' | 'format'>,
): string {
  return suggestedExportPath(state, NAMES[subject], extensionOfPicture(format));
}

/** The extension of a format's files; null for a folder. */
export function extensionOfPicture(format: PictureFormat): Exclude<PictureFormat, 'frames'> | null {
  return format === 'frames' ? null : format;
}

/** Keeps what was chosen for the next picture. */
export function rememberPicture(studio: Studio, picture: PictureRequest): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, picture } });
}
