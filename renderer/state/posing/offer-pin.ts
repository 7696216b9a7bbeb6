import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { inWords, jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import { touchedBone } from '../../../core/humanoid/touching/overlaps.ts';
import { touchesFloor } from '../../../core/humanoid/pulling/stopping/stop-at-floor.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { isFirstAsked } from '../scene/hold-on.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { notify } from '../window/notify.ts';
import { isPinned, PIN } from './pins.ts';

/** Asks whether a hand or a foot that came to lie on the floor or on its own body is pinned there, unless the settings say not to: else it leaves with the body. */
export function offerPin(studio: Studio, handle: HandleName, before: Pose): void {
  const state = studio.getState();
  if (!state.session.settings.offersContacts || !/(?:Hand|Foot)$/.test(handle) || isPinned(state, handle)) return;
  const pose = shownPose(state);
  const on = pose && newlyUnder(state, handle, before, pose);
  if (!on || !isFirstAsked(studio, `${handle} ${on}`)) return;
  notify(studio, 'info', `The ${inWords(handle).toLowerCase()} lies on the ${on}.`, PIN);
}

/** What a handle lies on, in words, that it did not lie on before: the body only where that stops its limbs, for a pin goes along with it only there. */
function newlyUnder({ document, session }: StudioState, handle: HandleName, before: Pose, after: Pose): string | null {
  if (!document) return null;
  const { rig } = document;
  const bone = session.bodyStops ? touchedBone(rig, after, handle) : null;
  if (bone !== null) return touchedBone(rig, before, handle) === bone ? null : jointInSentence(rig, rig.humanoid[bone]!);
  const standsOn = session.floorStops || session.snapsToFloor;
  return standsOn && touchesFloor(rig, after, handle) && !touchesFloor(rig, before, handle) ? 'floor' : null;
}
