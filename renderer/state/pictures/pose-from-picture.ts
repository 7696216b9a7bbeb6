import { setPose } from '../../../core/document/edits/posing.ts';
import { chooseFiles } from '../../reading/choose-files.ts';
import { PICTURE_TYPES } from '../../reading/picture-file.ts';
import { commitEdit } from '../editing.ts';
import { whileWorking } from '../session.ts';
import type { Studio } from '../studio.ts';
import { attempting, notify } from '../window/notify.ts';
import { laidBeside, referenceOf, showReference } from '../reference/edit-reference.ts';
import { shownPicture } from '../reference/reference-frames.ts';

/** Gives the character the pose of what the reference shows; where there is none, of a picture that is chosen, which is then laid beside it. */
export async function poseFromPicture(studio: Studio): Promise<void> {
  if (!referenceOf(studio.getState())) {
    const files = await chooseFiles(PICTURE_TYPES);
    if (files.length === 0 || !(await showReference(studio, files))) return;
  }
  await pose(studio, null);
}

/** The same with a second picture of the same pose from another side, which is chosen. */
export async function poseFromTwoPictures(studio: Studio): Promise<void> {
  const [file] = await chooseFiles(PICTURE_TYPES);
  if (file) await pose(studio, file);
}

async function pose(studio: Studio, second: File | null): Promise<void> {
  const { document } = studio.getState();
  const reference = referenceOf(studio.getState());
  if (!document || !reference) return;
  const about = { file: reference.name, failed: 'gave no pose' };
  await attempting(studio, 'posing', about, async () => {
    const { findPose } = await import('./find-pose.ts');
    const end = new AbortController();
    const pictures = [await shownPicture(studio, reference), ...(second ? [second] : [])];
    const found = await whileWorking(
      studio,
      `Finding the pose of ${reference.name}`,
      (onProgress) => findPose(studio, document.rig, pictures, onProgress, end.signal),
      () => end.abort(),
    );
    // Meanwhile another document may have been opened.
    if (studio.getState().document?.rig !== document.rig) return;
    const { time } = studio.getState().session.playback;
    commitEdit(studio, 'Pose from picture', (project) => laidBeside(setPose(project, found.pose, time)));
    notify(studio, 'info', `This pose is a draft. ${found.doubts}`, 'edit.undo', ...(second ? [] : ['pose.fromTwoPictures']));
  });
}
