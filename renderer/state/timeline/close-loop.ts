import { goesOn } from '../../../core/animation/lint/goes-on.ts';
import { closeLoop } from '../../../core/animation/repair/close-loop.ts';
import { editActiveClip } from '../../../core/document/edits/clips.ts';
import { shownClip } from './clips.ts';
import { commitEdit } from '../editing.ts';
import { notify } from '../window/notify.ts';
import type { Studio } from '../studio.ts';

/**
 * Lets the clip on the timeline end in the pose that it begins with, at the same speed, and play in a loop; a body that goes on along the floor still does.
 */
export function closeShownLoop(studio: Studio): void {
  const { document } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!document || !clip) return;
  const closed = closeLoop(clip, { goesOn: goesOn(document.rig, clip) });
  if (clip.loop && closed === clip) {
    notify(studio, 'info', 'The clip goes on from its end into its beginning already.');
    return;
  }
  commitEdit(studio, 'Close the loop', (project) => editActiveClip(project, () => ({ ...closed, loop: true })));
}
