import { stayInPlace, travelOf, travelWithFeet } from '../../../core/animation/root-motion.ts';
import { editActiveClip } from '../../../core/document/edits/clips.ts';
import { shownClip } from './clips.ts';
import { commitEdit } from '../editing.ts';
import { notify } from '../window/notify.ts';
import type { Studio, StudioState } from '../studio.ts';
import { showDistance } from '../window/units.ts';

/** Lets a clip that walks in place travel so that the feet that are down stand still. */
export function travelShownClip(studio: Studio): void {
  const { document } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!document || !clip) return;
  const travelling = travelWithFeet(document.rig, clip);
  if (travelling === clip) {
    notify(studio, 'info', 'The feet that are down stand still already: the body travels with them.');
    return;
  }
  const far = showDistance(studio.getState().session.settings.lengths, Math.hypot(...travelOf(travelling)));
  commitEdit(studio, `Add root motion of ${far}`, (project) => editActiveClip(project, () => travelling));
}

/** Takes out of the clip on the timeline how it travels along the floor. */
export function keepShownClipInPlace(studio: Studio): void {
  commitEdit(studio, 'Make in place', (project) => editActiveClip(project, stayInPlace));
}

/** Whether the clip on the timeline ends elsewhere than it begins. */
export function travels(state: StudioState): boolean {
  const clip = shownClip(state);
  return clip !== null && Math.hypot(...travelOf(clip)) > 1e-3;
}
