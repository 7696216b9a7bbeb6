import {
  createFrameReader,
  createFrameWriter,
  type ReadFrame,
  type WriteFrame,
} from '../../../core/formats/vmc/humanoid-frames.ts';
import type { VmcFrame } from '../../../core/formats/vmc/vmc-frame.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Place } from '../../../core/math/place.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { commitPose } from '../editing.ts';
import { setPreview } from '../preview.ts';
import { shownPlace } from '../scene/shown-place.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { record } from './recording.ts';

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

/** Lets what another program sends move the character that is worked on: shown with the next picture, recorded as it comes. */
export function followLiveFrames(studio: Studio): () => void {
  let latest: Pose | null = null;
  let isWaiting = false;

  function show(): void {
    isWaiting = false;
    if (latest && mayShow(studio.getState(), latest)) setPreview(studio, { pose: latest, cause: 'live' });
  }

  function take({ frame, milliseconds }: { readonly frame: VmcFrame; readonly milliseconds: number }): void {
    const { document, session } = studio.getState();
    if (!document || !session.live.isReceiving) return;
    const before = latest?.length === shownPose(studio.getState())?.length ? latest : null;
    latest = readerOf(document.rig)(frame, before ?? undefined);
    record(studio, { pose: latest, milliseconds });
    if (isWaiting) return;
    isWaiting = true;
    studio.clock.nextFrame(show);
  }

  return studio.desktop.on('live.frame', take);
}

/** A clip that plays and a gesture come first. */
function mayShow(state: StudioState, pose: Pose): boolean {
  const { session, transient } = state;
  const isFree = transient.preview === null || transient.preview.cause === 'live';
  return isFree && session.live.isReceiving && !session.playback.playing && shownPose(state)?.length === pose.length;
}

/** Whether a pose is on screen that comes live. */
export function showsLivePose({ transient }: StudioState): boolean {
  return transient.preview?.cause === 'live';
}

/** The document's pose is on screen again. */
export function dropLivePose(studio: Studio): void {
  if (showsLivePose(studio.getState())) setPreview(studio, null);
}

/** Keeps the live pose at the playhead, as one step. */
export function keepLivePose(studio: Studio): void {
  const { preview } = studio.getState().transient;
  if (preview?.cause === 'live') commitPose(studio, 'Keep the live pose', preview.pose);
}

const writers = new WeakMap<Rig, WriteFrame>();
const readers = new WeakMap<Rig, ReadFrame>();

function writerOf(rig: Rig): WriteFrame {
  const writer = writers.get(rig) ?? createFrameWriter(rig);
  writers.set(rig, writer);
  return writer;
}

function readerOf(rig: Rig): ReadFrame {
  const reader = readers.get(rig) ?? createFrameReader(rig);
  readers.set(rig, reader);
  return reader;
}
