import type { Project } from '../../../core/document/project.ts';
import { chooseFiles } from '../../reading/choose-files.ts';
import { PICTURE_TYPES } from '../../reading/picture-file.ts';
import { keepClip } from '../motions/motion.ts';
import { isMoving, laidBeside, referenceOf, showReference } from '../reference/edit-reference.ts';
import { whileWorking } from '../session.ts';
import type { Studio } from '../studio.ts';
import { shownClip } from '../timeline/clips.ts';
import { setTimelineSession } from '../timeline/set-timeline-session.ts';
import { hasPlayRange, playRange } from '../timeline/playback.ts';
import { attempting, notify } from '../window/notify.ts';

/**
 * Gives the character the motion of the person in the film that is its reference, as a clip of its own: of the range that is played, else of the whole film. Where no
 * film is the reference, one is chosen, which is then laid beside the character.
 */
export async function motionFromFilm(studio: Studio): Promise<void> {
  if (!movingReference(studio)) {
    const files = await chooseFiles(`${PICTURE_TYPES}, video/*`, { several: true });
    if (files.length === 0 || !(await showReference(studio, files))) return;
    if (!movingReference(studio)) {
      notify(studio, 'warning', 'One picture holds no motion: select a film, or several pictures.', 'pose.fromPicture');
      return;
    }
  }
  const state = studio.getState();
  const { document } = state;
  const clip = shownClip(state);
  const reference = movingReference(studio);
  if (!document || !clip || !reference) return;
  await attempting(studio, 'motion', { file: reference.name, failed: 'gave no motion' }, async () => {
    const { findMotion } = await import('./find-motion.ts');
    const end = new AbortController();
    const name = `From ${reference.name.replace(/\.[^.]*$/, '')}`;
    const settings = { id: 'from-film', name, fps: clip.fps, range: hasPlayRange(state) ? playRange(state) : null };
    const found = await whileWorking(
      studio,
      `Finding the motion of ${reference.name}`,
      (onProgress) => findMotion(studio, document.rig, reference, settings, onProgress, end.signal),
      () => end.abort(),
    );
    // Meanwhile another document may have been opened.
    if (studio.getState().document?.rig !== document.rig) return;
    // The clip begins where it was read, and the film with it.
    const along = (project: Project): Project =>
      laidBeside(
        project.reference ? { ...project, reference: { ...project.reference, at: project.reference.at - found.from } } : project,
      );
    const id = keepClip(studio, found.clip, 'Motion from film', along);
    if (id === null) return;
    setTimelineSession(studio, {
      confidence: { document: document.identity, clip: id, fps: clip.fps, shares: found.confidence },
    });
    notify(studio, 'info', `This motion is a draft. ${found.doubts}`, 'edit.undo', 'clip.simplify', 'clip.check');
  });
}

function movingReference(studio: Studio) {
  const reference = referenceOf(studio.getState());
  return reference && isMoving(reference) ? reference : null;
}
