import { relaxedPose } from '../../../core/document/relaxed-pose.ts';
import type { Pins } from '../../../core/humanoid/body/handles.ts';
import { commitPose } from '../editing.ts';
import { rigsBeside } from '../scene/rigs.ts';
import { pinnableHandles } from '../selection.ts';
import { shownPose, type Studio } from '../studio.ts';

/**
 * Brings all that neither a pin nor a selected handle needs a share of the way, 0 to 1, back to the last key at or before the playhead, or to rest where
 * there is none.
 */
export function relax(studio: Studio, share: number): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return;
  const { rig, history } = state.document;
  const stays = { translation: true, rotation: true, weight: 1 };
  const selected = pinnableHandles(state).map((handle) => [handle, stays] as const);
  const pins: Pins = { ...history.present.pins, ...Object.fromEntries(selected) };
  const { time } = state.session.playback;
  commitPose(studio, 'Relax', relaxedPose(history.present, rig, rigsBeside(state.document), { pose, time, pins, share }));
}
