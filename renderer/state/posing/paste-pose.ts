import { changedTracks } from '../../../core/document/shown-pose.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { commitPose } from '../editing.ts';
import { shownPose, type Studio } from '../studio.ts';
import { notify } from '../window/notify.ts';

/** Puts the copied pose on screen as `change` makes of it, inside the limits, as one step; says so where it is on screen already. */
export function pastePose(studio: Studio, label: string, change: (rig: Rig, pose: Pose) => Pose): void {
  const state = studio.getState();
  const { document, session } = state;
  const shown = shownPose(state);
  if (!document || !session.clipboard || !shown) return;
  const { skeleton } = document.rig;
  const { pose } = clampPose(skeleton, change(document.rig, session.clipboard));
  if (changedTracks(skeleton, shown, pose).length > 0) commitPose(studio, label, pose);
  else notify(studio, 'info', 'The pose to paste is on screen already.');
}
