import { ask } from '../session.ts';
import type { Studio } from '../studio.ts';
import { attempting, notify } from '../window/notify.ts';
import { changeSetting } from '../window/settings.ts';
import { endLive } from './live-pose.ts';
import { setLive } from './set-live.ts';

/** What is asked of a camera: larger pictures are made smaller by the detector. */
const WANTED: MediaStreamConstraints = {
  video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } },
  audio: false,
};

/** The camera that is on, by the window that it is in: a stream is no state. */
const running = new WeakMap<Studio, { readonly end: AbortController; stream: MediaStream | null }>();

/** What the camera sees, to be shown; null while none is on. */
export function cameraStream(studio: Studio): MediaStream | null {
  return running.get(studio)?.stream ?? null;
}

/** Lets the person before a camera move the character that is worked on, or ends that. Whether the camera may be used is asked once. */
export async function toggleCamera(studio: Studio): Promise<void> {
  if (running.has(studio)) return endCamera(studio);
  // Meanwhile it may have been switched on.
  if (!(await isAllowed(studio)) || running.has(studio)) return;
  const end = new AbortController();
  const mine: { readonly end: AbortController; stream: MediaStream | null } = { end, stream: null };
  running.set(studio, mine);
  setLive(studio, { camera: { isReady: false, isSeen: false, perSecond: 0 } });
  const stream = await attempting(studio, 'live', null, openCamera);
  // Meanwhile it may have been switched off.
  if (end.signal.aborted) return stopTracks(stream);
  if (!stream) return endCamera(studio);
  mine.stream = stream;
  stream.getVideoTracks()[0]?.addEventListener('ended', () => {
    notify(studio, 'warning', 'The camera has ended: it was taken out, or another program took it');
    endCamera(studio);
  });
  void follow(studio, stream, end.signal);
}

async function follow(studio: Studio, stream: MediaStream, end: AbortSignal): Promise<void> {
  await attempting(studio, 'live', null, async () => {
    const { followPerson } = await import('./follow-person.ts');
    await followPerson(studio, stream, end);
  });
  if (!end.aborted) endCamera(studio);
}

/** Switches the camera off: what was being recorded is kept, and the live pose goes. */
function endCamera(studio: Studio): void {
  const { end, stream } = running.get(studio)!;
  running.delete(studio);
  end.abort();
  stopTracks(stream);
  endLive(studio, { camera: null });
}

function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

async function isAllowed(studio: Studio): Promise<boolean> {
  if (studio.getState().session.settings.cameraAllowed) return true;
  const says = await ask<boolean>(studio, (answer) => ({ name: 'camera', answer }));
  if (says) changeSetting(studio, 'cameraAllowed', true);
  return says;
}

/** Why the system gives no camera, by the names of the errors that the standard gives them. */
const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: 'the camera is not allowed: allow it in the browser and in the settings of the system',
  NotFoundError: 'no camera was found: connect one, then try again',
  NotReadableError: 'the camera cannot be read: close other programs that use it',
};

async function openCamera(): Promise<MediaStream> {
  // Only pages that came over a safe way have cameras.
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  if (!devices) throw new Error('no camera can be used here: open the studio as the program or at its own address');
  try {
    return await devices.getUserMedia(WANTED);
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new Error(REASONS[name] ?? `the camera cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
