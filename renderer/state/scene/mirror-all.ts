import { activeClip } from '../../../core/document/edits/clips.ts';
import { mirrorScene } from '../../../core/document/edits/mirror-scene.ts';
import { actorsOf } from '../../../core/document/work-on-actor.ts';
import { touchingSpans } from '../../../core/animation/holding/contact-spans.ts';
import { motionInClip } from '../../../core/document/motion-in-clip.ts';
import { commitEdit } from '../editing.ts';
import { notify } from '../window/notify.ts';
import type { Studio, StudioState } from '../studio.ts';
import { isActorFree } from './actor-marks.ts';
import { rigsOf } from './rigs.ts';

/** Whether all actors of the scene can be mirrored: none is locked, and their files are there. */
export function canMirrorAll(state: StudioState): boolean {
  const { present } = state.document?.history ?? {};
  return present !== undefined && actorsOf(present).every(({ id }) => id === present.workedOn || isActorFree(state, id));
}

/** Exchanges the sides of what all actors do in the clip on the timeline, in a mirror in the middle of the one that is worked on. */
export function mirrorAll(studio: Studio): void {
  const { document } = studio.getState();
  if (!document) return;
  const { present } = document.history;
  const clip = activeClip(present);
  const others = present.actors.map(({ motions }) => motionInClip(motions, clip.id) ?? {});
  const left = [clip, ...others].flatMap(touchingSpans).filter(({ on }) => 'prop' in on.by).length;
  commitEdit(studio, 'Mirror clip', (project) => mirrorScene(project, document.rig, rigsOf(document)));
  if (left > 0)
    notify(
      studio,
      'warning',
      `Props are not mirrored: ${left === 1 ? 'a contact' : `${left} contacts`} with them ended.`,
      'edit.undo',
    );
}
