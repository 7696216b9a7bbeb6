import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import type { Pins } from '../../../core/humanoid/body/handles.ts';
import { relaxPose, restWhereItStands } from '../../../core/humanoid/pulling/relax-pose.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { commitPose } from '../editing.ts';
import { pinnableHandles } from '../selection.ts';
import type { DocumentState } from '../document-state.ts';
import { shownPose, type Studio } from '../studio.ts';
import { rigsBeside } from '../scene/rigs.ts';

/** Seconds by which a key may be beyond the playhead and still count as under it. */
const SAME_TIME = 5e-4;

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
  const towards = lastKeyedPose(state.document, state.session.playback.time) ?? restWhereItStands(rig, pose, pins);
  const relaxed = relaxPose(rig, pose, { towards, share, pins, settings: history.present.solver });
  commitPose(studio, 'Relax', relaxed);
}

/** What the clip on the timeline shows at its last key at or before `time`, seconds; null where it has none there. */
function lastKeyedPose(document: DocumentState, time: number): Pose | null {
  const clip = playedActiveClip(document.history.present, document.rig, rigsBeside(document));
  const last = clipKeyTimes(clip).findLast((each) => each <= time + SAME_TIME);
  return last === undefined ? null : sampleClip(document.rig.skeleton, clip, last);
}
