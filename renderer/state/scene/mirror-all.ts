import type { TouchedPlace } from '../../../core/animation/clip.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { mirrorScene } from '../../../core/document/edits/mirror-scene.ts';
import { actorsOf } from '../../../core/document/work-on-actor.ts';
import { touchingSpans } from '../../../core/animation/holding/contact-spans.ts';
import { motionInClip } from '../../../core/document/motion-in-clip.ts';
import { commitEdit } from '../editing.ts';
import { notify } from '../window/notify.ts';
import type { Studio, StudioState } from '../studio.ts';
import { isActorLocked } from './actor-marks.ts';
import { canWorkOn } from './characters.ts';
import { tellKept } from './keep-locked.ts';
import { rigsOf } from './rigs.ts';

/** Whether all actors of the scene can be mirrored: their files are there. */
export function canMirrorAll(state: StudioState): boolean {
  const { present } = state.document?.history ?? {};
  return present !== undefined && actorsOf(present).every(({ id }) => id === present.workedOn || canWorkOn(state.document!, id));
}

/** Exchanges the sides of what all actors that are not locked do in the clip on the timeline, in a mirror in the middle of the one that is worked on. */
export function mirrorAll(studio: Studio): void {
  const state = studio.getState();
  const { document } = state;
  if (!document) return;
  const { present } = document.history;
  const clip = activeClip(present);
  const stays = (id: string) => isActorLocked(state, id);
  const others = present.actors.filter(({ id }) => !stays(id)).map(({ motions }) => motionInClip(motions, clip.id) ?? {});
  const isLeft = (by: TouchedPlace['by']) => 'prop' in by || ('actor' in by && stays(by.actor));
  const left = [clip, ...others].flatMap(touchingSpans).filter(({ on }) => isLeft(on.by)).length;
  commitEdit(studio, 'Mirror clip', (project) => mirrorScene(project, document.rig, rigsOf(document), stays));
  tellKept(
    studio,
    actorsOf(present).flatMap(({ id, name }) => (stays(id) ? [name] : [])),
  );
  if (left > 0)
    notify(
      studio,
      'warning',
      `Props and locked characters are not mirrored: ${left === 1 ? 'a contact' : `${left} contacts`} with them ended.`,
      'edit.undo',
    );
}
