import { ROOT_TRACK, type Clip } from '../../core/animation/clip.ts';
import { goesOn } from '../../core/animation/lint/goes-on.ts';
import { closeLoop } from '../../core/animation/repair/close-loop.ts';
import { trackValue } from '../../core/animation/sampling.ts';
import { editActiveClip } from '../../core/document/edits/clips.ts';
import { shownClip } from './clips.ts';
import { commitEdit } from './editing.ts';
import { notify } from './notices.ts';
import type { Studio } from './studio.ts';

/** Difference of a number of a pose from which on the end of a clip is not its beginning. */
const OPEN = 1e-9;

/** Lets the clip on the timeline end in the pose that it begins with, and play in a loop; a body that goes on along the floor still does. */
export function closeShownLoop(studio: Studio): void {
  const { document } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!document || !clip) return;
  const travels = goesOn(document.rig, clip);
  const joints = openTracks(clip, travels);
  if (clip.loop && joints.length === 0) {
    notify(studio, 'info', 'The clip ends in the pose that it begins with already.');
    return;
  }
  const closed = closeLoop(clip, { joints, goesOn: travels });
  commitEdit(studio, 'Close the loop', (project) => editActiveClip(project, () => ({ ...closed, loop: true })));
}

/** Joints, −1 for the root's translation, that end otherwise than they begin; of a body that goes on only its height counts. */
function openTracks({ tracks, duration }: Clip, travels: boolean): readonly number[] {
  return tracks.flatMap((track) => {
    const [first, last] = [trackValue(track, 0), trackValue(track, duration)];
    const isOpen = first.some(
      (value, c) => Math.abs(value - last[c]!) > OPEN && !(travels && track.joint === ROOT_TRACK && c !== 1),
    );
    return isOpen ? [track.joint] : [];
  });
}
