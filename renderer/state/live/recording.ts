import { clipFromLive, LONGEST_RECORDING, type LivePose } from '../../../core/formats/vmc/live-clip.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { keepClip } from '../motions/motion.ts';
import { notify } from '../window/notify.ts';
import type { Studio } from '../studio.ts';
import { isLive } from './live-session.ts';
import { setLive } from './set-live.ts';

/** Frames a second of a recorded clip. */
export const RECORDED_FPS = 60;

/** What has been recorded, and of which character, by the window that it is in: far too much to be told about with every change of the state. */
const takes = new WeakMap<Studio, { readonly rig: Rig; readonly poses: LivePose[] }>();

/** Begins to record what comes live from now on. */
export function startRecording(studio: Studio): void {
  const { document, session } = studio.getState();
  if (!document || !isLive(session.live) || session.live.recorded !== null) return;
  takes.set(studio, { rig: document.rig, poses: [] });
  setLive(studio, { recorded: 0 });
}

/** Adds a pose where something is being recorded; ends at the longest that is, and where another character came. */
export function record(studio: Studio, came: LivePose): void {
  const take = takes.get(studio);
  if (!take) return;
  if (studio.getState().document?.rig !== take.rig) return stopRecording(studio);
  take.poses.push(came);
  const milliseconds = came.milliseconds - take.poses[0]!.milliseconds;
  const { recorded } = studio.getState().session.live;
  // Told ten times a second.
  if (Math.floor(milliseconds / 100) !== Math.floor((recorded ?? 0) / 100)) setLive(studio, { recorded: milliseconds });
  if (milliseconds < 60_000 * LONGEST_RECORDING) return;
  stopRecording(studio);
  notify(studio, 'info', `The recording has ended: it lasts ${LONGEST_RECORDING} minutes at most`);
}

/** Ends the recording: a clip on the timeline as one step. Without a pose nothing is changed. */
export function stopRecording(studio: Studio): void {
  const take = takes.get(studio);
  if (!take) return;
  takes.delete(studio);
  setLive(studio, { recorded: null });
  const { document } = studio.getState();
  if (!document || document.rig !== take.rig || take.poses.length === 0) {
    notify(studio, 'warning', 'Nothing was recorded: nothing arrived for this character meanwhile');
    return;
  }
  const { clips } = document.history.present;
  let number = 1;
  while (clips.some(({ name }) => name === nameOf(number))) number++;
  const settings = { id: `live-${number}`, name: nameOf(number), fps: RECORDED_FPS };
  const clip = clipFromLive(take.rig.skeleton, take.poses, settings);
  keepClip(studio, clip, `Record “${clip.name}”`);
}

function nameOf(number: number): string {
  return `Live ${number}`;
}
