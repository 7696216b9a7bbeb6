import { choosePicture } from '../../reading/picture-file.ts';
import { commitPose } from '../editing.ts';
import { whileWorking } from '../session.ts';
import type { Studio } from '../studio.ts';
import { attempting, notify } from '../window/notify.ts';
import { layBeside, referenceOf, showReference } from '../window/reference-image.ts';

/** Gives the character the pose of the reference image; where there is none, of a picture that is chosen, which is then laid beside it. */
export async function poseFromPicture(studio: Studio): Promise<void> {
  if (!referenceOf(studio.getState())) {
    const file = await choosePicture();
    if (!file || !(await showReference(studio, file))) return;
  }
  await pose(studio, null);
}

/** The same with a second picture of the same pose from another side, which is chosen. */
export async function poseFromTwoPictures(studio: Studio): Promise<void> {
  const file = await choosePicture();
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
    const pictures = [await (await fetch(reference.picture)).blob(), ...(second ? [second] : [])];
    const found = await whileWorking(
      studio,
      `Finding the pose of ${reference.name}`,
      (onProgress) => findPose(studio, document.rig, pictures, onProgress, end.signal),
      () => end.abort(),
    );
    // Meanwhile another document may have been opened.
    if (studio.getState().document?.rig !== document.rig) return;
    commitPose(studio, 'Pose from picture', found.pose);
    layBeside(studio);
    notify(studio, 'info', `This pose is a draft. ${found.doubts}`, 'edit.undo', ...(second ? [] : ['pose.fromTwoPictures']));
  });
}
