import { createFrameReader, createFrameWriter } from '../../../core/formats/vmc/humanoid-frames.ts';
import type { LivePose } from '../../../core/formats/vmc/live-clip.ts';
import type { VmcFrame } from '../../../core/formats/vmc/vmc-frame.ts';
import type { Place } from '../../../core/math/place.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { commitPose } from '../editing.ts';
import { setPreview } from '../preview.ts';
import { shownPlace } from '../scene/shown-place.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { isLive, type LiveSession } from './live-session.ts';
import { record, stopRecording } from './recording.ts';
import { setLive } from './set-live.ts';
import { perRig } from '../../../core/humanoid/body/per-rig.ts';

/** Sends the pose on screen whenever it changes, as long as sending is on: one message at a time, the latest pose next. */
export function followPose(studio: Studio): () => void {
  let told: { readonly pose: Pose; readonly place: Place } | null = null;
  let isUnderWay = false;

  async function send(): Promise<void> {
    const state = studio.getState();
    const pose = shownPose(state);
    if (!state.session.live.isSending || !state.document || !pose) {
      told = null;
      return;
    }
    const place = shownPlace(state);
    if (isUnderWay || (told?.pose === pose && told.place === place)) return;
    isUnderWay = true;
    told = { pose, place };
    try {
      await studio.desktop.call('live.pose', writerOf(state.document.rig)(pose, place));
    } catch {
      // The host tells what became of the link.
    } finally {
      isUnderWay = false;
    }
    return send();
  }

  return studio.subscribe(() => void send());
}

/** Lets what another program sends move the character that is worked on, unless a camera does. */
export function followLiveFrames(studio: Studio): () => void {
  function take({ frame, milliseconds }: { readonly frame: VmcFrame; readonly milliseconds: number }): void {
    const { document, session } = studio.getState();
    if (!document || !session.live.isReceiving || session.live.camera !== null) return;
    const former = latest.get(studio)?.pose;
    const before = former?.length === shownPose(studio.getState())?.length ? former : undefined;
    takeLivePose(studio, { pose: readerOf(document.rig)(frame, before), milliseconds });
  }

  return studio.desktop.on('live.frame', take);
}

/** What came last, and whether it is still to be shown. */
const latest = new WeakMap<Studio, { readonly pose: Pose; isWaiting: boolean }>();

/** Moves the character that is worked on: recorded as it comes, shown with the next picture. */
export function takeLivePose(studio: Studio, came: LivePose): void {
  const isAsked = latest.get(studio)?.isWaiting ?? false;
  latest.set(studio, { pose: came.pose, isWaiting: true });
  record(studio, came);
  if (isAsked) return;
  studio.clock.nextFrame(() => {
    const now = latest.get(studio)!;
    now.isWaiting = false;
    if (mayShow(studio.getState(), now.pose)) setPreview(studio, { pose: now.pose, cause: 'live' });
  });
}

/** A clip that plays and a gesture come first. */
function mayShow(state: StudioState, pose: Pose): boolean {
  const { session, transient } = state;
  const isFree = transient.preview === null || transient.preview.cause === 'live';
  return isFree && isLive(session.live) && !session.playback.playing && shownPose(state)?.length === pose.length;
}

/** Whether a pose is on screen that comes live. */
export function showsLivePose({ transient }: StudioState): boolean {
  return transient.preview?.cause === 'live';
}

/** Changes what is on. Where nothing moves the character any more, what was being recorded is kept, and the document's pose is on screen again. */
export function endLive(studio: Studio, change: Partial<LiveSession>): void {
  setLive(studio, change);
  if (isLive(studio.getState().session.live)) return;
  stopRecording(studio);
  if (showsLivePose(studio.getState())) setPreview(studio, null);
}

/** Keeps the live pose at the playhead, as one step. */
export function keepLivePose(studio: Studio): void {
  const { preview } = studio.getState().transient;
  if (preview?.cause === 'live') commitPose(studio, 'Keep the live pose', preview.pose);
}

const writerOf = perRig(createFrameWriter);
const readerOf = perRig(createFrameReader);
